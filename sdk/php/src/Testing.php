<?php

namespace ResellerEsim;

/** For tests of a receiver: events as the service sends them. */
final class Testing
{
    /**
     * An event with an id of its own; `$data` replaces what the example has.
     *
     * @param array<string, mixed> $data
     * @return array<string, mixed>
     */
    public static function event(string $type, array $data = []): array
    {
        $example = json_decode(Contract::EVENT_EXAMPLES[$type], true, 512, JSON_THROW_ON_ERROR);
        $id = 'evt_' . strtoupper(substr(Signing::id(), 0, 26));
        return [...$example, 'id' => $id, 'data' => [...$example['data'], ...$data]];
    }

    /**
     * Post the body with the headers to your own receiver.
     *
     * @param array<string, mixed> $event
     * @return array{string, array<string, string>} body and headers
     */
    public static function delivery(array $event, #[\SensitiveParameter] string $secret, ?int $now = null): array
    {
        // Arrays of PHP do not say whether they are a list: an event's data never is one.
        $body = json_encode([...$event, 'data' => (object) $event['data']], JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
        return [$body, Webhook::sign($body, $secret, $now)];
    }
}
