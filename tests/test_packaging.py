"""The house: every package folder is installed, layers import downwards only, no file is huge."""

import ast
import subprocess
import tomllib
from collections.abc import Iterator
from importlib.util import resolve_name
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[1]
SETUPTOOLS = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["tool"]["setuptools"]
ROOTS = {name: REPOSITORY / folder for name, folder in SETUPTOOLS["package-dir"].items()}
# Lowest first: a layer may import itself and those before it. `baulk` is src/baulk.
LAYERS = ["baulk.physics", "baulk.env", "baulk.agents", "baulk.training", "baulk"]
MEGABYTE = 1_000_000


def files_of(root: Path) -> Iterator[Path]:
    """Files under a folder that somebody wrote."""
    return (p for p in root.rglob("*") if p.is_file() and "__pycache__" not in p.parts)


def package_of(name: str, root: Path, folder: Path) -> str:
    return ".".join([name, *folder.relative_to(root).parts])


def package_folders() -> dict[str, Path]:
    """Import name -> folder, for every folder under a mapped root that has a Python file."""
    return {
        package_of(name, root, path.parent): path.parent
        for name, root in ROOTS.items()
        for path in files_of(root)
        if path.suffix == ".py"
    }


def layer_of(module: str) -> str:
    return next((layer for layer in LAYERS if f"{module}.".startswith(f"{layer}.")), "")


def imports_of(source: str, package: str) -> Iterator[str]:
    """Absolute names of the modules a source imports, wherever in the file it does so."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = resolve_name("." * node.level + (node.module or ""), package)
            # `from baulk import physics` imports baulk.physics, not the public face.
            yield from (f"{module}.{a.name}" if module == "baulk" else module for a in node.names)


def upward_imports(source: str, package: str) -> set[str]:
    own = LAYERS.index(layer_of(package))
    return {
        module
        for module in imports_of(source, package)
        if layer_of(module) and LAYERS.index(layer_of(module)) > own
    }


def test_every_folder_with_python_files_is_listed() -> None:
    missing = set(package_folders()) - set(SETUPTOOLS["packages"])
    assert not missing, f"add to packages in pyproject.toml: {sorted(missing)}"


def test_every_listed_package_has_a_folder_with_python_files() -> None:
    stale = set(SETUPTOOLS["packages"]) - set(package_folders())
    assert not stale, f"remove from packages in pyproject.toml: {sorted(stale)}"


def test_every_package_has_an_init() -> None:
    lacking = [name for name, at in package_folders().items() if not (at / "__init__.py").exists()]
    assert not lacking, f"no __init__.py in {lacking}"


def test_every_data_file_is_listed() -> None:
    listed = {
        path
        for package, patterns in SETUPTOOLS["package-data"].items()
        for pattern in patterns
        for path in package_folders()[package].glob(pattern)
    }
    data = {p for root in ROOTS.values() for p in files_of(root) if p.suffix not in {".py", ".md"}}
    missing = sorted(str(path.relative_to(REPOSITORY)) for path in data - listed)
    assert not missing, f"add to package-data in pyproject.toml: {missing}"


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_those_below_it(layer: str) -> None:
    root = ROOTS[layer]
    wrong = {
        f"{path.relative_to(REPOSITORY)} imports {module}"
        for path in files_of(root)
        if path.suffix == ".py"
        for module in upward_imports(path.read_text(), package_of(layer, root, path.parent))
    }
    assert not wrong, sorted(wrong)


@pytest.mark.parametrize(
    ("package", "source", "upward"),
    [
        ("baulk.physics", "import jax\nfrom . import table\nfrom .table import Table", set()),
        ("baulk.physics", "from baulk.env.rules import RuleSet", {"baulk.env.rules"}),
        ("baulk.physics", "from ..env import rules", {"baulk.env"}),
        ("baulk.env", "from baulk import physics, agents", {"baulk.agents"}),
        ("baulk.env", "def late():\n    import baulk.training.ladder", {"baulk.training.ladder"}),
        ("baulk.agents.candidates", "from baulk import suggest", {"baulk.suggest"}),
        ("baulk", "from baulk.training import ladder", set()),
    ],
)
def test_an_upward_import_is_found(package: str, source: str, upward: set[str]) -> None:
    assert upward_imports(source, package) == upward


def test_no_file_is_over_5_megabytes() -> None:
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=REPOSITORY,
        capture_output=True,
        check=False,
    )
    if listing.returncode:
        pytest.skip("not a git checkout")
    paths = [REPOSITORY / name for name in listing.stdout.decode().split("\0") if name]
    huge = [p.name for p in paths if p.is_file() and p.stat().st_size > 5 * MEGABYTE]
    assert not huge
