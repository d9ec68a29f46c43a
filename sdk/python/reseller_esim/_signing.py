"""Signatures of requests and of webhooks: HMAC-SHA-256 under the UTF-8 bytes of the whole secret."""

from __future__ import annotations

import hashlib
import hmac
import time
import urllib.parse
import uuid
from typing import Dict, Optional


def signature(secret: str, text: bytes) -> str:
    return "sha256=" + hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()


def sign(secret: str, method: str, url: str, body: bytes, now: Optional[float] = None, request_id: Optional[str] = None) -> Dict[str, str]:
    """The headers of a signed request: over method, target as it is sent, time, a new id and the body's hash."""
    parts = urllib.parse.urlsplit(url)
    target = parts.path + (f"?{parts.query}" if parts.query else "")
    timestamp = str(int(time.time() if now is None else now))
    request_id = request_id or str(uuid.uuid4())
    text = "\n".join([method, target, timestamp, request_id, hashlib.sha256(body).hexdigest()])
    return {
        "X-SVC-Timestamp": timestamp,
        "X-SVC-Request-Id": request_id,
        "X-SVC-Signature": signature(secret, text.encode()),
    }
