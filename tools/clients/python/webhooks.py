"""Deliveries before the libraries of others: each takes what was sent, by every secret that signed it, and nothing that was changed.

The only argument is a file of JSON: a list of {"headers", "body", "secrets", "strangers"}. Prints how many verdicts were right.
"""

import json
import sys

import stripe
from standardwebhooks.webhooks import Webhook as StandardWebhook
from svix.webhooks import Webhook as SvixWebhook

LIBRARIES = {
    "standardwebhooks": lambda body, headers, secret: StandardWebhook(secret).verify(body, headers),
    "svix": lambda body, headers, secret: SvixWebhook(secret).verify(body, headers),
    "stripe": lambda body, headers, secret: stripe.Webhook.construct_event(body, headers["x-escrow-signature"], secret),
}


def takes(verify, body, headers, secret):
    try:
        verify(body, headers, secret)
        return True
    except Exception:
        return False


def cases(delivery):
    """Each as what is verified with which secret, and whether it has to be taken."""
    headers, body = delivery["headers"], delivery["body"].encode()
    signature = headers["x-escrow-signature"]
    late = {**headers, "webhook-timestamp": "1790000000", "x-escrow-signature": signature.replace("t=", "t=1")}
    for secret in delivery["secrets"]:
        yield "as it was sent", body, headers, secret, True
        yield "with another body", body + b" ", headers, secret, False
        yield "at another time", body, late, secret, False
    for secret in delivery["strangers"]:
        yield "by another secret", body, headers, secret, False


with open(sys.argv[1], encoding="utf-8") as file:
    deliveries = json.load(file)

count = 0
wrong = []
for number, delivery in enumerate(deliveries):
    for what, body, headers, secret, expected in cases(delivery):
        for name, verify in LIBRARIES.items():
            count += 1
            if takes(verify, body, headers, secret) is not expected:
                wrong.append(f"{name} {'refuses' if expected else 'takes'} delivery {number} {what}")

if wrong or not deliveries:
    sys.exit("\n".join(wrong) or "there are no deliveries")
print(f"{count} verdicts")
