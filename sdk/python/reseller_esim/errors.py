"""What a call raises."""

from __future__ import annotations

from typing import Any, Mapping, Optional

from ._contract import ERROR_CODES


class ApiError(Exception):
    """A refusal of the API. Branch on ``code``, or catch its class such as ``errors.PriceChanged``; messages may change."""

    code = ""

    def __init__(self, status: int, error: Mapping[str, Any], request_id: Optional[str], retry_after: Optional[float]) -> None:
        super().__init__(f"{error.get('code')}: {error.get('message')}")
        self.status = status
        self.code = str(error.get("code"))
        #: What goes with the code, such as ``shortfall`` of insufficient_balance; empty where there is nothing.
        self.details: Mapping[str, Any] = error.get("details") or {}
        #: For questions to support.
        self.request_id = request_id
        #: Seconds after which a repeat makes sense; None where the answer says nothing.
        self.retry_after = retry_after


class ConnectionFailed(Exception):
    """No answer, or none of the API: of a purchase the outcome is unknown. Repeat it with the same idempotency key."""


class WebhookError(Exception):
    """Not a delivery of ours, or an old one: answer 400 and do nothing."""


def _class_name(code: str) -> str:
    return "".join(part.capitalize() for part in code.split("_"))


_BY_CODE = {code: type(_class_name(code), (ApiError,), {"code": code, "__module__": __name__}) for code in ERROR_CODES}
globals().update({kind.__name__: kind for kind in _BY_CODE.values()})


def error_of(status: int, error: Mapping[str, Any], request_id: Optional[str], retry_after: Optional[float]) -> ApiError:
    """Of the class of its code; a code that came later is an ``ApiError``."""
    return _BY_CODE.get(str(error.get("code")), ApiError)(status, error, request_id, retry_after)
