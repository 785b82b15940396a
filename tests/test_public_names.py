"""Public names work from a fresh process, and imports between modules go one way."""

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import evaluator
import simulator

ROOT = Path(__file__).parent.parent
PACKAGES = {package.__name__: package for package in (evaluator, simulator)}

# Each module may import from those before it in its package, and simulator also from evaluator; never the other way.
ORDER = {
    "evaluator": ["cards", "category", "classes", "kernel_cache", "kernels", "tables", "hands", "description"],
    "simulator": [
        "failures", "interruptible", "limits", "options", "rules",
        "filters", "seats", "hole_pairs", "seventh", "table", "streets",
        "decks", "stakes", "showing", "bets", "pots", "events", "players", "hand_state", "illegal",
        "dealing", "actions", "showdown", "hand_table", "seat_view", "betting",
        "scenarios", "exact_plan", "methods",
        "suit_symmetry", "coming_card",
        "hand_record", "dealt_cards", "toml_text", "phh_notation", "phh", "hand_files",
        "recording", "playback", "recorded_hand",
        "bit_kernels", "random_kernels", "deal_kernels", "wild_kernels", "tally_kernels", "kernels", "hole_kernels",
        "outlook_kernels", "hole_draws", "completions", "workspace", "exact_kernels",
        "interval", "answer", "results", "run", "sampling",
        "exact_options", "exact_two", "exact_boards", "exact", "estimate", "audit", "policies",
        "closed_forms", "flip_kernels", "queens_kernels", "queens_tally", "queens_measures", "queens_input", "queens",
        "outlook_input", "outlook_plan", "outlook_boards", "outlook_figures", "outlook_results", "outlook",
        "card_chances", "paired_sampling", "out_lists", "out_figures", "next_card",
        "seat_files", "layout",
        "replay_results", "street_accounts", "table_equities", "hand_result", "replay",
        "house_rules", "pot_odds", "equity_rows",
        "questions", "question_files", "crew", "batch", "batch_output", "played_hands",
        "card_report", "table_report", "report", "next_card_report", "outlook_report", "queens_report",
        "replay_report", "replay_rows",
        "plot_style", "plots",
        "compiled", "warmup", "progress", "console",
        "arguments", "table_arguments", "picture_files", "cli_batch", "cli_next_card", "cli_outlook", "cli_queens",
        "cli_replay",
        "cli", "__main__",
    ],
}  # fmt: skip


def public_names() -> list[tuple[str, str]]:
    return [(name, public) for name, package in PACKAGES.items() for public in package.__all__]


@pytest.mark.parametrize(("package", "name"), public_names())
def test_public_name_is_callable_twice_in_a_fresh_process(package: str, name: str) -> None:
    # The second time, a lazy name that is also a module's name would be the module.
    code = f"from {package} import {name}; assert callable({name})\nimport {package}; assert callable({package}.{name})"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_stays_itself_once_every_module_is_loaded(package: str) -> None:
    for module in modules(package):
        if module != "__main__":
            importlib.import_module(f"{package}.{module}")
    for name in PACKAGES[package].__all__:
        assert callable(getattr(PACKAGES[package], name)), name
        assert name in dir(PACKAGES[package])


@pytest.mark.parametrize("package", PACKAGES)
def test_no_module_is_named_like_a_public_name(package: str) -> None:
    assert not set(modules(package)) & set(PACKAGES[package].__all__)


@pytest.mark.parametrize("package", PACKAGES)
def test_unknown_name_is_an_attribute_error(package: str) -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        PACKAGES[package].no_such_name  # noqa: B018


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_alone_loads_nothing_heavy(package: str) -> None:
    code = (
        f"import sys, {package}; print([m for m in ('numpy', 'numba', 'pandas', 'rich', 'click') if m in sys.modules])"
    )
    assert subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, text=True).strip() == "[]"


def modules(package: str) -> list[str]:
    return sorted(path.stem for path in (ROOT / package).glob("*.py") if path.stem != "__init__")


def imported_modules(path: Path) -> set[str]:
    """Modules of this project that a file imports, wherever in the file, as ``package.module``."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            assert node.module is not None
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        for name in names:
            package, _, rest = name.partition(".")
            module = rest.partition(".")[0]
            if package in PACKAGES and (not module or module in modules(package)):
                found.add(f"{package}.{module}" if module else package)
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_every_module_has_its_place_in_the_order(package: str) -> None:
    assert modules(package) == sorted(ORDER[package])


@pytest.mark.parametrize(("package", "module"), [(package, name) for package in PACKAGES for name in modules(package)])
def test_imports_go_one_way(package: str, module: str) -> None:
    before = set(ORDER[package][: ORDER[package].index(module)])
    for name in imported_modules(ROOT / package / f"{module}.py"):
        other, _, imported = name.partition(".")
        if other == package:
            assert not imported or imported in before, f"{package}.{module} imports {name}"
        else:
            assert (package, other) == ("simulator", "evaluator"), f"{package}.{module} imports {name}"
