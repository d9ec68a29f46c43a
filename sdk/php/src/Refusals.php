<?php

// Made by `npm run sdk` from the API's description. What is changed here is lost.

namespace ResellerEsim;

/** The account or environment is closed, or the caller is outside the key's IP allowlist. */
final class AccessDenied extends ApiException
{
}

/** The supplier does not support the action. Nothing was queued. */
final class ActionNotSupported extends ApiException
{
}

/** The key is missing, malformed, revoked or expired, or the HMAC signature is invalid. */
final class AuthenticationFailed extends ApiException
{
}

/** The body is not valid JSON, or the request line or the Host is malformed. */
final class BadRequest extends ApiException
{
}

/** The Idempotency-Key was used with a different body, the client_reference is taken, or the record's state does not allow the operation. */
final class Conflict extends ApiException
{
}

/** There is no verified current exchange rate for the account currency: no price, no sale. */
final class FxUnavailable extends ApiException
{
}

/** The wallet balance plus available credit does not cover the amount. */
final class InsufficientBalance extends ApiException
{
}

/** The key lacks the scope that the operation requires. */
final class InsufficientScope extends ApiException
{
}

/** Something unexpected happened; details are withheld. */
final class InternalError extends ApiException
{
}

/** The package_code is not a valid top-up for this eSIM. */
final class InvalidTopupPackage extends ApiException
{
}

/** The package does not exist or is no longer on sale. */
final class PackageNotFound extends ApiException
{
}

/** The current price exceeds max_unit_price, max_total_amount or max_price. Nothing was charged. */
final class PriceChanged extends ApiException
{
}

/** The limit of requests per minute or per day is used up. */
final class RateLimitExceeded extends ApiException
{
}

/** The record does not exist or belongs to another account or environment; also any path or method that is not part of the API. */
final class ResourceNotFound extends ApiException
{
}

/** The service is temporarily unavailable. */
final class ServiceUnavailable extends ApiException
{
}

/** The network supplier did not answer for the moment. */
final class SupplierError extends ApiException
{
}

/** The package's supplier is closed for sale. Nothing was charged. */
final class SupplierUnavailable extends ApiException
{
}

/** The eSIM's supplier does not support top-ups. */
final class TopupNotSupported extends ApiException
{
}

/** The request has a body and its Content-Type is not application/json. */
final class UnsupportedMediaType extends ApiException
{
}

/** A field, header or parameter is missing or invalid. */
final class ValidationError extends ApiException
{
}
