"""Makes the request of an operation, repeats what is safe to repeat, and gives ``data`` or raises."""

from __future__ import annotations

import http.client
import json
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Callable, Mapping, NamedTuple, Optional, Tuple

from ._signing import sign
from .errors import ApiError, ConnectionFailed, error_of

# Statuses of a request that was not worked on, or that a repeat cannot do twice.
_AGAIN = (429, 500, 502, 503, 504)
_LONGEST_WAIT = 60.0


class Answer(NamedTuple):
    """What is told of every answer, also of those that are tried again."""

    method: str
    path: str
    status: int
    request_id: Optional[str]


class Settings(NamedTuple):
    key: str
    base_url: str
    signing_secret: Optional[str]
    timeout: float
    retries: int
    on_answer: Optional[Callable[[Answer], None]]


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args: Any, **_kwargs: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirects)


def call(settings: Settings, route: Tuple[str, str, bool], values: Mapping[str, Any], idempotency_key: Optional[str]) -> Any:
    method, template, takes_key = route
    rest = {name: value for name, value in values.items() if value is not None}

    def fill(match: "re.Match[str]") -> str:
        value = rest.pop(match.group(1), "")
        if value == "":
            raise TypeError(f"{match.group(1)} is missing: {method} {template} needs it.")
        return urllib.parse.quote(str(value), safe="")

    path = re.sub(r"\{(\w+)\}", fill, template)
    url = settings.base_url.rstrip("/") + path
    body = b""
    headers = {"Accept": "application/json", "Authorization": f"Bearer {settings.key}"}
    if method == "GET" and rest:
        url += "?" + urllib.parse.urlencode({name: _text(value) for name, value in rest.items()})
    elif rest:
        body = json.dumps(rest, ensure_ascii=False).encode()
        headers["Content-Type"] = "application/json"
    if takes_key:
        headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
    is_safe = method == "GET" or takes_key

    attempt = 0
    while True:
        may_repeat = attempt < settings.retries
        try:
            status, answered, answer = _send(settings, method, url, headers, body)
        # One that breaks off on its way is none.
        except (OSError, http.client.HTTPException) as error:
            if not (is_safe and may_repeat):
                raise ConnectionFailed(f"{method} {path} was not answered.") from error
            time.sleep(_delay(attempt))
            attempt += 1
            continue
        request_id = answered.get("X-Request-ID")
        if settings.on_answer:
            settings.on_answer(Answer(method, path, status, request_id))
        if isinstance(answer, dict) and answer.get("success") is True:
            return answer["data"]
        wait = _retry_after(answered)
        refusal = answer.get("error") if isinstance(answer, dict) else None
        # A request that was refused for its rate was not worked on, whatever it asked for.
        if may_repeat and status in _AGAIN and (is_safe or status == 429):
            time.sleep(_delay(attempt) if wait is None else wait)
            attempt += 1
            continue
        if refusal:
            raise error_of(status, refusal, request_id, wait)
        raise ConnectionFailed(f"{method} {path} was answered by something else than the API (HTTP {status}).")


def _send(settings: Settings, method: str, url: str, headers: Mapping[str, str], body: bytes) -> Tuple[int, Any, Any]:
    # Signed anew for each attempt: a request id counts once.
    signature = sign(settings.signing_secret, method, url, body) if settings.signing_secret else {}
    request = urllib.request.Request(url, data=body if method == "POST" else None, headers={**headers, **signature}, method=method)
    try:
        with _opener.open(request, timeout=settings.timeout) as response:
            return response.status, response.headers, _parse(response.read())
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, _parse(error.read())


def _parse(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _retry_after(headers: Any) -> Optional[float]:
    value = headers.get("Retry-After") or ""
    return min(float(value), _LONGEST_WAIT) if value.isdigit() else None


def _delay(attempt: int) -> float:
    """Half a second, doubled with each attempt, and shifted so that clients do not come back together."""
    return 0.5 * float(2**attempt) * (0.75 + random.random() / 2)


__all__ = ["Answer", "ApiError", "Settings", "call"]
