"""What `connect` makes of refusals and bad moments: a server that answers as it is told, over real sockets."""

import asyncio
import json
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import httpx

from holdfast.client.api.account import get_account
from holdfast.client.api.checkout_sessions import create_session
from holdfast.client.api.escrows import submit_milestone
from holdfast.client.api.sandbox import sandbox_cancel_escrow
from holdfast.client.models import CheckoutSessionCreate, SandboxEmpty, Submission
from holdfast.connection import ApiError, Connection, connect

MILESTONE = "0190f5f6-0000-7000-8000-000000000001"
ORDER = CheckoutSessionCreate(title="Hand-thrown dinner set", amount="249.90")
CUT = "cut"


def refusal(status: int, code: str, headers: dict[str, str] | None = None, **more: Any) -> tuple[int, Any, dict[str, str]]:
    error = {"type": "api_error", "code": code, "message": "No.", **more}
    return status, {"error": error}, {"Request-Id": "req_1", "Retry-After": "0", **(headers or {})}


def ok(value: dict[str, Any]) -> tuple[int, Any, dict[str, str]]:
    return 200, value, {}


class Service:
    """Gives its answers one after the other; the last one repeats. `CUT` is none."""

    def __init__(self, *answers: Any) -> None:
        self.asked: list[tuple[str, str, dict[str, str]]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                outer.asked.append((self.command, self.path, {name.lower(): value for name, value in self.headers.items()}))
                answer = answers[min(len(outer.asked), len(answers)) - 1]
                if answer == CUT:
                    self.close_connection = True
                    return
                status, body, headers = answer
                raw = body.encode() if isinstance(body, str) else json.dumps(body).encode()
                self.send_response(status)
                for name, value in {"Content-Length": str(len(raw)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(raw)

            do_GET = do_POST = do

            def log_message(self, *_: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def client(self, **options: Any) -> Connection:
        return connect(f"http://127.0.0.1:{self.server.server_port}/api/v1", "hf_key", **options)

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Calls(unittest.TestCase):
    def service(self, *answers: Any) -> Service:
        service = Service(*answers)
        self.addCleanup(service.close)
        return service

    def refused(self, service: Service, **options: Any) -> ApiError:
        with self.assertRaises(ApiError) as caught:
            get_account.sync(client=service.client(**options))
        return caught.exception

    def test_a_refusal_tells_code_details_and_request_id(self) -> None:
        service = self.service(refusal(400, "validation_failed", details={"amount": ["Two decimals.", "Above 0."]}))
        with self.assertRaises(ApiError) as caught:
            create_session.sync(client=service.client(), body=ORDER)
        error = caught.exception
        self.assertEqual((error.status, error.code, error.message, error.request_id), (400, "validation_failed", "No.", "req_1"))
        self.assertEqual(error.details, {"amount": ["Two decimals.", "Above 0."]})
        self.assertEqual(str(error), "No. (validation_failed, request req_1) amount: Two decimals. Above 0.")
        self.assertEqual(len(service.asked), 1)

    def test_every_request_names_the_version_and_the_key(self) -> None:
        service = self.service(refusal(401, "unauthenticated"))
        self.refused(service)
        _, path, headers = service.asked[0]
        self.assertEqual((path, headers["authorization"], headers["escrow-version"]), ("/api/v1/account", "Bearer hf_key", "2026-09-01"))

    def test_what_passes_is_asked_again_and_not_for_ever(self) -> None:
        for status in (429, 500, 503):
            service = self.service(refusal(status, "some_code"))
            self.assertEqual(self.refused(service).attempts, 3)
            self.assertEqual(len(service.asked), 3)
        for status in (400, 401, 403, 404, 409, 502):
            service = self.service(refusal(status, "some_code"))
            self.assertEqual(self.refused(service).attempts, 1)
            self.assertEqual(len(service.asked), 1)

    def test_more_patience_than_there_is_ends_the_call(self) -> None:
        service = self.service(refusal(429, "rate_limited", {"Retry-After": "60"}))
        self.assertEqual(self.refused(service, total_seconds=5).retry_after_seconds, 60)
        self.assertEqual(len(service.asked), 1)

    def test_a_creation_has_one_idempotency_key_over_all_its_requests(self) -> None:
        for given in (None, "NW-1"):
            service = self.service(CUT, refusal(503, "service_unavailable"), refusal(409, "idempotency_conflict"))
            with self.assertRaises(ApiError) as caught:
                options = {} if given is None else {"idempotency_key": given}
                create_session.sync(client=service.client(), body=ORDER, **options)
            self.assertEqual(caught.exception.attempts, 3)
            [key] = {headers["idempotency-key"] for _, _, headers in service.asked}
            self.assertRegex(key, "^NW-1$" if given else "^[0-9a-f-]{36}$")

    def test_an_order_id_in_any_script_is_an_idempotency_key(self) -> None:
        async def create(client: Connection, key: str) -> None:
            await create_session.asyncio(client=client, body=ORDER, idempotency_key=key)

        calls = (
            lambda client, key: create_session.sync(client=client, body=ORDER, idempotency_key=key),
            lambda client, key: asyncio.run(create(client, key)),
        )
        for call in calls:
            for given, sent in (("訂單 7", "訂單 7"), (" é", "é"), (" ", ""), ("", "")):
                service = self.service(refusal(400, "validation_failed"))
                with self.assertRaises(ApiError):
                    call(service.client(), given)
                self.assertEqual(service.asked[0][2]["idempotency-key"].encode("latin-1").decode(), sent)
            with self.assertRaises(ValueError) as caught:
                call(service.client(), "NW-1\nX-Other: 1")
            self.assertNotIn("NW-1", str(caught.exception))

    def test_a_submission_that_was_made_before_succeeds(self) -> None:
        def stands(details: str, status: str) -> Any:
            milestone = {"id": MILESTONE, "status": status, "submission_details": details}
            return ok({"object": "escrow", "milestones": [milestone]})

        invalid = refusal(409, "invalid_state")
        submit = "POST", f"/api/v1/escrows/TR-1/milestones/{MILESTONE}/submit"
        for found, is_done in [
            (stands("DHL 1", "AWAITING_REVIEW"), True),
            (stands("DHL 1", "COMPLETED"), True),
            (stands("DHL 2", "AWAITING_REVIEW"), False),
            (stands("DHL 1", "REVISION_REQUESTED"), False),
        ]:
            service = self.service(CUT, invalid, found)
            send = service.client().get_httpx_client().request
            call = lambda: send("POST", submit[1].removeprefix("/api/v1"), json={"submission_details": "DHL 1"})  # noqa: E731
            if is_done:
                self.assertEqual(call().json()["object"], "escrow")
            else:
                with self.assertRaises(ApiError) as caught:
                    call()
                self.assertEqual(caught.exception.code, "invalid_state")
            self.assertEqual([asked[:2] for asked in service.asked], [submit, submit, ("GET", "/api/v1/escrows/TR-1")])
        early = self.service(refusal(409, "escrow_not_funded"))
        with self.assertRaises(ApiError):
            submit_milestone.sync("TR-1", MILESTONE, client=early.client(), body=Submission(submission_details="DHL 1"))
        self.assertEqual(len(early.asked), 1)

    def test_what_can_not_be_made_twice_is_asked_again_only_when_it_was_not_carried_out(self) -> None:
        for answer, asked, thrown in [
            (CUT, 1, httpx.TransportError),
            (refusal(500, "internal_error"), 1, ApiError),
            (refusal(429, "rate_limited"), 3, ApiError),
        ]:
            service = self.service(answer)
            with self.assertRaises(thrown):
                sandbox_cancel_escrow.sync("TR-1", client=service.client(), body=SandboxEmpty())
            self.assertEqual(len(service.asked), asked)

    def test_an_answer_of_somebody_else_says_so(self) -> None:
        for status in (200, 404, 302):
            error = self.refused(self.service((status, "<html>", {})))
            self.assertEqual((error.status, error.code), (status, "unexpected_response"))

    def test_coroutines_are_as_patient(self) -> None:
        service = self.service(CUT, refusal(503, "service_unavailable"), refusal(404, "not_found"))

        async def call() -> None:
            async with service.client() as client:
                await get_account.asyncio(client=client)

        with self.assertRaises(ApiError) as caught:
            asyncio.run(call())
        self.assertEqual((caught.exception.code, caught.exception.attempts), ("not_found", 3))

    def test_the_key_is_told_to_nobody(self) -> None:
        for key in ("", "hf_key\n", "hf_key\r\nX-Other: 1", " hf_key", "hf_kéy", "hf_key\0"):
            with self.assertRaises(ValueError) as caught:
                connect("http://127.0.0.1:9", key)
            self.assertNotIn("hf_", str(caught.exception))
        client = connect("http://127.0.0.1:9/api/v1", "hf_key")
        for one in (client, client.with_headers({"X-Shop": "kiln"})):
            self.assertEqual(repr(one), "Connection(base_url='http://127.0.0.1:9/api/v1')")


if __name__ == "__main__":
    unittest.main()
