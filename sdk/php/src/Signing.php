<?php

namespace ResellerEsim;

/** @internal Signatures of requests and of webhooks: HMAC-SHA-256 under the bytes of the whole secret. */
final class Signing
{
    public static function signature(string $secret, string $text): string
    {
        return 'sha256=' . hash_hmac('sha256', $text, $secret);
    }

    /**
     * The headers of a signed request: over method, target as it is sent, time, a new id and the body's hash.
     *
     * @return array<string, string>
     */
    public static function sign(
        string $secret,
        string $method,
        string $url,
        string $body,
        ?int $now = null,
        ?string $requestId = null,
    ): array {
        $target = preg_replace('~^\w+://[^/]*~', '', $url);
        $timestamp = (string) ($now ?? time());
        $requestId ??= self::id();
        $text = implode("\n", [$method, $target, $timestamp, $requestId, hash('sha256', $body)]);
        return [
            'X-SVC-Timestamp' => $timestamp,
            'X-SVC-Request-Id' => $requestId,
            'X-SVC-Signature' => self::signature($secret, $text),
        ];
    }

    public static function id(): string
    {
        return bin2hex(random_bytes(16));
    }
}
