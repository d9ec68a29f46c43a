"""For tests of a receiver: events as the service sends them."""

from __future__ import annotations

import copy
import json
import uuid
from typing import Any, Dict, Mapping, Optional, Tuple

from ._contract import EVENT_EXAMPLES
from .webhooks import sign_webhook


def fake_event(type: str, data: Optional[Mapping[str, Any]] = None) -> Dict[str, Any]:
    """An event with an id of its own; ``data`` replaces what the example has."""
    example = copy.deepcopy(EVENT_EXAMPLES[type])
    return {**example, "id": f"evt_{uuid.uuid4().hex[:26].upper()}", "data": {**example["data"], **(data or {})}}


def fake_delivery(event: Mapping[str, Any], secret: str, *, now: Optional[float] = None) -> Tuple[bytes, Dict[str, str]]:
    """Post the body with the headers to your own receiver."""
    body = json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()
    return body, sign_webhook(body, secret, now=now)
