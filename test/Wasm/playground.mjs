// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tries the playground in Chromium: node playground.mjs PACKAGES CHROMIUM FOLDER [SCREENSHOTS]. PACKAGES is a folder where npm has installed
// playwright-core and axe-core, FOLDER the playground. By hand, since it needs a browser.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [packages, executablePath, folder, screenshots] = process.argv.slice(2).map((each) => path.resolve(each));
const require = createRequire(path.join(packages, "package.json"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const failures = [];
const expect = (what, holds) => {
  console.log(`${holds ? "ok  " : "FAIL"} ${what}`);
  if (!holds) failures.push(what);
};

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };
const server = createServer((request, reply) => {
  const name = path.join(folder, decodeURIComponent(new URL(request.url, "http://x").pathname));
  try {
    const bytes = readFileSync(name);
    reply.writeHead(200, { "content-type": types[path.extname(name)] ?? "application/octet-stream" });
    reply.end(bytes);
  } catch {
    reply.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const settled = (page) => page.waitForFunction(() => /finding|error|warning/.test(document.getElementById("summary").textContent), null, { timeout: 60000 });
for (const [name, address] of [
  ["a folder", pathToFileURL(path.join(folder, "index.html")).href],
  ["127.0.0.1", `http://127.0.0.1:${server.address().port}/index.html`],
])
  for (const width of [1280, 400]) {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    const page = await context.newPage();
    const problems = [];
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("request", (request) => {
      if (!request.url().startsWith("file:") && !request.url().startsWith("http://127.0.0.1") && !/^(blob|data):/.test(request.url())) problems.push(request.url());
    });
    const where = `${name}, ${width} px`;
    await page.goto(address);
    await settled(page);
    const first = await page.evaluate(() => performance.getEntriesByName("checked")[0].startTime);
    console.log(`     first finding on a cold page after ${Math.round(first)} ms`);
    expect(`${where}: the first example has a finding`, (await page.locator("#findings li").count()) > 0);
    const shown = async () => page.locator("#summary").textContent();

    // The fault of an example is a finding, or one of its launch.
    const launches = await page.evaluate(() => window.playground.examples.map(({ launch }) => Boolean(launch)));
    const says = (id, words) =>
      page.waitForFunction(([id, words]) => new RegExp(words).test(document.getElementById(id).textContent), [id, words], { timeout: 20000 }).then(
        () => true,
        () => false,
      );
    let shownExamples = 0;
    for (let number = 0; width === 1280 && number < launches.length; ++number) {
      const [id, fault, mended] = launches[number] ? ["verdict", "^faults found", "^clean"] : ["summary", "[1-9]\\d* (error|warning)", "^No finding"];
      await page.selectOption("#example", String(number));
      const found = await says(id, fault);
      await page.click("#corrected");
      if (found && (await says(id, mended)) && (await says("summary", "^No finding"))) ++shownExamples;
      else expect(`${where}: example ${number}: ${await page.locator(`#${id}`).textContent()}`, false);
    }
    if (width === 1280) expect(`${where}: ${shownExamples} examples with fault and correction`, shownExamples >= 20);

    // The language server explains the place of the cursor and completes words.
    await page.selectOption("#example", "1");
    if ((await page.locator(".cm-content").count()) > 0) {
      await page.locator(".cm-content").click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type("\n.visible .entry other() { .reg .b32 %a; add.s");
      await page.keyboard.press("Control+Space");
      await page.waitForSelector(".cm-tooltip-autocomplete li");
      expect(`${where}: a word is completed`, /s32/.test(await page.locator(".cm-tooltip-autocomplete").textContent()));
      await page.keyboard.press("Escape");
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("ArrowLeft");
      expect(`${where}: the place of the cursor is explained`, await says("hover", "add"));
    }

    await page.selectOption("#example", "0");
    await page.waitForSelector("#findings li");
    await page.click("#fix");
    await page.waitForFunction(() => /No finding/.test(document.getElementById("summary").textContent));
    expect(`${where}: the safe fix leaves no finding`, true);
    await page.evaluate(() => (document.getElementById("launch").value = "kernel block=32"));
    await page.click("#link");
    await page.waitForFunction(() => location.hash.length > 10);
    const hash = await page.evaluate(() => location.hash);
    const other = await context.newPage();
    await other.goto(address + hash);
    await settled(other);
    expect(`${where}: the link holds the text`, /No finding/.test(await other.locator("#summary").textContent()));
    expect(`${where}: and the launch`, (await other.locator("#launch").inputValue()) === "kernel block=32");
    await other.close();

    // C++ that is read as PTX can be checked as C++.
    await page.selectOption("#language", "ptx");
    const typed = (await page.locator(".cm-content").count()) > 0 ? ".cm-content" : "#editor textarea";
    await page.locator(typed).fill('__device__ void f() { asm("bar.snyc 0;"); }');
    await page.getByRole("button", { name: "Check as CUDA C++" }).click();
    await page.waitForFunction(() => /snyc/.test(document.getElementById("findings").textContent));
    expect(`${where}: C++ is checked as C++`, (await page.locator("#language").inputValue()) === "cuda");
    await page.selectOption("#example", "0");
    expect(`${where}: the licences are there`, await page.evaluate(() => Boolean(document.querySelector('a[href="THIRD-PARTY-NOTICES.txt"]'))));
    await settled(page);
    await page.click("#fix");
    await page.waitForFunction(() => /No finding/.test(document.getElementById("summary").textContent));

    const closed = page.locator("details:not([open]) summary");
    while ((await closed.count()) > 0) await closed.first().click();
    await page.click("#layout-form button");
    await page.waitForSelector("#figure svg");
    await page.click("#launch-form button");
    expect(`${where}: a launch is executed`, await says("verdict", "^clean"));
    await page.waitForSelector("#timeline svg");

    // Everything can be reached by the keyboard.
    await page.evaluate(() => document.activeElement.blur());
    const reached = new Set();
    for (let step = 0; step < 80; ++step) {
      await page.keyboard.press("Tab");
      reached.add(await page.evaluate(() => document.activeElement.id || document.activeElement.className || document.activeElement.tagName));
    }
    expect(`${where}: the keyboard reaches all`, ["example", "target", "fix", "format", "canonical", "launch", "word"].every((id) => reached.has(id)));
    expect(`${where}: the page is not wider than the window`, await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));

    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run());
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    for (const { id, nodes } of serious) console.log(`     ${id}: ${nodes.map(({ target }) => target).join(" ")}`);
    expect(`${where}: axe has no serious finding`, serious.length === 0);
    expect(`${where}: no error, nothing fetched elsewhere ${problems.join("; ")}`, problems.length === 0);
    if (screenshots) await page.screenshot({ path: path.join(screenshots, `playground-${name.replace(/\W/g, "")}-${width}.png`), fullPage: true });
    await context.close();
  }
await browser.close();
server.close();
process.exit(failures.length ? 1 : 0);
