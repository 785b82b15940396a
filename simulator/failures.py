"""Questions that are well put but get no answer."""


class NoAnswer(RuntimeError):
    """There is no answer; the message says why in one line."""


class NoValidDeal(NoAnswer):
    """No deal to count: in all that were made no trigger came face up, so that they are void (rule W13)."""


class FiltersTooTight(NoAnswer):
    """Filters of down cards that fit together in too few ways to sample them."""


class OutOfTime(NoAnswer):
    """An exact count that the time limit has ended: a part of it estimates nothing."""
