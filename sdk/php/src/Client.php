<?php

namespace ResellerEsim;

/** Each method gives `data` of the answer, and throws an `ApiException` when it is refused. */
final class Client
{
    use Operations;

    /** Statuses of a request that was not worked on, or that a repeat cannot do twice. */
    private const AGAIN = [429, 500, 502, 503, 504];
    private const LONGEST_WAIT = 60;

    private readonly string $baseUrl;
    private readonly \CurlHandle $curl;

    /**
     * @param float $timeout seconds for one attempt
     * @param (\Closure(string $method, string $path, int $status, ?string $requestId): void)|null $onAnswer
     *   is told of every answer, also of those that are tried again
     */
    public function __construct(
        #[\SensitiveParameter] private readonly string $key,
        string $baseUrl,
        #[\SensitiveParameter] private readonly ?string $signingSecret = null,
        private readonly float $timeout = 30.0,
        private readonly int $retries = 3,
        private readonly ?\Closure $onAnswer = null,
    ) {
        $this->baseUrl = rtrim($baseUrl, '/');
        $this->curl = curl_init();
    }

    private function pages(string $operation, string $by, array $values): \Generator
    {
        $at = null;
        do {
            $page = $this->call($operation, [...$values, $by => $at]);
            foreach ($page['items'] as $item) {
                yield $item;
            }
            $at = $by === 'offset'
                ? (count($page['items']) < $page['limit'] ? null : ($at ?? 0) + count($page['items']))
                : $page['pagination']['next_cursor'];
        } while ($at !== null);
    }

    private function call(string $operation, array $values, ?string $idempotencyKey = null): array
    {
        [$method, $template, $takesKey] = Contract::OPERATIONS[$operation];
        $rest = array_filter($values, fn (mixed $value): bool => $value !== null);
        $path = preg_replace_callback('/\{(\w+)\}/', function (array $match) use (&$rest, $operation): string {
            $value = (string) ($rest[$match[1]] ?? '');
            unset($rest[$match[1]]);
            if ($value === '') {
                throw new \InvalidArgumentException("$match[1] is empty: $operation needs it.");
            }
            return rawurlencode($value);
        }, $template);
        $url = $this->baseUrl . $path;
        $body = '';
        $headers = ['Accept' => 'application/json', 'Authorization' => "Bearer {$this->key}"];
        if ($method === 'GET' && $rest) {
            $texts = array_map(fn (mixed $value) => is_bool($value) ? ($value ? 'true' : 'false') : $value, $rest);
            $url .= '?' . http_build_query($texts, '', '&', PHP_QUERY_RFC3986);
        } elseif ($rest) {
            $body = json_encode($rest, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
            $headers['Content-Type'] = 'application/json';
        }
        if ($takesKey) {
            $headers['Idempotency-Key'] = $idempotencyKey ?? Signing::id();
        }
        $isSafe = $method === 'GET' || $takesKey;

        for ($attempt = 0;; $attempt++) {
            $mayRepeat = $attempt < $this->retries;
            $answer = $this->send($method, $url, $headers, $body);
            if ($answer === null) {
                if (!$isSafe || !$mayRepeat) {
                    throw new ConnectionFailed("$method $path was not answered: " . curl_error($this->curl));
                }
                $this->pause($attempt, null);
                continue;
            }
            [$status, $answered, $text] = $answer;
            $requestId = $answered['x-request-id'] ?? null;
            if ($this->onAnswer) {
                ($this->onAnswer)($method, $path, $status, $requestId);
            }
            $json = json_decode($text, true);
            if (is_array($json) && ($json['success'] ?? null) === true) {
                return $json['data'];
            }
            $after = $answered['retry-after'] ?? '';
            $wait = ctype_digit($after) ? min((int) $after, self::LONGEST_WAIT) : null;
            // A request that was refused for its rate was not worked on, whatever it asked for.
            if ($mayRepeat && in_array($status, self::AGAIN, true) && ($isSafe || $status === 429)) {
                $this->pause($attempt, $wait);
                continue;
            }
            $error = is_array($json) ? ($json['error'] ?? null) : null;
            if (!is_array($error)) {
                throw new ConnectionFailed("$method $path was answered by something else than the API (HTTP $status).");
            }
            // A code that came later is an ApiException.
            $class = Contract::REFUSALS[$error['code']] ?? ApiException::class;
            throw new $class($status, $error['code'], $error['message'], $error['details'] ?? [], $requestId, $wait);
        }
    }

    /**
     * @param array<string, string> $headers
     * @return array{int, array<string, string>, string}|null status, headers by name in small letters, body; null without an answer
     */
    private function send(string $method, string $url, array $headers, string $body): ?array
    {
        // Signed anew for each attempt: a request id counts once.
        $headers += $this->signingSecret === null ? [] : Signing::sign($this->signingSecret, $method, $url, $body);
        $answered = [];
        curl_reset($this->curl);
        curl_setopt_array($this->curl, [
            CURLOPT_URL => $url,
            // What is signed is what is sent.
            CURLOPT_PATH_AS_IS => true,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_HTTPHEADER => array_map(fn ($name, $value) => "$name: $value", array_keys($headers), $headers),
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT_MS => (int) ($this->timeout * 1000),
            CURLOPT_NOSIGNAL => true,
            CURLOPT_HEADERFUNCTION => function ($curl, string $line) use (&$answered): int {
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                $answered[strtolower(trim($name))] = trim($value);
                return strlen($line);
            },
        ] + ($method === 'POST' ? [CURLOPT_POST => true, CURLOPT_POSTFIELDS => $body] : []));
        $text = curl_exec($this->curl);
        return $text === false ? null : [curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE), $answered, $text];
    }

    /** `Retry-After`, or half a second, doubled with each attempt, and shifted so that clients do not come back together. */
    private function pause(int $attempt, ?int $seconds): void
    {
        usleep((int) (1_000_000 * ($seconds ?? 0.5 * 2 ** $attempt * (0.75 + mt_rand() / mt_getrandmax() / 2))));
    }
}
