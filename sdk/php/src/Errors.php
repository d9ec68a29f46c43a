<?php

namespace ResellerEsim;

/** A refusal of the API. Branch on `$errorCode`, or catch its class such as `PriceChanged`; messages may change. */
class ApiException extends \RuntimeException
{
    /**
     * @param array<string, mixed> $details what goes with the code, such as `shortfall` of insufficient_balance; empty where there is nothing
     * @param string|null $requestId for questions to support
     * @param int|null $retryAfter seconds after which a repeat makes sense; null where the answer says nothing
     */
    final public function __construct(
        public readonly int $status,
        public readonly string $errorCode,
        string $message,
        public readonly array $details,
        public readonly ?string $requestId,
        public readonly ?int $retryAfter,
    ) {
        parent::__construct("$errorCode: $message");
    }
}

/** No answer, or none of the API: of a purchase the outcome is unknown. Repeat it with the same idempotency key. */
final class ConnectionFailed extends \RuntimeException
{
}

/** Not a delivery of ours, or an old one: answer 400 and do nothing. */
final class WebhookError extends \RuntimeException
{
}
