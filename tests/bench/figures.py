"""Times summed up."""


def figures(times: list[float]) -> dict[str, float]:
    """The median, the 99th percentile and the most."""
    ordered = sorted(times)
    return {
        "p50": round(ordered[len(ordered) // 2], 3),
        "p99": round(ordered[len(ordered) * 99 // 100], 3),
        "max": round(ordered[-1], 3),
    }
