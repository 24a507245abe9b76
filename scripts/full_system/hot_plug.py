"""Hot removal and hot insertion of a device by QEMU, as the guest asks for them on its console."""

import json
import re
import socket
import time

# Seconds until QEMU answers, until the guest gives its device back, and until the server reports that its client has gone.
LONGEST_WAIT = 60
# The machine's own hot plug (ACPI) is off, so that the kernel drives the slots of the root ports itself (pciehp).
NATIVE = ["-global", "ICH9-LPC.acpi-pci-hotplug-with-bridge-support=off"]
CONNECTED, GONE = "connected", "gone, device reset"


def monitor_options(path):
    """Options of QEMU for a monitor (QMP) at a socket, and for slots that the kernel drives."""
    return [*NATIVE, "-qmp", f"unix:{path},server=on,wait=off"]


class Slot:
    """The slot of a function of the guest. QEMU removes the function, and inserts it again with the same properties."""

    def __init__(self, path, function, clients):
        """`path`: the socket of QEMU's monitor. `function`: the properties of the function, with its id. `clients`: a function
        that returns the reports of the server about its clients, as reported() does."""
        self.problems = []
        self._path, self._function, self._clients = path, function, clients
        self._socket = self._lines = None
        self._events = []

    def answer(self, request):
        """Does what the guest asks for: `unplug` or `plug`. An error is one of `problems`.

        `unplug` presses the attention button of the slot; the guest decides when the function goes. `plug` waits until then.
        """
        try:
            if self._socket is None:
                self._connect()
            if request == "unplug":
                self._execute("device_del", {"id": self._function["id"]})
            elif request == "plug":
                self._wait_for_removal()
                self._execute("device_add", self._function)
            else:
                raise ValueError("accepted: unplug, plug")
        except (OSError, ValueError) as error:
            self.problems.append(f"request of the guest: {request}: {error}")

    def close(self):
        """Closes the connection to the monitor."""
        if self._socket is not None:
            self._lines.close()
            self._socket.close()

    def _connect(self):
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(LONGEST_WAIT)
        self._lines = self._socket.makefile("rb")
        self._socket.connect(str(self._path))
        self._receive()  # the greeting
        self._execute("qmp_capabilities", {})

    def _receive(self):
        line = self._lines.readline()
        if not line:
            raise OSError("QEMU closes the connection")
        return json.loads(line)

    def _execute(self, command, arguments):
        self._socket.sendall(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        while "return" not in (message := self._receive()):
            if "error" in message:
                raise ValueError(f"{command}: {message['error']['desc']}")
            self._events.append(message)

    def _wait_for_removal(self):
        event = ""
        while event != "DEVICE_DELETED":
            message = self._events.pop(0) if self._events else self._receive()
            event = message["event"] if message.get("data", {}).get("device") == self._function["id"] else ""
            if event == "DEVICE_UNPLUG_GUEST_ERROR":
                raise ValueError("the guest refuses the removal")
        # QEMU leaves the server a little after its event. It cannot while a command waits for the server.
        end = time.monotonic() + LONGEST_WAIT
        while self._clients()[-1:] != [GONE]:
            if time.monotonic() > end:
                raise ValueError("the server does not report that its client has gone")
            time.sleep(0.02)


def reported(log, path):
    """Returns the reports of a server about the clients of a socket, CONNECTED or GONE, in their order."""
    line = rf"^ixsim: serve: {re.escape(str(path))}: client ({CONNECTED}|{GONE})$"
    return re.findall(line, log, re.MULTILINE)


def problems(found, times):
    """Returns the errors in the reports of a server about its clients, a line each.

    The client must leave `times` times, each time with a reset of the device, and come back.
    """
    expected = [CONNECTED, GONE] * times + [CONNECTED]
    # The end of the guest follows.
    if found[: len(expected)] == expected and len(found) <= len(expected) + 1:
        return []
    return [f"server: found clients: {'; '.join(found)}; expected: {'; '.join(expected)}"]
