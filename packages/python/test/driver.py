"""Verifies what a test asks for, one JSON array a line: body in base64, as text or parsed, headers, secrets, time. Needs no other package."""

import base64
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from holdfast.webhooks import verify

for line in sys.stdin:
    form, body, headers, secrets, now = json.loads(line)
    raw = base64.b64decode(body) if form == "base64" else body
    try:
        answer = {"value": verify(raw, headers, secrets, now=now)}
    except Exception as error:
        answer = {"thrown": type(error).__name__, "message": str(error)}
    print(json.dumps(answer), flush=True)
