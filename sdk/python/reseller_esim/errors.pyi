# Made by `npm run sdk` from the API's description. What is changed here is lost.

from typing import Any, Mapping, Optional

class ApiError(Exception):
    status: int
    code: str
    details: Mapping[str, Any]
    request_id: Optional[str]
    retry_after: Optional[float]

class ConnectionFailed(Exception): ...
class WebhookError(Exception): ...

def error_of(
    status: int, error: Mapping[str, Any], request_id: Optional[str], retry_after: Optional[float]
) -> ApiError: ...

class AccessDenied(ApiError):
    """The account or environment is closed, or the caller is outside the key's IP allowlist."""

class ActionNotSupported(ApiError):
    """The supplier does not support the action. Nothing was queued."""

class AuthenticationFailed(ApiError):
    """The key is missing, malformed, revoked or expired, or the HMAC signature is invalid."""

class BadRequest(ApiError):
    """The body is not valid JSON, or the request line or the Host is malformed."""

class Conflict(ApiError):
    """The Idempotency-Key was used with a different body, the client_reference is taken, or the record's state does not allow the operation."""

class FxUnavailable(ApiError):
    """There is no verified current exchange rate for the account currency: no price, no sale."""

class InsufficientBalance(ApiError):
    """The wallet balance plus available credit does not cover the amount."""

class InsufficientScope(ApiError):
    """The key lacks the scope that the operation requires."""

class InternalError(ApiError):
    """Something unexpected happened; details are withheld."""

class InvalidTopupPackage(ApiError):
    """The package_code is not a valid top-up for this eSIM."""

class PackageNotFound(ApiError):
    """The package does not exist or is no longer on sale."""

class PriceChanged(ApiError):
    """The current price exceeds max_unit_price, max_total_amount or max_price. Nothing was charged."""

class RateLimitExceeded(ApiError):
    """The limit of requests per minute or per day is used up."""

class ResourceNotFound(ApiError):
    """The record does not exist or belongs to another account or environment; also any path or method that is not part of the API."""

class ServiceUnavailable(ApiError):
    """The service is temporarily unavailable."""

class SupplierError(ApiError):
    """The network supplier did not answer for the moment."""

class SupplierUnavailable(ApiError):
    """The package's supplier is closed for sale. Nothing was charged."""

class TopupNotSupported(ApiError):
    """The eSIM's supplier does not support top-ups."""

class UnsupportedMediaType(ApiError):
    """The request has a body and its Content-Type is not application/json."""

class ValidationError(ApiError):
    """A field, header or parameter is missing or invalid."""
