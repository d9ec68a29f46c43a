<?php

namespace ResellerEsim;

/** Deliveries: verified before they are believed. */
final class Webhook
{
    /**
     * The event of a genuine delivery; throws a WebhookError for any other.
     *
     * @param string $body the raw bytes, `file_get_contents('php://input')`
     * @param array<string, string|list<string>> $headers by name, as `getallheaders()` or a framework gives them; `$_SERVER` is taken too
     * @param string|list<string> $secrets `whsec_…`, as creating the endpoint returned it; both while it is being rotated
     * @param int $tolerance seconds
     * @return array<string, mixed>
     */
    public static function verify(
        string $body,
        array $headers,
        #[\SensitiveParameter] string|array $secrets,
        int $tolerance = 300,
        ?int $now = null,
    ): array {
        $timestamp = self::header($headers, 'X-SVC-Timestamp');
        if (!ctype_digit($timestamp)) {
            throw new WebhookError('The delivery has no timestamp.');
        }
        if (abs(($now ?? time()) - (int) $timestamp) > $tolerance) {
            throw new WebhookError("The delivery is older than $tolerance seconds, or this machine's clock is wrong.");
        }
        $sent = self::header($headers, 'X-SVC-Signature');
        $isOurs = false;
        // All of them are compared: how long it takes says nothing.
        foreach ((array) $secrets as $secret) {
            $isOurs = hash_equals(Signing::signature($secret, "$timestamp.$body"), $sent) || $isOurs;
        }
        if (!$isOurs) {
            throw new WebhookError('The signature does not match: wrong secret, or the body was changed before it was checked.');
        }
        return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
    }

    /**
     * The headers with which a delivery of ours comes: for tests of a receiver.
     *
     * @return array<string, string>
     */
    public static function sign(string $body, #[\SensitiveParameter] string $secret, ?int $now = null): array
    {
        $timestamp = (string) ($now ?? time());
        $event = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
        return [
            'Content-Type' => 'application/json',
            'X-SVC-Event' => $event['type'],
            'X-SVC-Event-Id' => $event['id'],
            'X-SVC-Timestamp' => $timestamp,
            'X-SVC-Signature' => Signing::signature($secret, "$timestamp.$body"),
        ];
    }

    /** @param array<string, string|list<string>> $headers */
    private static function header(array $headers, string $name): string
    {
        $wanted = [strtolower($name), 'http_' . strtolower(str_replace('-', '_', $name))];
        foreach ($headers as $given => $value) {
            if (in_array(strtolower((string) $given), $wanted, true)) {
                return is_array($value) ? (string) ($value[0] ?? '') : (string) $value;
            }
        }
        return '';
    }
}
