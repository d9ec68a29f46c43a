"""Deliveries: verified before they are believed."""

from __future__ import annotations

import hmac
import json
import time
from typing import Any, Dict, Mapping, Optional, Sequence, Union

from ._signing import signature
from .errors import WebhookError


def verify_webhook(
    body: bytes,
    headers: Mapping[str, str],
    secrets: Union[str, Sequence[str]],
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> Dict[str, Any]:
    """The event of a genuine delivery; raises ``WebhookError`` for any other.

    body: the raw bytes, before any JSON parser has touched them
    secrets: ``whsec_…``, as creating the endpoint returned it; both while it is being rotated
    """
    found = {name.lower(): value for name, value in headers.items()}
    timestamp = found.get("x-svc-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        raise WebhookError("The delivery has no timestamp.")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise WebhookError(f"The delivery is older than {tolerance:g} seconds, or this machine's clock is wrong.")
    sent = found.get("x-svc-signature", "").encode()
    signed = timestamp.encode() + b"." + body
    every = [secrets] if isinstance(secrets, str) else list(secrets)
    # All of them are compared: how long it takes says nothing.
    if not any([hmac.compare_digest(signature(secret, signed).encode(), sent) for secret in every]):
        raise WebhookError("The signature does not match: wrong secret, or the body was changed before it was checked.")
    event: Dict[str, Any] = json.loads(body)
    return event


def sign_webhook(body: bytes, secret: str, *, now: Optional[float] = None) -> Dict[str, str]:
    """The headers with which a delivery of ours comes: for tests of a receiver."""
    timestamp = str(int(time.time() if now is None else now))
    event = json.loads(body)
    return {
        "Content-Type": "application/json",
        "X-SVC-Event": event["type"],
        "X-SVC-Event-Id": event["id"],
        "X-SVC-Timestamp": timestamp,
        "X-SVC-Signature": signature(secret, timestamp.encode() + b"." + body),
    }
