import hashlib
import hmac
import json
import time


def verify_webhook(secret: str, headers, body: bytes) -> dict:
    """The event of a genuine delivery; raises ValueError for any other.

    secret: whsec_…, as POST /webhooks returned it
    headers: of the request, read without regard to case (Flask, Django and Starlette do)
    body: the raw bytes, before any JSON parser has touched them
    """
    timestamp = headers.get("X-SVC-Timestamp", "")
    if not timestamp.isascii() or not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        raise ValueError("The delivery is too old, or has no timestamp.")

    signed = timestamp.encode() + b"." + body
    expected = "sha256=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    sent = headers.get("X-SVC-Signature", "")
    if not hmac.compare_digest(sent.encode(), expected.encode()):
        raise ValueError("The signature does not match.")
    return json.loads(body)
