"""`qbank` in a process of its own that imports nothing: it is forked from one that has everything in place.

Most of what a short command takes is starting: imports, and reading the catalog, the formulas and the
lexicon. A program that stands in for `qbank` hands its arguments, folder, environment and streams to a
server; the server forks a process, which goes on as `qbank` does, and the program ends with its status. Tests
of starting itself, of signals and of streams that are closed need `python -m qbank`.
"""

from __future__ import annotations

import atexit
import functools
import gc
import importlib
import io
import marshal
import os
import pkgutil
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from pathlib import Path

MEMORY = "TESTS_MEMORY"
"""A variable of the environment: how many bytes the process may take."""
WARMING = (
    "audit --no-cache",
    "duplicates",
    "facts",
    "formula list",
    "hardware list",
)
"""Commands that read what comes with the package, and keep it."""
CLIENT = """\
#!{python} -IS
import _socket, marshal, os, sys
call = marshal.dumps((sys.argv[1:], dict(os.environ)))
descriptors = (0, 1, 2, os.open(".", os.O_RDONLY))
rights = b"".join(number.to_bytes(4, sys.byteorder) for number in descriptors)
server = _socket.socket(_socket.AF_UNIX)
server.connect({address!r})
server.sendmsg([len(call).to_bytes(8, "big")], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, rights)])
server.sendall(call)
status = int.from_bytes(server.recv(4), "big", signed=True)
if status < 0:
    os.kill(os.getpid(), -status)
os._exit(status)
"""
Call = tuple[list[str], dict[str, str]]
"""The arguments of a command and its environment."""


@functools.cache
def qbank_program() -> str:
    """Return the path of a program that stands in for `qbank`."""
    if sys.platform != "linux":
        return str(Path(sys.executable).with_name("qbank"))
    folder = Path(tempfile.mkdtemp(prefix="qbank-"))
    address = str(folder / "server")
    program = folder / "qbank"
    program.write_text(CLIENT.format(python=sys.executable, address=address), encoding="utf-8")
    program.chmod(0o755)
    command = [sys.executable, "-W", "error", __file__, address]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}  # threads of numpy would be ended at every fork
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
    atexit.register(shutil.rmtree, folder)
    atexit.register(server.communicate)  # the server ends with its stdin
    assert server.stdout is not None
    assert server.stdout.readline() == b"ready\n"
    return str(program)


def search_path() -> str:
    """Return a PATH on which `qbank` is that program."""
    return f"{Path(qbank_program()).parent}{os.pathsep}{os.environ['PATH']}"


def serve(address: str) -> Call:
    """Fork a process for every call until stdin is closed; return, in such a process, its call."""
    server = socket.socket(socket.AF_UNIX)
    server.bind(address)
    server.listen(64)
    warm_up()
    gc.collect()
    gc.freeze()
    print("ready", flush=True)
    while server.fileno() in select.select([server.fileno(), 0], [], [])[0]:
        reap(os.WNOHANG)
        connection, _ = server.accept()
        if os.fork() == 0:
            server.close()
            call = received(connection)
            if (process := os.fork()) == 0:
                connection.close()
                return call
            watch(process, connection)
        connection.close()
    server.close()
    reap()
    sys.exit()


def reap(options: int = 0) -> None:
    """Wait for processes that ended, so that the time they took is counted as that of their parents."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, options)[0]:
            pass


def received(connection: socket.socket) -> Call:
    """Take over the streams and the folder of the caller; return arguments and environment."""
    size, [*streams, folder], _, _ = socket.recv_fds(connection, 8, 4)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.fchdir(folder)
    os.close(folder)
    with connection.makefile("rb") as file:
        call: Call = marshal.loads(file.read(int.from_bytes(size, "big")))
    return call


def watch(process: int, connection: socket.socket) -> None:
    """Tell the caller how the process ends, and end it where the caller is gone."""
    for stream in range(3):
        os.close(stream)
    caller = connection.fileno()
    if caller in select.select([os.pidfd_open(process), caller], [], [])[0]:
        os.kill(process, signal.SIGKILL)
    _, status = os.waitpid(process, 0)
    connection.send(os.waitstatus_to_exitcode(status).to_bytes(4, "big", signed=True))
    os._exit(0)


def warm_up() -> None:
    """Import what any command imports, and read what comes with the package."""
    import qbank
    from qbank.cli import main
    from qbank.site import reference
    from rules.rule_examples import laid_over

    for module in pkgutil.walk_packages(qbank.__path__, "qbank."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        file = Path("questions/cloud/memory/cloud-0001.yaml")
        file.parent.mkdir(parents=True)
        file.write_text(laid_over("title: Growth of the Cache.\n", str(file)), encoding="utf-8")
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            for command in WARMING:
                main(command.split())
    reference.formulas(None)  # sympy writes them all, for every site anew


def run(arguments: list[str], environment: dict[str, str]) -> int:
    """Run the command line as an interpreter that has just started does; return the exit status."""
    if memory := environment.pop(MEMORY, ""):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (int(memory),) * 2)
    sys.argv = ["qbank", *arguments]
    os.environ.clear()
    os.environ.update(environment)
    encoding = environment.get("PYTHONIOENCODING", "utf-8")
    sys.stdin = open(0, encoding=encoding, closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding=encoding, closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding=encoding, errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115
    from qbank.cli import main

    status = main()
    atexit._run_exitfuncs()
    sys.stdout.flush()
    return status


if __name__ == "__main__":
    status = run(*serve(sys.argv[1]))
    os._exit(status)  # an interpreter that ends would take everything down that was in place
