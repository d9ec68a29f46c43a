import json
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer

from reseller_esim import Client, ConnectionFailed, WebhookError, errors, verify_webhook
from reseller_esim._contract import EVENT_EXAMPLES
from reseller_esim._signing import sign
from reseller_esim.testing import fake_delivery, fake_event


class Service:
    """Answers in turn, the last answer for all requests after it, and keeps what was asked. Bytes are sent as they are, and the connection closed."""

    def __init__(self, *answers):
        self.asked = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                service.asked.append((self.command, self.path, dict(self.headers), body))
                answer = answers[min(len(service.asked), len(answers)) - 1]
                if isinstance(answer, bytes):
                    self.wfile.write(answer)
                    self.close_connection = True
                    return
                status, data, headers = answer
                text = data if isinstance(data, bytes) else json.dumps(data).encode()
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            do_GET = do_POST = answer

            def log_message(self, *_args):
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.client = Client("svc_test_x", f"http://127.0.0.1:{self.server.server_port}/api/v1/")

    def __enter__(self):
        return self

    def __exit__(self, *_args):
        self.server.shutdown()
        self.server.server_close()


def ok(data):
    return 200, {"success": True, "data": data}, {}


LOST = b""
BROKEN_OFF = b'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"success":true,"da'
NOT_HTTP = b"SSH-2.0-OpenSSH\r\n"


def refused(status, code, details=None, **headers):
    return status, {"success": False, "error": {"code": code, "message": "No.", "details": details}}, headers


AT_ONCE = {"Retry-After": "0"}


class Calls(unittest.TestCase):
    def test_parameters_are_put_where_they_belong(self):
        with Service(ok({"items": []})) as service:
            service.client.list_packages(country="TR", unlimited=True, q="5 GB & more")
            service.client.create_topup(iccid="89/99", package_code="T1")
            service.client.cancel_order(reference="B2B-1")
            self.assertEqual(
                [(method, path, body) for method, path, _headers, body in service.asked],
                [
                    ("GET", "/api/v1/packages?country=TR&unlimited=true&q=5+GB+%26+more", b""),
                    ("POST", "/api/v1/esims/89%2F99/topups", b'{"package_code": "T1"}'),
                    ("POST", "/api/v1/orders/B2B-1/cancel", b""),
                ],
            )
            self.assertIn("Idempotency-Key", service.asked[1][2])
            self.assertNotIn("Idempotency-Key", service.asked[2][2])
            with self.assertRaises(TypeError):
                service.client.get_order()
            with self.assertRaises(AttributeError):
                service.client.buy_everything()

    def test_a_purchase_is_repeated_under_one_key(self):
        busy = refused(503, "service_unavailable", **AT_ONCE)
        for answers in ((LOST, busy, (502, b"<html>", AT_ONCE)), (BROKEN_OFF, NOT_HTTP, busy)):
            self.repeats_a_purchase(*answers, ok({"reference": "B2B-7"}))

    def repeats_a_purchase(self, *answers):
        with Service(*answers) as service:
            self.assertEqual(service.client.create_order(package_id="x")["reference"], "B2B-7")
            self.assertEqual(len(service.asked), 4)
            self.assertEqual(len({headers["Idempotency-Key"] for _method, _path, headers, _body in service.asked}), 1)

    def test_what_a_repeat_could_do_twice_is_repeated_only_where_it_was_not_worked_on(self):
        with Service(refused(500, "internal_error", **AT_ONCE)) as service:
            with self.assertRaises(errors.InternalError):
                service.client.cancel_order(reference="B2B-1")
            self.assertEqual(len(service.asked), 1)
        for answer in (LOST, BROKEN_OFF, NOT_HTTP):
            with Service(answer) as service:
                with self.assertRaises(ConnectionFailed):
                    service.client.cancel_order(reference="B2B-1")
                self.assertEqual(len(service.asked), 1)
        with Service(refused(429, "rate_limit_exceeded", **AT_ONCE), ok({})) as service:
            service.client.cancel_order(reference="B2B-1")
            self.assertEqual(len(service.asked), 2)

    def test_a_refusal_is_of_the_class_of_its_code(self):
        with Service(refused(409, "price_changed", {"current_unit_price": 8}, **{"X-Request-ID": "req_9"})) as service:
            with self.assertRaises(errors.PriceChanged) as raised:
                service.client.create_order(package_id="x")
            error = raised.exception
            self.assertEqual((error.status, error.details["current_unit_price"], error.request_id), (409, 8, "req_9"))
        with Service(refused(418, "something_new")) as service:
            with self.assertRaises(errors.ApiError):
                service.client.get_account()

    def test_lists_are_read_to_their_end(self):
        pages = [ok({"items": [1, 2], "pagination": {"next_cursor": 2}}), ok({"items": [3], "pagination": {"next_cursor": None}})]
        with Service(*pages) as service:
            self.assertEqual(list(service.client.each("list_packages", limit=2)), [1, 2, 3])
            self.assertEqual([path for _method, path, _headers, _body in service.asked][1], "/api/v1/packages?limit=2&cursor=2")
        with Service(ok({"items": [1, 2], "limit": 2}), ok({"items": [], "limit": 2})) as service:
            self.assertEqual(list(service.client.each("list_esims", limit=2)), [1, 2])

    def test_requests_are_signed_as_the_guide_says(self):
        headers = sign(
            "svc_sign_" + "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg", "GET", "https://esim.example/api/v1/account", b"", 1795179600, "vector-0001"
        )
        self.assertEqual(
            headers["X-SVC-Signature"], "sha256=6262728685ea3d3b1b33816307846adcd38a61a0ccbe4bbb54ca43bb27558619"
        )


class Deliveries(unittest.TestCase):
    def test_of_every_event_are_believed_with_either_secret(self):
        for kind in EVENT_EXAMPLES:
            body, headers = fake_delivery(fake_event(kind), "whsec_old")
            self.assertEqual(verify_webhook(body, headers, ["whsec_new", "whsec_old"])["type"], kind)

    def test_of_others_are_not(self):
        body, headers = fake_delivery(fake_event("order.delivered"), "whsec_x", now=1000)
        for changed in (
            lambda: verify_webhook(body, headers, "whsec_y", now=1000),
            lambda: verify_webhook(body + b" ", headers, "whsec_x", now=1000),
            lambda: verify_webhook(body, headers, "whsec_x", now=1301),
            lambda: verify_webhook(body, headers, "whsec_x", now=699),
            lambda: verify_webhook(body, {}, "whsec_x", now=1000),
            lambda: verify_webhook(body, {**headers, "X-SVC-Timestamp": "9" * 5000}, "whsec_x", now=1000),
            lambda: verify_webhook(body, headers, [], now=1000),
        ):
            self.assertRaises(WebhookError, changed)
        self.assertEqual(verify_webhook(body, headers, "whsec_x", now=1900, tolerance=900)["type"], "order.delivered")


if __name__ == "__main__":
    unittest.main()
