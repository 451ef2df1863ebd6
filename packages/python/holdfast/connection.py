"""The generated client, made patient: a refusal is an `ApiError`, and what passes by itself is asked again."""

import asyncio
import random
import re
import time
import uuid
from collections.abc import Generator, Mapping
from typing import Any

import httpx
from attrs import define, field

from .client import AuthenticatedClient

#: The version of the API that this package was written for; sent with every request.
API_VERSION = "2026-09-01"

_FIRST_PAUSE_SECONDS = 0.5
_KEY = re.compile(r"[\x21-\x7e]+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_SUBMISSION = re.compile(r"/escrows/[^/]+(?=/milestones/([^/]+)/submit$)")


class ApiError(Exception):
    """The service refused. Branch on `code`, with a default, since codes may be added; the message is for people."""

    def __init__(self, response: httpx.Response, *, attempts: int = 1) -> None:
        error = _object_in(response).get("error")
        given = error if isinstance(error, dict) else {}
        self.status: int = response.status_code
        #: `unexpected_response` for an answer that is not the API's: somebody on the way has answered in its place.
        self.code: str = str(given.get("code", "unexpected_response"))
        self.message: str = str(given.get("message", f"the answer ({self.status}) is not the API's: is the base URL right?"))
        #: By field, what is wrong with it.
        self.details: Mapping[str, list[str]] = given.get("details") or {}
        #: Quote it when you ask about a refusal.
        self.request_id: str | None = response.headers.get("request-id")
        #: What `Retry-After` asked for.
        self.retry_after_seconds: float | None = _seconds_in(response.headers.get("retry-after"))
        #: How many requests the call made. Above 1, an earlier one may have been carried out though its answer was lost.
        self.attempts: int = attempts
        self.response: httpx.Response = response
        super().__init__(self.message)

    def __str__(self) -> str:
        fields = [f"{name}: {' '.join(sentences)}" for name, sentences in self.details.items()]
        request = "" if self.request_id is None else f", request {self.request_id}"
        return " ".join([f"{self.message} ({self.code}{request})", *fields])


def connect(
    base_url: str,
    api_key: str,
    *,
    timeout_seconds: float = 30.0,
    total_seconds: float = 90.0,
    retries_max: int = 2,
) -> "Connection":
    """A client for the functions of `holdfast.client.api`, which raise `ApiError` for whatever the service refuses.

    429, 500, 503 and a connection that fails are asked again, after `Retry-After` or a short pause. A creation has an idempotency
    key, yours or one that is drawn for it, the same for all its requests. A submission may be made again: it succeeds if its details
    were submitted before. What can be neither, such as the sandbox's helpers, is asked again only when it was not carried out.

    :param base_url: of your deployment, ending in /api/v1.
    :param api_key: keep it on your server.
    :param timeout_seconds: for each request.
    :param total_seconds: for all requests of a call and the pauses between them.
    :param retries_max: 0 sends every request once.
    :raises ValueError: the key is none.
    """
    return Connection(
        base_url=base_url,
        token=key_in(api_key),
        headers={"Escrow-Version": API_VERSION},
        timeout=httpx.Timeout(timeout_seconds),
        total_seconds=total_seconds,
        retries_max=retries_max,
    )


def key_in(api_key: str) -> str:
    """Refuses here, in words that don't repeat it: the network's own quote the header that they can't send."""
    if not api_key:
        raise ValueError("the API key is missing")
    if not _KEY.fullmatch(api_key):
        raise ValueError("the API key has a blank, a line break or another character that no key has")
    return api_key


@define(repr=False)
class Connection(AuthenticatedClient):
    """What `connect` makes. Its text has no key in it."""

    total_seconds: float = field(default=90.0, kw_only=True)
    retries_max: int = field(default=2, kw_only=True)

    def __repr__(self) -> str:
        return f"Connection(base_url={self._base_url!r})"

    def get_httpx_client(self) -> httpx.Client:
        if self._client is not None:
            return self._client
        client = super().get_httpx_client()
        ask, send = client.request, client.send
        client.request = lambda *where, **options: ask(*where, **_spelt(options))  # type: ignore[method-assign]

        def send_patiently(request: httpx.Request, **options: Any) -> httpx.Response:
            return send(request, **options) if options.get("stream") else _run(self._call(request), send, options)

        client.send = send_patiently  # type: ignore[method-assign]
        return client

    def get_async_httpx_client(self) -> httpx.AsyncClient:
        if self._async_client is not None:
            return self._async_client
        client = super().get_async_httpx_client()
        ask, send = client.request, client.send
        client.request = lambda *where, **options: ask(*where, **_spelt(options))  # type: ignore[method-assign]

        async def send_patiently(request: httpx.Request, **options: Any) -> httpx.Response:
            if options.get("stream"):
                return await send(request, **options)
            return await _run_async(self._call(request), send, options)

        client.send = send_patiently  # type: ignore[method-assign]
        return client

    def _call(self, request: httpx.Request) -> "_Steps":
        return _call(request, time.monotonic() + self.total_seconds, self.retries_max)


def _spelt(options: dict[str, Any]) -> dict[str, Any]:
    """Headers hold bytes: what is not ASCII in an order's id goes as the bytes of its UTF-8, without blanks around it."""
    headers = dict(options.get("headers") or {})
    key = headers.get("Idempotency-Key")
    if isinstance(key, str):
        if _CONTROL.search(key):
            raise ValueError("the idempotency key has a line break or another control character")
        headers["Idempotency-Key"] = key.strip(" ").encode()
    return {**options, "headers": headers}


#: Requests to send and seconds to wait; each is answered with the response of a request, or what was thrown.
_Steps = Generator[httpx.Request | float, httpx.Response | None, httpx.Response]


def _call(request: httpx.Request, deadline: float, retries_max: int) -> _Steps:
    """One call of the API: its request, its repeats, and what their answers mean."""
    if request.method == "POST" and request.url.path.endswith(("/checkout/sessions", "/refunds")):
        request.headers.setdefault("Idempotency-Key", str(uuid.uuid4()))
    submission = _SUBMISSION.search(request.url.path)
    is_repeatable = request.method == "GET" or "Idempotency-Key" in request.headers or request.url.path.endswith("/expire")
    attempts = 0
    while True:
        attempts += 1
        response, failure, pause = None, None, None
        try:
            response = yield request
        except httpx.TransportError as error:
            failure = error
            is_passing = is_repeatable or submission is not None or isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout))
        else:
            if response.is_success and _object_in(response):
                return response
            failure = refusal = ApiError(response, attempts=attempts)
            if submission is not None and _may_be_done(refusal):
                return (yield from _submitted(request, submission, refusal))
            is_passing = response.status_code in (429, 503) or (response.status_code == 500 and is_repeatable)
            pause = refusal.retry_after_seconds
        if pause is None:
            pause = _FIRST_PAUSE_SECONDS * 2 ** (attempts - 1) * random.uniform(0.5, 1)
        if not is_passing or attempts > retries_max or time.monotonic() + pause >= deadline:
            raise failure
        yield pause


