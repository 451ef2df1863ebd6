"""A receiver in Flask, with its shop in memory."""

import hashlib
import hmac
import json
import os
import re
import threading
import time

from flask import Flask, Response, request

TOLERANCE_SECONDS = 300
STAGES = {"checkout.session.completed": 1, "escrow.funded": 2, "escrow.completed": 3}

app = Flask(__name__)
lock = threading.Lock()
seen: set[str] = set()
orders: dict[str, dict[str, int]] = {}


def is_signed(header: str, raw: bytes) -> bool:
    entries = [entry.partition("=") for entry in header.split(",")]
    times = [value for name, _, value in entries if name == "t"]
    marks = [value for name, _, value in entries if name == "v1"]
    if len(times) != 1 or re.fullmatch(r"[0-9]{1,12}", times[0]) is None:
        return False
    if abs(time.time() - int(times[0])) > TOLERANCE_SECONDS:
        return False
    message = times[0].encode() + b"." + raw
    expected = hmac.new(os.environ["SECRET"].encode(), message, hashlib.sha256).hexdigest()
    return any(hmac.compare_digest(expected.encode(), mark.encode()) for mark in marks)


@app.post("/hooks")
def receive() -> Response:
    raw = request.get_data()
    if not is_signed(request.headers.get("X-Escrow-Signature", ""), raw):
        return Response(status=401)
    event = json.loads(raw)
    reached = STAGES.get(event["type"])
    with lock:
        if event["id"] not in seen and reached is not None:
            seen.add(event["id"])
            order = orders.setdefault(event["data"]["object"]["external_reference"], {"stage": 0, "shipped": 0})
            if order["stage"] < 2 <= reached:
                order["shipped"] += 1
            order["stage"] = max(order["stage"], reached)
    return Response(status=204)


@app.get("/orders/<order>")
def state(order: str) -> str:
    return json.dumps(orders.get(order))


app.run("127.0.0.1", int(os.environ["PORT"]), threaded=True)
