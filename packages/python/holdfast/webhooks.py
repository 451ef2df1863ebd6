"""Tells our webhooks from everybody else's."""

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

TOLERANCE_SECONDS = 300
#: Bytes of a key of Standard Webhooks, at least and at most.
_KEY_BYTES = (24, 64)
_TIME = re.compile(r"[0-9]{1,12}")
_ONCE = re.compile(r"[^ ,][^,]*")


class SignatureError(Exception):
    """A webhook that is not ours, or that was changed on its way. Answer with 400 and do nothing else."""


def verify(
    body: bytes | bytearray | memoryview | str,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    now: float | None = None,
) -> dict[str, Any]:
    """Checks a webhook by `X-Escrow-Signature`, or, where a gateway passes on only those, by the `webhook-*` headers.

    :param body: as it arrived, in bytes or as text: JSON that was parsed and written again has another signature.
    :param headers: as any framework has them; upper and lower case are alike.
    :param secrets: the endpoint's secret; while you rotate it, the old one too.
    :param now: in Unix seconds; this machine's clock unless given.
    :returns: the event. Expect types that you don't know.
    :raises SignatureError: it is not genuine.
    :raises TypeError: the body was parsed or read before.
    :raises ValueError: the secret is missing.
    """
    if not isinstance(body, (bytes, bytearray, memoryview, str)):
        raise TypeError("the body was parsed or read before: pass its raw bytes or text, from request.get_data(), request.body, …")
    raw = body.encode(errors="surrogatepass") if isinstance(body, str) else bytes(body)
    # Files and consoles put line breaks behind secrets.
    known = [(secret or "").strip() for secret in ([secrets] if isinstance(secrets, str) else secrets or ())]
    if not known or "" in known:
        raise ValueError("pass the secret of the endpoint: it begins with whsec_")
    given: dict[str, str] = {}
    for name, value in headers.items():
        # One that came twice is joined, and matches nothing.
        given[name.lower()] = f"{given[name.lower()]}, {value}" if name.lower() in given else value
    if "x-escrow-signature" in given:
        signed_at, is_genuine = _by_contract(raw, given["x-escrow-signature"], known)
    else:
        signed_at, is_genuine = _by_standard(raw, given, known)
    if abs((time.time() if now is None else now) - signed_at) > TOLERANCE_SECONDS:
        raise SignatureError("signed more than five minutes away from the time of this machine: check its clock")
    if not is_genuine and not raw:
        raise SignatureError("the body is empty: was it read before?")
    if not is_genuine:
        raise SignatureError("the signature does not match: check the secret, and pass the body as its raw bytes")
    event = json.loads(raw)
    if not isinstance(event, dict):
        raise SignatureError("the body is no JSON object")
    return event


def _by_contract(body: bytes, header: str, secrets: Iterable[str]) -> tuple[int, bool]:
    """When it was signed, and whether by one of the secrets."""
    parts = [part.strip().partition("=") for part in header.split(",")]
    times = [value for name, _, value in parts if name == "t"]
    if len(times) != 1 or not _TIME.fullmatch(times[0]):
        raise SignatureError("X-Escrow-Signature has to have one t, in Unix seconds")
    message = times[0].encode() + b"." + body
    expected = [hmac.new(secret.encode(), message, hashlib.sha256).hexdigest() for secret in secrets]
    return int(times[0]), _matches((value for name, _, value in parts if name == "v1"), expected)


def _by_standard(body: bytes, headers: Mapping[str, str], secrets: Iterable[str]) -> tuple[int, bool]:
    identity, signed_at, header = (headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    # A header that came twice is joined by a comma, and counts as none.
    is_whole = _ONCE.fullmatch(identity) and _TIME.fullmatch(signed_at) and not re.search(r",\S*,", header)
    if not header or not is_whole:
        raise SignatureError("no signature: neither X-Escrow-Signature nor the three webhook-* headers, each once")
    message = f"{identity}.{signed_at}.".encode() + body
    keys = [key for key in map(_key_of, secrets) if key is not None]
    expected = [base64.b64encode(hmac.new(key, message, hashlib.sha256).digest()).decode() for key in keys]
    parts = [part.partition(",") for part in header.split(" ")]
    return int(signed_at), _matches((value for version, _, value in parts if version == "v1"), expected)


def _key_of(secret: str) -> bytes | None:
    """The key within a secret; None for an older secret, which is no base64 and signs by X-Escrow-Signature alone."""
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        return None
    return key if _KEY_BYTES[0] <= len(key) <= _KEY_BYTES[1] else None


def _matches(marks: Iterable[str], expected: Sequence[str]) -> bool:
    found = [hmac.compare_digest(one.encode(), mark.encode()) for mark in marks for one in expected]
    return any(found)