def _may_be_done(refusal: ApiError) -> bool:
    """Where an answer was lost, the escrow may already be over, or in dispute, because of what was submitted."""
    return refusal.code == "invalid_state" or (refusal.code == "escrow_not_funded" and refusal.attempts > 1)


def _submitted(request: httpx.Request, submission: re.Match[str], refusal: ApiError) -> _Steps:
    """That the milestone has these very details, and waits for no others, shows that an earlier request was carried out."""
    url = request.url.copy_with(path=request.url.path[: submission.end()])
    headers = {name: value for name, value in request.headers.items() if not name.startswith("content-")}
    response = yield httpx.Request("GET", url, headers=headers, extensions=request.extensions)
    details = httpx.Response(200, content=request.content).json().get("submission_details")
    for milestone in _object_in(response).get("milestones", ()):
        if milestone["id"] == submission[1] and milestone["submission_details"] == details:
            if milestone["status"] not in ("PENDING", "REVISION_REQUESTED"):
                return response
    raise refusal


def _run(steps: _Steps, send: Any, options: Mapping[str, Any]) -> httpx.Response:
    step = next(steps)
    while True:
        try:
            try:
                done = time.sleep(step) if isinstance(step, float) else send(step, **options)
            except httpx.TransportError as error:
                step = steps.throw(error)
            else:
                step = steps.send(done)
        except StopIteration as end:
            return end.value


async def _run_async(steps: _Steps, send: Any, options: Mapping[str, Any]) -> httpx.Response:
    step = next(steps)
    while True:
        try:
            try:
                done = await (asyncio.sleep(step) if isinstance(step, float) else send(step, **options))
            except httpx.TransportError as error:
                step = steps.throw(error)
            else:
                step = steps.send(done)
        except StopIteration as end:
            return end.value


def _object_in(response: httpx.Response) -> dict[str, Any]:
    """The JSON object of an answer; empty for anything else."""
    try:
        value = response.json()
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _seconds_in(header: str | None) -> float | None:
    return float(header) if header is not None and re.fullmatch(r"[0-9]{1,9}", header) else None
