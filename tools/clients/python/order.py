"""One whole order with the client that openapi-python-client makes. Every module of it is imported first."""

import importlib
import pkgutil
import sys

import holdfast_merchant_api_client as package
from holdfast_merchant_api_client import AuthenticatedClient
from holdfast_merchant_api_client.api.checkout_sessions import create_session
from holdfast_merchant_api_client.api.escrows import submit_milestone
from holdfast_merchant_api_client.api.events import list_events
from holdfast_merchant_api_client.api.sandbox import (
    sandbox_approve_milestone,
    sandbox_confirm_session,
    sandbox_record_payment,
)
from holdfast_merchant_api_client.models import (
    CheckoutSession,
    CheckoutSessionCreate,
    Escrow,
    EscrowCompletedEvent,
    EventList,
    SandboxConfirm,
    SandboxEmpty,
    SandboxPayment,
    Submission,
)

for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
    importlib.import_module(module.name)


def taken(answer, kind):
    if not isinstance(answer, kind):
        sys.exit(f"expected {kind.__name__}, got {answer}")
    return answer


base_url, api_key = sys.argv[1:]
client = AuthenticatedClient(base_url=base_url, token=api_key)

order = CheckoutSessionCreate(title="Hand-thrown dinner set", amount="249.90")
session = taken(create_session.sync(client=client, body=order), CheckoutSession)
escrow = taken(sandbox_confirm_session.sync(session.id, client=client, body=SandboxConfirm()), Escrow)
milestone = escrow.milestones[0].id
taken(sandbox_record_payment.sync(escrow.id, client=client, body=SandboxPayment()), Escrow)
delivery = Submission(submission_details="DHL 4410 8823 7712")
taken(submit_milestone.sync(escrow.id, milestone, client=client, body=delivery), Escrow)
taken(sandbox_approve_milestone.sync(escrow.id, milestone, client=client, body=SandboxEmpty()), Escrow)

for event in taken(list_events.sync(client=client, limit=100), EventList).data:
    if isinstance(event, EscrowCompletedEvent) and event.data.object_.id == escrow.id:
        print(event.data.object_.status, event.data.object_.id)
