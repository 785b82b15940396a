"""Settings for the whole suite."""

import os
import signal

import pytest
from hypothesis import settings

# The first call of a kernel compiles it: no example may be judged by the clock. Examples differ from run to run, except
# in CI, where a failure must be the change's.
settings.register_profile("suite", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("suite")


@pytest.fixture(autouse=True, scope="session")
def _ctrl_c_is_heard() -> None:
    """A suite that runs in the background is started with Ctrl-C ignored; some tests press it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
