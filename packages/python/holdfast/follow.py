"""Follows the feed of events: complete, in order, and each event once."""

import random
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import httpx

from .client import AuthenticatedClient

PAGE_SIZE = 100
_RETRIED_STATUSES = frozenset({429, 500, 502, 503, 504})
_LONGEST_PAUSE_SECONDS = 60.0


class Followed(NamedTuple):
    """An event, as JSON, and where to go on once it is handled."""

    event: dict[str, Any]
    position: str


def follow(
    client: AuthenticatedClient,
    after: str,
    *,
    poll_seconds: float = 5.0,
    is_over: Callable[[], bool] = lambda: False,
) -> Iterator[Followed]:
    """Yields every event after `after`, oldest first, for as long as the program runs. Outages are waited out.

    Store `position` with what you did about the event, in one transaction, and pass it as `after` at the next start. Events are
    plain JSON, not the generated models: types and fields that this version does not know come through unharmed. `ping` is
    skipped.

    :param after: the id of the last event that was handled.
    :param poll_seconds: how long to wait when there is nothing new.
    :param is_over: asked between events and before each request; True ends it.
    :raises httpx.HTTPStatusError: the service refused, for instance the key.
    """
    position, failures = after, 0
    while not is_over():
        try:
            page = _page(client, position)
            failures = 0
        except httpx.TransportError:
            failures += 1
            time.sleep(_pause_seconds(failures))
            continue
        except httpx.HTTPStatusError as error:
            if error.response.status_code not in _RETRIED_STATUSES:
                raise
            failures += 1
            asked = error.response.headers.get("retry-after", "")
            time.sleep(float(asked) if asked.isdigit() else _pause_seconds(failures))
            continue
        for event in page:
            position = event["id"]
            if event["type"] == "ping":
                continue
            yield Followed(event, position)
            if is_over():
                return
        if not page and not is_over():
            time.sleep(poll_seconds)


def _page(client: AuthenticatedClient, after: str) -> list[dict[str, Any]]:
    answer = client.get_httpx_client().get("/events", params={"after": after, "limit": PAGE_SIZE})
    answer.raise_for_status()
    return answer.json()["data"]


def _pause_seconds(failures: int) -> float:
    """Half a second, one, two … a minute: each between the half and the whole of it, so that clients don't return at once."""
    return min(0.5 * 2 ** min(failures - 1, 7), _LONGEST_PAUSE_SECONDS) * random.uniform(0.5, 1)
