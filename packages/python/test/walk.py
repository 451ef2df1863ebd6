"""A whole order with the package as it is installed. Prints what the feed told of it. Usage: python walk.py BASE_URL API_KEY"""

import sys

from holdfast.client.api.checkout_sessions import create_session
from holdfast.client.api.escrows import submit_milestone
from holdfast.client.api.events import list_events
from holdfast.client.api.sandbox import sandbox_approve_milestone, sandbox_confirm_session, sandbox_record_payment
from holdfast.client.models import CheckoutSessionCreate, SandboxConfirm, SandboxEmpty, SandboxPayment, Submission
from holdfast.connection import connect
from holdfast.follow import follow

base_url, api_key = sys.argv[1:]
client = connect(base_url, api_key)

order = CheckoutSessionCreate(title="Hand-thrown dinner set", amount="249.90")
session = create_session.sync(client=client, body=order, idempotency_key="walk")
again = create_session.sync(client=client, body=order, idempotency_key="walk")
assert session.id == again.id
escrow = sandbox_confirm_session.sync(session.id, client=client, body=SandboxConfirm())
start = list_events.sync(client=client, limit=1).data[0].id
sandbox_record_payment.sync(escrow.id, client=client, body=SandboxPayment())
[milestone] = escrow.milestones
delivery = Submission(submission_details="DHL 4410 8823 7712")
for _ in range(2):  # a repeat succeeds
    submit_milestone.sync(escrow.id, milestone.id, client=client, body=delivery)
sandbox_approve_milestone.sync(escrow.id, milestone.id, client=client, body=SandboxEmpty())

first, _ = next(follow(client, after=None))
assert first["type"] == "checkout.session.completed", first
for event, _ in follow(client, after=start):
    print(event["type"])
    if event["type"] == "escrow.completed":
        break
