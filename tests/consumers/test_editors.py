"""Two editors' clients talk to `qbank lsp`, and the extension for VS Code is built and looked into."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from consumers.places import NODE_MODULES, PROGRAMS, ROOT, needs, node_module, run
from rules.rule_examples import laid_over

PLACE = "questions/cloud/memory/cloud-0001.yaml"
WRONG = (
    "related: [cloud-0002]\n"
    "details:\n  napkin_math: |\n    **Calculations:**\n    - Traffic: 733 bytes * 40 Hz = 29.4 KB/s\n"
)


@pytest.fixture
def case(tmp_path: Path) -> dict[str, Any]:
    """A bank with a question that has a wrong value, and what to do with it."""
    for id_, snippet in (("cloud-0001", WRONG), ("cloud-0002", "related: [cloud-0001]\n")):
        path = tmp_path / PLACE.replace("cloud-0001", id_)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(laid_over(snippet, path.relative_to(tmp_path).as_posix()), encoding="utf-8")
    return {
        "command": [sys.executable, "-m", "qbank", "lsp"],
        "root": str(tmp_path),
        "file": str(tmp_path / PLACE),
        "reference": "cloud-0002",
        "claim": "733 bytes",
        "wrong": "29.4",
        "code": "QB302",
        "id": "cloud-0001",
        "new_id": "cloud-0007",
        "patience": 30_000,
    }


def test_neovim(case: dict[str, Any]) -> None:
    nvim = needs("neovim", shutil.which("nvim"))
    script = PROGRAMS / "nvim_client.lua"
    done = subprocess.run(
        [nvim, "--headless", "--clean", "-c", f"luafile {script}"],
        capture_output=True,
        text=True,
        env={**os.environ, "QBANK_CASE": json.dumps(case)},
        cwd=case["root"],
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert "QB302" in [found["code"] for found in seen["findings"]]
    assert "29.3" in seen["hover"]
    assert seen["definition"].endswith("cloud-0002.yaml")
    assert seen["symbols"] > 5
    assert seen["titles"][0] == "Replace 29.4 with 29.3"
    assert "Write ≈ for =" in seen["titles"]
    assert "QB302" not in [found["code"] for found in seen["left"]]
    assert "= 29.3 KB/s" in seen["text"]
    root = Path(case["root"])
    assert not (root / PLACE).exists(), seen
    renamed = root / PLACE.replace("0001", "0007")
    assert "id: cloud-0007\n" in renamed.read_text("utf-8")
    assert "[cloud-0007]" in (root / PLACE.replace("0001", "0002")).read_text("utf-8")


def test_a_client_of_node(case: dict[str, Any]) -> None:
    modules = node_module("vscode-languageserver-protocol")
    seen = run(["node", PROGRAMS / "lsp_client.mjs", modules], given=case)
    [found] = [found for found in seen["findings"] if found["code"] == "QB302"]
    assert "QB302" not in seen["left"]
    assert found["href"].endswith("#qb302-napkin-imprecise-value")
    assert "≈ 29.32 KB/s" in seen["hints"]
    assert {"title", "details"} <= set(seen["symbols"])
    assert [name.partition(" ")[0] for name in seen["bank"]] == ["cloud-0001"]
    assert seen["definition"].endswith("cloud-0002.yaml")
    assert seen["references"] >= 2
    assert seen["titles"][0] == "Replace 29.4 with 29.3"
    assert "Write ≈ for =" in seen["titles"]
    assert seen["preferred"] == 1
    assert "733 bytes * 40 Hz" in seen["preview"]
    assert seen["claim"] == "7e9 * 2 bytes = 14 GB"
    assert seen["refused"] == "cloud-0001.yaml: is not saved; save it, and rename then"
    assert sorted(seen["rename"]) == ["edit", "edit", "rename"]
    assert seen["status"] == 0


def test_the_extension_for_vs_code(tmp_path: Path) -> None:
    needs("npm", shutil.which("npm"))
    vsce = needs("@vscode/vsce", NODE_MODULES / ".bin" / "vsce")
    needs("@vscode/vsce", vsce.exists())
    folder = tmp_path / "vscode"
    shutil.copytree(ROOT / "editors/vscode", folder, ignore=shutil.ignore_patterns("node_modules", "*.vsix"))
    shutil.copy(ROOT / "LICENSE", folder / "LICENSE")

    def do(*command: str | Path) -> None:
        done = subprocess.run(
            list(map(str, command)), cwd=folder, capture_output=True, text=True, timeout=300, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr

    do("node", "--test", "test/")
    do("npm", "install", "--silent", "--omit=dev", "--no-audit", "--no-fund", "--no-package-lock")
    do(vsce, "package", "--allow-missing-repository", "--out", "qbank.vsix")
    with zipfile.ZipFile(folder / "qbank.vsix") as package:
        names = set(package.namelist())
        manifest = json.loads(package.read("extension/package.json"))
    assert {f"extension/{manifest['main'].removeprefix('./')}", "extension/readme.md"} <= {
        name.replace("README.md", "readme.md") for name in names
    }
    assert any(name.startswith("extension/node_modules/vscode-languageclient/") for name in names)
    assert not any(name.startswith("extension/test/") for name in names)
