"""Follows the feed of events: complete, in order, and each event once."""

import random
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import httpx

from .client import AuthenticatedClient
from .connection import ApiError, key_in

PAGE_SIZE = 100
_LONGEST_PAUSE_SECONDS = 60.0


class Followed(NamedTuple):
    """An event, as JSON, and where to go on once it is handled."""

    event: dict[str, Any]
    position: str


def follow(
    client: AuthenticatedClient,
    after: str | None,
    *,
    poll_seconds: float = 5.0,
    is_over: Callable[[], bool] = lambda: False,
) -> Iterator[Followed]:
    """Yields every event after `after`, oldest first, for as long as the program runs. Outages are waited out.

    Store `position` with what you did about the event, in one transaction, and pass it as `after` at the next start. Events are
    plain JSON, not the generated models: types and fields that this version does not know come through unharmed. `ping` is
    skipped.

    :param after: the id of the last event that was handled; None begins with the account's first event.
    :param poll_seconds: how long to wait when there is nothing new.
    :param is_over: asked between events and before each request; True ends it.
    :raises ApiError: the service refused, for instance the key.
    """
    key_in(client.token)
    position = after
    while not is_over():
        try:
            page = _first(client, is_over) if position is None else _page(client, is_over, {"after": position})["data"]
        except _Over:
            return
        for event in page:
            position = event["id"]
            if event["type"] == "ping":
                continue
            yield Followed(event, position)
            if is_over():
                return
        if not page and not is_over():
            time.sleep(poll_seconds)


class _Over(Exception):
    """It was ended while the service was away."""


def _page(client: AuthenticatedClient, is_over: Callable[[], bool], query: Mapping[str, Any]) -> dict[str, Any]:
    """Asks until there is a page."""
    failures = 0
    while not is_over():
        try:
            return _answer(client, query)
        except httpx.TransportError:
            asked = None
        except ApiError as error:
            if _is_final(error):
                raise
            asked = error.retry_after_seconds
        failures += 1
        time.sleep(_pause_seconds(failures) if asked is None else asked)
    raise _Over


def _answer(client: AuthenticatedClient, query: Mapping[str, Any]) -> dict[str, Any]:
    answer = client.get_httpx_client().get("/events", params={"limit": PAGE_SIZE, **query})
    try:
        page = answer.json() if answer.is_success else None
    except ValueError:
        page = None
    if not isinstance(page, dict):
        raise ApiError(answer)
    return page


def _first(client: AuthenticatedClient, is_over: Callable[[], bool]) -> list[dict[str, Any]]:
    """The account's oldest event, none while there is none: `after` needs one to begin with."""
    page = _page(client, is_over, {})
    while page["next"] is not None:
        page = _page(client, is_over, httpx.URL(page["next"]).params)
    return page["data"][-1:]


def _is_final(error: ApiError) -> bool:
    """The API's own refusals, but for those that say when to come again."""
    return error.code not in ("unexpected_response", "rate_limited", "request_timeout") and error.status < 500


def _pause_seconds(failures: int) -> float:
    """Half a second, one, two … a minute: each between the half and the whole of it, so that clients don't return at once."""
    return min(0.5 * 2 ** min(failures - 1, 7), _LONGEST_PAUSE_SECONDS) * random.uniform(0.5, 1)
