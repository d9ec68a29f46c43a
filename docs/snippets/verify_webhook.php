<?php

/**
 * The event of a genuine delivery; throws for any other.
 *
 * $secret: whsec_…, as POST /webhooks returned it
 * $server: $_SERVER
 * $body:   file_get_contents('php://input'), the raw bytes
 */
function verify_webhook(string $secret, array $server, string $body): array
{
    $timestamp = $server['HTTP_X_SVC_TIMESTAMP'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        throw new RuntimeException('The delivery is too old, or has no timestamp.');
    }

    $expected = 'sha256=' . hash_hmac('sha256', $timestamp . '.' . $body, $secret);
    if (!hash_equals($expected, $server['HTTP_X_SVC_SIGNATURE'] ?? '')) {
        throw new RuntimeException('The signature does not match.');
    }
    return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
}
