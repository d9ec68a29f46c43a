<?php

use ResellerEsim\{ApiException, Client, ConnectionFailed, Contract, InternalError, PriceChanged, Signing, Testing, Webhook, WebhookError};

require __DIR__ . '/../autoload.php';

const AT_ONCE = ['Retry-After: 0'];

function ok(array $data): array
{
    return [200, json_encode(['success' => true, 'data' => $data]), []];
}

function refused(int $status, string $code, ?array $details = null, array $headers = []): array
{
    $error = ['code' => $code, 'message' => 'No.', 'details' => $details];
    return [$status, json_encode(['success' => false, 'error' => $error]), $headers];
}

/** What the service was asked while it answered so. */
function asked(array $answers, callable $with): array
{
    $command = [PHP_BINARY, __DIR__ . '/service.php', json_encode($answers)];
    $process = proc_open($command, [1 => ['pipe', 'w']], $pipes);
    $port = trim(fgets($pipes[1]));
    try {
        $with(new Client('svc_test_x', "http://127.0.0.1:$port/api/v1/"));
    } finally {
        proc_terminate($process);
    }
    return array_map(fn ($line) => json_decode($line, true), array_filter(explode("\n", stream_get_contents($pipes[1]))));
}

function same(mixed $found, mixed $expected): void
{
    if ($found !== $expected) {
        throw new AssertionError('Found ' . var_export($found, true) . "\nExpected " . var_export($expected, true));
    }
}

function thrown(string $class, callable $by): Throwable
{
    try {
        $by();
    } catch (Throwable $error) {
        same($error::class, $class);
        return $error;
    }
    throw new AssertionError("Nothing was thrown, expected $class");
}

$tests = [
    'parameters are put where they belong' => function () {
        $asked = asked([ok(['items' => []])], function (Client $esim) {
            $esim->listPackages(country: 'TR', unlimited: true, q: '5 GB & more');
            $esim->createTopup(iccid: '89/99', package_code: 'T1', max_price: 4.35);
            $esim->cancelOrder(reference: 'B2B-1');
            thrown(InvalidArgumentException::class, fn () => $esim->getOrder(reference: ''));
        });
        same(array_map(fn ($one) => [$one[0], $one[1], $one[3]], $asked), [
            ['GET', '/api/v1/packages?country=TR&q=5%20GB%20%26%20more&unlimited=true', ''],
            ['POST', '/api/v1/esims/89%2F99/topups', '{"package_code":"T1","max_price":4.35}'],
            ['POST', '/api/v1/orders/B2B-1/cancel', ''],
        ]);
        same($asked[0][2]['Authorization'], 'Bearer svc_test_x');
        same([isset($asked[1][2]['Idempotency-Key']), isset($asked[2][2]['Idempotency-Key'])], [true, false]);
    },
    'a purchase is repeated under one key' => function () {
        $answers = [null, refused(503, 'service_unavailable', null, AT_ONCE), [502, '<html>', AT_ONCE], ok(['reference' => 'B2B-7'])];
        $asked = asked($answers, function (Client $esim) {
            same($esim->createOrder(package_id: 'x')['reference'], 'B2B-7');
        });
        same(count($asked), 4);
        same(count(array_unique(array_map(fn ($one) => $one[2]['Idempotency-Key'], $asked))), 1);
    },
    'what a repeat could do twice is repeated only where it was not worked on' => function () {
        $cancel = fn (Client $esim) => $esim->cancelOrder(reference: 'B2B-1');
        $asked = asked([refused(500, 'internal_error', null, AT_ONCE)], fn ($esim) => thrown(InternalError::class, fn () => $cancel($esim)));
        same(count($asked), 1);
        same(count(asked([null], fn ($esim) => thrown(ConnectionFailed::class, fn () => $cancel($esim)))), 1);
        same(count(asked([refused(429, 'rate_limit_exceeded', null, AT_ONCE), ok([])], $cancel)), 2);
    },
    'a refusal is of the class of its code' => function () {
        $refusal = refused(409, 'price_changed', ['current_unit_price' => 8], ['X-Request-ID: req_9']);
        asked([$refusal], function (Client $esim) {
            $error = thrown(PriceChanged::class, fn () => $esim->createOrder(package_id: 'x'));
            same([$error->status, $error->details, $error->requestId], [409, ['current_unit_price' => 8], 'req_9']);
        });
        asked([refused(418, 'something_new')], fn ($esim) => thrown(ApiException::class, fn () => $esim->getAccount()));
        asked([[200, 'Hello', []]], fn ($esim) => thrown(ConnectionFailed::class, fn () => $esim->getAccount()));
    },
    'lists are read to their end' => function () {
        $pages = [ok(['items' => [1, 2], 'pagination' => ['next_cursor' => 2]]), ok(['items' => [3], 'pagination' => ['next_cursor' => null]])];
        $asked = asked($pages, fn ($esim) => same(iterator_to_array($esim->everyPackages(limit: 2), false), [1, 2, 3]));
        same($asked[1][1], '/api/v1/packages?limit=2&cursor=2');
        $pages = [ok(['items' => [1, 2], 'limit' => 2]), ok(['items' => [], 'limit' => 2])];
        $asked = asked($pages, fn ($esim) => same(iterator_to_array($esim->everyEsims(limit: 2), false), [1, 2]));
        same($asked[1][1], '/api/v1/esims?limit=2&offset=2');
    },
    'requests are signed as the guide says' => function () {
        $secret = 'svc_sign_' . '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg';
        $headers = Signing::sign($secret, 'GET', 'https://esim.example/api/v1/account', '', 1795179600, 'vector-0001');
        same($headers['X-SVC-Signature'], 'sha256=6262728685ea3d3b1b33816307846adcd38a61a0ccbe4bbb54ca43bb27558619');
    },
    'deliveries of every event are believed with either secret' => function () {
        foreach (array_keys(Contract::EVENT_EXAMPLES) as $type) {
            [$body, $headers] = Testing::delivery(Testing::event($type), 'whsec_old');
            same(Webhook::verify($body, $headers, ['whsec_new', 'whsec_old'])['type'], $type);
            $server = ['HTTP_X_SVC_TIMESTAMP' => $headers['X-SVC-Timestamp'], 'HTTP_X_SVC_SIGNATURE' => $headers['X-SVC-Signature']];
            same(Webhook::verify($body, $server, 'whsec_old')['type'], $type);
        }
    },
    'deliveries of others are not' => function () {
        [$body, $headers] = Testing::delivery(Testing::event('order.delivered'), 'whsec_x', 1000);
        foreach (
            [
                fn () => Webhook::verify($body, $headers, 'whsec_y', now: 1000),
                fn () => Webhook::verify("$body ", $headers, 'whsec_x', now: 1000),
                fn () => Webhook::verify($body, $headers, 'whsec_x', now: 1301),
                fn () => Webhook::verify($body, $headers, 'whsec_x', now: 699),
                fn () => Webhook::verify($body, [], 'whsec_x', now: 1000),
                fn () => Webhook::verify($body, $headers, [], now: 1000),
            ] as $changed
        ) {
            thrown(WebhookError::class, $changed);
        }
        same(Webhook::verify($body, $headers, 'whsec_x', tolerance: 900, now: 1900)['type'], 'order.delivered');
    },
    'an event without data has an object of it' => function () {
        [$body] = Testing::delivery(Testing::event('integration.test'), 'whsec_x');
        same(str_contains($body, '"data":{}'), true);
    },
];

foreach ($tests as $name => $test) {
    $test();
    echo "ok  $name\n";
}
