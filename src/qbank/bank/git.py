"""Asking git."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

SECONDS = 120.0
"""How long an answer may take."""


class GitError(Exception):
    """Git could not tell; the message says why and what to do."""


def ask_git(folder: Path, *arguments: str, given: bytes = b"") -> bytes:
    """Run git in a folder with `given` as its input, and return what it says.

    Raises:
        GitError: there is no git, it fails, or it takes too long.
    """
    # The answer must not depend on what a user, or the repository, has configured.
    settings = ("core.quotepath=off", "core.fsmonitor=false", "diff.external=", "log.showRoot=true")
    options = [word for setting in settings for word in ("-c", setting)]
    try:
        done = subprocess.run(
            ["git", *options, *arguments],
            cwd=folder,
            input=given,
            capture_output=True,
            check=False,
            timeout=SECONDS,
            env={**os.environ, "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"},
        )
    except FileNotFoundError as error:
        raise GitError("git is not installed, and only git knows this") from error
    except subprocess.TimeoutExpired as error:
        raise GitError(f"git {arguments[0]} did not end within {SECONDS:.0f} seconds") from error
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise GitError(f"git {arguments[0]}: {said[0].removeprefix('fatal: ') if said else 'failed'}")
    return done.stdout
