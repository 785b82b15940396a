"""Settings for the whole suite."""

from hypothesis import settings

# The first call of a kernel compiles it: no example may be judged by the clock.
settings.register_profile("suite", deadline=None)
settings.load_profile("suite")
