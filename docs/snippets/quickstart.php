<?php

function call(string $method, string $path, ?array $body = null, array $headers = []): array
{
    $request = curl_init(getenv('SVC_URL') . $path);
    $headers[] = 'Authorization: Bearer ' . getenv('SVC_KEY');
    if ($body !== null) {
        $headers[] = 'Content-Type: application/json';
        curl_setopt($request, CURLOPT_POSTFIELDS, json_encode($body));
    }
    curl_setopt_array($request, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_HTTPHEADER => $headers,
        CURLOPT_RETURNTRANSFER => true,
    ]);
    $answer = json_decode((string) curl_exec($request), true, flags: JSON_THROW_ON_ERROR);
    if (!$answer['success']) {
        ['error' => $error, 'meta' => $meta] = $answer;
        throw new RuntimeException("{$error['code']}: {$error['message']} ({$meta['request_id']})");
    }

    return $answer['data'];
}

// 1. Verify the key
echo call('POST', '/auth/test')['authentication']['environment'], "\n";

// 2. Read prices
$package = call('GET', '/packages?country=TR&limit=5')['items'][0]['package_id'];

// 3. Get a quote
$quote = call('POST', '/quotes', ['package_id' => $package, 'quantity' => 2]);

// 4. Place the order. Store its number before you send it: sent again with it, nothing is ordered or charged twice
$number = 'shop-' . hrtime(true);
$order = call('POST', '/orders', [
    'package_id' => $package,
    'quantity' => 2,
    'client_reference' => $number,
    'max_unit_price' => $quote['unit_price'],
], ["Idempotency-Key: $number"]);

// 5. Receive the profiles: at once for a test order, with order.delivered for a live one
$order = call('GET', "/orders/{$order['reference']}");
foreach ($order['profiles'] as $profile) {
    echo $order['status'], ' ', $profile['activation_code'], "\n";
}

// 6. Go live: the same with a live key
