"""Equity simulator for Follow the Queen and seven-card stud.

Names load when they are first used, so that importing the package costs nothing.
"""

TYPE_CHECKING = False  # that of typing takes long to load, and Ctrl-C would strike before the command hears it
if TYPE_CHECKING:
    from typing import Any

    from simulator.audit import sample_deals
    from simulator.batch import equity_batch
    from simulator.estimate import equity
    from simulator.next_card import Outs, outs
    from simulator.outlook import forecast
    from simulator.outlook_results import Forecast
    from simulator.phh import read_hand
    from simulator.played_hands import play_hands
    from simulator.plots import plot_equity, plot_forecast, plot_queens
    from simulator.pot_odds import call_values
    from simulator.queens import QueensStudy, queens_study
    from simulator.replay import replay_hand
    from simulator.replay_results import Replay
    from simulator.results import Result
    from simulator.rules import Rules
    from simulator.stakes import Stakes
    from simulator.table import Table

__version__ = "0.1.0"
__all__ = [
    "Forecast",
    "Outs",
    "QueensStudy",
    "Replay",
    "Result",
    "Rules",
    "Stakes",
    "Table",
    "call_values",
    "equity",
    "equity_batch",
    "forecast",
    "outs",
    "play_hands",
    "plot_equity",
    "plot_forecast",
    "plot_queens",
    "queens_study",
    "read_hand",
    "replay_hand",
    "sample_deals",
]

_HOME = {
    "Forecast": "outlook_results",
    "Outs": "next_card",
    "QueensStudy": "queens",
    "Replay": "replay_results",
    "Result": "results",
    "Rules": "rules",
    "Stakes": "stakes",
    "Table": "table",
    "call_values": "pot_odds",
    "equity": "estimate",
    "equity_batch": "batch",
    "forecast": "outlook",
    "outs": "next_card",
    "play_hands": "played_hands",
    "plot_equity": "plots",
    "plot_forecast": "plots",
    "plot_queens": "plots",
    "queens_study": "queens",
    "read_hand": "phh",
    "replay_hand": "replay",
    "sample_deals": "audit",
}


def __getattr__(name: str) -> "Any":
    """Load a public name on first use (PEP 562)."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value
