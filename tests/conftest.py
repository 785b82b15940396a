"""Settings for the whole suite."""

import os

from hypothesis import settings

# The first call of a kernel compiles it: no example may be judged by the clock. Examples differ from run to run, except
# in CI, where a failure must be the change's.
settings.register_profile("suite", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("suite")
