"""Questions that are well put but get no answer."""


class NoAnswer(RuntimeError):
    """There is no answer; the message says why in one line."""


class NoValidDeal(NoAnswer):
    """No deal to count: in all that were made no trigger came face up, so that they are void (rule W13)."""

    @classmethod
    def among(cls, deals: int, trigger: str) -> "NoValidDeal":
        """So many deals have been made, and there is none."""
        return cls(
            f"no valid deal: no {trigger} came face up in {deals:,} deals, and a deal without one is void (rule W13); "
            "make more deals"
        )


class FiltersTooTight(NoAnswer):
    """Filters of down cards that fit together in too few ways to sample them."""


class OutOfTime(NoAnswer):
    """An exact count that the time limit has ended: a part of it estimates nothing."""
