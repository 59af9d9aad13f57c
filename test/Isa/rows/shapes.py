# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cases for the rows of shapes.tsv: the instruction with this shape and these types, with as many registers as the
row says, and with another number."""

import functools
import itertools
import re

import edits
import forms
import operands
from case import PLACES, Case, spell

WMMA = {"f16": "wmma.mma.f16", "s8": "wmma.mma.int8", "u8": "wmma.mma.int8", "bf16": "wmma.mma.bf16",
        "tf32": "wmma.mma.tf32", "f64": "wmma.mma.f64", "s4": "wmma.mma.sub", "u4": "wmma.mma.sub",
        "b1": "wmma.mma.b1"}
TCGEN05 = {"tcgen05.mma": ("t5mma.conv", "t5mma.i8", "t5mma.bs"),
           "tcgen05.mma.sp": ("t5mmasp.fp", "t5mmasp.i8", "t5mmasp.bs"),
           "tcgen05.mma.ws": ("t5mmaws.fp", "t5mmaws.i8", ""),
           "tcgen05.mma.ws.sp": ("t5mmawssp.fp", "t5mmawssp.i8", "")}


@functools.lru_cache(maxsize=None)
def by_id():
    return {f.id: f for f in forms.read_forms()}


def rows():
    return forms.read_table("shapes.tsv")


def form_ids(row):
    if row["instr"] == "wmma":
        return [WMMA[row["atype"].strip("{}").split(",")[0]]]
    if row["instr"] in TCGEN05:
        plain, integer, scaled = TCGEN05[row["instr"]]
        if row["kind"] == "kind::i8":
            return [integer]
        return [scaled if "mx" in row["kind"] else plain]
    if row["instr"] == "tcgen05.ld.red":
        split = ".split" if "Split" in row["notes"] else ""
        return ["tcgen05.ld.red.f32" + split, "tcgen05.ld.red.int" + split]
    return [row["form"]]


def wanted(row):
    """For a place, by name and how many of that name came before, the words that the row allows."""
    result = {"shape": {row["shape"]}}
    for name in ("dtype", "atype", "btype", "ctype"):
        result[name] = set(re.sub(r"\([^)]*\)", "", row[name]).strip("{}").split(","))
    result["f8type"] = result["f8f6f4type"] = None
    if row["kind"].startswith("kind"):
        result["kind"] = {row["kind"].split(" ")[0]}
    scale = row["scale(stype/vec)"]
    stype, _, size = scale.partition("/")
    if size and row["instr"] in ("mma", "mma.sp"):
        result["stype"] = {stype}
        result["scale_vec_size"] = {"scale_vec::" + size.split("(")[0]} | ({""} if "default" in size else set())
    if row["instr"].startswith("tcgen05.mma"):
        sizes = re.findall(r"(?:scale_vec::)?(\dX)|(block\d+)", scale)
        result["scale_vectorsize"] = {f"scale_vec::{s}" if s else b for s, b in sizes} - {""}
        result["scale_vectorsize"] |= set() if "mandatory" in scale else {""}
        result["cta_group"] = {"cta_group::2" if "cta_group::2" in row["notes"] else "cta_group::1"}
    if re.fullmatch(r"[\dxmnb]+\.x\d+", row["shape"]):
        tile, num = row["shape"].split(".")
        result.update({"shape1": {tile}, "shape2": {tile}, "shape3": {tile}, "shape4": {tile}, "num": {num}})
    if row["instr"] == "ldmatrix" and "." in row["dtype"]:
        result["dst_fmt"], result["src_fmt"] = ({w} for w in row["dtype"].split("."))
    if row["instr"] == "tcgen05.cp" and "required" in row["notes"]:
        result["multicast"] = set(re.findall(r"warpx\d(?:::\d+_\d+)?", row["notes"]))
    return result


def choices(form, row):
    """The choices of the form that the row is about: each place takes the first word that fits."""
    want = wanted(row)
    seen = {}
    options = []
    for place in form.places:
        count = seen[place.name] = seen.get(place.name, -1) + 1
        name = place.name
        if name in ("f8type", "f8f6f4type"):
            name = ("atype", "btype")[count]
        words = want.get(name)
        fit = [i for i, w in enumerate(place.words) if words is None or w.lstrip(".") in words]
        if words is not None and not fit and name not in ("atype", "btype", "dtype", "ctype", "kind", "shape"):
            fit = [0]
        options.append(fit if words is not None else fit[:1])
    if not all(options):
        return []
    return list(itertools.product(*(o[:2] for o in options)))[:2]


def loads_and_stores(row):
    """wmma has instructions of its own to load a, b, c and store d."""
    if row["instr"] != "wmma":
        return []
    result = []
    for form_id, place, type in (("wmma.load.a", "atype", row["atype"]), ("wmma.load.b", "btype", row["btype"]),
                                 ("wmma.load.c", "ctype", row["ctype"]), ("wmma.store.d", "type", row["dtype"])):
        form = by_id()[form_id]
        choice = list(form.default())
        for index, p in enumerate(form.places):
            for name, word in (("shape", row["shape"]), (place, type)):
                if p.name == name and "." + word in p.words:
                    choice[index] = p.words.index("." + word)
            if p.name == "layout" and form_id == "wmma.load.b":
                choice[index] = p.words.index(".col")
        result.append((form, tuple(choice)))
    return result


def cases(recorder, number, row):
    name = f"shape:{number + 1}"
    made_cases = []
    pairs = [(by_id()[i], c) for i in form_ids(row) for c in choices(by_id()[i], row)]
    newer = re.match(r"\d+\.\d+", row["min_ptx"])[0] in ("9.1", "9.2")
    negative = False
    for form, choice in pairs + loads_and_stores(row):
        names = operands.optional_names(form)
        for extras in [()] + [(n,) for n in names]:
            made = operands.Builder(form, choice, extras).build()
            text = spell(form.mnemonic(choice), made)
            where = next((p for p in PLACES if recorder.reject(*p, text) is None), None)
            if where:
                break
        if newer or not where:
            continue
        made_cases.append(Case(name, "", *where, text, "accepts"))
        index = next((i for i, o in enumerate(made) if o.role == "vector" and "lane" not in o.text), None)
        if negative:
            continue
        if index is not None:
            tried = [("vector-size", edits.arity(form.mnemonic(choice), made, index), str(index + 1))]
        else:
            texts = [o.text for o in made]
            at = next((i for i, o in enumerate(made) if o.role == "register"), None)
            tried = [("foreign-modifier", edits.statement(form.mnemonic(choice) + ".noftz", texts), "noftz")]
            if at is not None:
                old = re.match(r"%[a-z]+", texts[at])[0]
                texts[at] = texts[at].replace(old, edits.OTHER_WIDTH[old], 1)
                tried.insert(0, ("wrong-width", edits.statement(form.mnemonic(choice), texts), str(at + 1)))
        for edit, bad, needs in tried:
            answer = recorder.reject(*where, bad)
            if answer:
                made_cases.append(Case(name, edit, *where, bad, "rejects: " + answer, needs))
                negative = True
                break
    if newer:
        # What `ptxas` does not know: the row's version and target set decide.
        form, choice = pairs[0]
        made = operands.Builder(form, choice).build()
        index = next(i for i, o in enumerate(made) if o.role == "vector")
        section = "manual " + form.section
        version = re.match(r"\d+\.\d+", row["min_ptx"])[0]
        made_cases.append(Case(name, "", version, "sm_120a", spell(form.mnemonic(choice), made), section))
        made_cases.append(Case(name, "vector-size", version, "sm_120a",
                               edits.arity(form.mnemonic(choice), made, index), section, str(index + 1)))
    return made_cases
