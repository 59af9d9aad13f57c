# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A client of the Debug Adapter Protocol: starts ptx-run --debug-adapter, sends requests, and collects events."""

import json
import subprocess
import threading


class Refused(Exception):
    """The adapter answered a request with an error."""


class Client:
    def __init__(self, *command):
        self.process = subprocess.Popen(command or ["ptx-run", "--debug-adapter"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.watch = threading.Timer(120, self.process.kill)
        self.watch.start()
        self.number = 0
        self.events = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.stdout.read()
        self.process.stdout.close()
        self.code = self.process.wait()
        self.watch.cancel()

    def send(self, command, **arguments):
        self.number += 1
        text = json.dumps({"seq": self.number, "type": "request", "command": command, "arguments": arguments}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
        self.process.stdin.flush()
        return self.number

    def read(self):
        """The next message; none at the end."""
        length = 0
        while line := self.process.stdout.readline():
            if line == b"\r\n":
                return json.loads(self.process.stdout.read(length))
            length = int(line.split(b":")[1])
        return None

    def request(self, command, **arguments):
        """The body of the response. Events before it are kept."""
        number = self.send(command, **arguments)
        while message := self.read():
            if message["type"] == "response" and message["request_seq"] == number:
                if not message["success"]:
                    raise Refused(message["message"])
                return message.get("body", {})
            self.events.append(message)
        raise EOFError(command)

    def wait(self, name):
        """The body of the next event with this name; those before it are dropped, except output."""
        while True:
            for place, event in enumerate(self.events):
                if event["event"] == name:
                    self.events = [e for e in self.events[:place] if e["event"] == "output"] + self.events[place + 1:]
                    return event.get("body", {})
            message = self.read()
            if message is None or message.get("event") == "terminated" != name:
                raise EOFError(name)
            self.events.append(message)

    def output(self):
        return "".join(event["body"]["output"] for event in self.events if event["event"] == "output")

    def launch(self, program, breakpoints=(), **arguments):
        self.request("initialize", adapterID="ptx")
        self.request("launch", program=str(program), **arguments)
        self.wait("initialized")
        answers = self.request("setBreakpoints", source={"path": str(program)}, breakpoints=list(breakpoints))["breakpoints"]
        self.request("configurationDone")
        return answers

    def top(self, thread):
        return self.request("stackTrace", threadId=thread)["stackFrames"][0]

    def scope(self, frame, name):
        """The variables of a scope, by name."""
        for scope in self.request("scopes", frameId=frame)["scopes"]:
            if scope["name"] == name:
                return self.parts(scope)
        raise KeyError(name)

    def parts(self, item, **arguments):
        variables = self.request("variables", variablesReference=item["variablesReference"], **arguments)["variables"]
        return {variable["name"]: variable for variable in variables}

    def value(self, frame, expression):
        return self.request("evaluate", expression=expression, frameId=frame)["result"]
