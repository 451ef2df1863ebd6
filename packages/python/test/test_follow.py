"""The feed is followed over a server that goes away again and again, answers with refusals, and cuts pages short."""

import json
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlsplit

from holdfast.client import AuthenticatedClient
from holdfast.connection import ApiError, connect
from holdfast.follow import Followed, follow

EVENTS = [{"id": f"evt_{number}", "type": "ping" if number % 5 == 0 else "escrow.new_kind"} for number in range(1, 31)]
PAGE = 3


class Feed:
    """Serves events after a position, and has a bad moment before every second page."""

    def __init__(self, refusal: int | None = None) -> None:
        self.asked = 0
        self.refusal = refusal
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked += 1
                if outer.refusal is not None:
                    return self.answer(outer.refusal, {"error": {"code": "unauthenticated"}})
                if outer.asked % 2 == 0:
                    return self.fail(outer.asked // 2 % 3)
                query = parse_qs(urlsplit(self.path).query)
                if "after" not in query:  # newest first, from page to page
                    end = int(query.get("cursor", [len(EVENTS)])[0])
                    start = max(0, end - PAGE)
                    more = f"http://elsewhere.example/events?cursor={start}" if start > 0 else None
                    return self.answer(200, {"data": EVENTS[start:end][::-1], "next": more})
                [after] = query["after"]
                position = next((index for index, event in enumerate(EVENTS) if event["id"] == after), -1) + 1
                return self.answer(200, {"data": EVENTS[position : position + PAGE]})

            def fail(self, kind: int) -> None:
                if kind == 0:
                    return self.answer(503, {"error": {"code": "service_unavailable"}}, {"Retry-After": "0"})
                if kind == 1:  # half an answer
                    self.send_response(200)
                    self.send_header("Content-Length", "1000")
                    self.end_headers()
                    self.wfile.write(b'{"data": [')
                self.close_connection = True  # or none
                return None

            def answer(self, status: int, body: dict, headers: dict[str, str] | None = None) -> None:
                raw = json.dumps(body).encode()
                self.send_response(status)
                for name, value in {"Content-Length": str(len(raw)), **(headers or {})}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(raw)

            def log_message(self, *_: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}"

    def client(self) -> AuthenticatedClient:
        return AuthenticatedClient(base_url=self.base_url, token="hf_key")

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Follow(unittest.TestCase):
    def test_every_event_comes_once_and_in_order_and_no_ping(self) -> None:
        feed = Feed()
        self.addCleanup(feed.close)
        found: list[Followed] = []
        for followed in follow(feed.client(), after="evt_0", poll_seconds=0, is_over=lambda: len(found) == 24):
            found.append(followed)
        expected = [event["id"] for event in EVENTS if event["type"] != "ping"]
        self.assertEqual([event["id"] for event, _ in found], expected)
        self.assertEqual([position for _, position in found], expected)
        self.assertGreater(feed.asked, 15)

    def test_without_a_position_it_begins_with_the_first_event(self) -> None:
        for patient in (False, True):
            feed = Feed()
            self.addCleanup(feed.close)
            client = connect(feed.base_url, "hf_key") if patient else feed.client()
            feed_of = follow(client, after=None, poll_seconds=0)
            self.assertEqual([next(feed_of).position for _ in range(5)], ["evt_1", "evt_2", "evt_3", "evt_4", "evt_6"])

    def test_it_goes_on_from_a_position(self) -> None:
        feed = Feed()
        self.addCleanup(feed.close)
        event, position = next(follow(feed.client(), after="evt_7"))
        self.assertEqual([event["id"], position], ["evt_8", "evt_8"])

    def test_a_refusal_that_no_retry_mends_ends_it(self) -> None:
        feed = Feed(refusal=401)
        self.addCleanup(feed.close)
        with self.assertRaises(ApiError) as refused:
            next(follow(feed.client(), after="evt_0"))
        self.assertEqual(refused.exception.code, "unauthenticated")
        self.assertEqual(feed.asked, 1)

    def test_a_key_that_no_header_can_hold_is_refused_without_being_repeated(self) -> None:
        with self.assertRaisesRegex(ValueError, "^the API key has a blank, a line break"):
            next(follow(AuthenticatedClient(base_url="http://127.0.0.1:9", token="hf_key\n"), after="evt_0"))


if __name__ == "__main__":
    unittest.main()
