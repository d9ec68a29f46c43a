<?php

// routes/api.php: routes of this file carry no CSRF check.

use Illuminate\Http\Client\ConnectionException;
use Illuminate\Http\Client\RequestException;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Http;
use Illuminate\Support\Facades\Log;
use Illuminate\Support\Facades\Route;

require_once base_path('verify_webhook.php');

function svc(string $path, array $body, array $headers = []): array
{
    // No answer, or none yet: the same request again, which the Idempotency-Key makes safe.
    $again = fn ($error) => $error instanceof ConnectionException
        || $error instanceof RequestException && in_array($error->response->status(), [429, 500, 502, 503, 504]);
    $wait = fn ($try, $error) => 1000 * (int) ($error instanceof RequestException
        ? ($error->response->header('Retry-After') ?: 1) : 1);
    return Http::withToken(config('services.svc.key'))->withHeaders($headers)->timeout(30)
        ->retry(4, $wait, $again)
        ->post(config('services.svc.url') . $path, $body)
        ->json('data');
}

// A refusal is a RequestException; its body has error.code.
/** $number: your own order number. A repeat with it never buys twice. */
function buy(string $packageId, string $number): array
{
    $price = svc('/quotes', ['package_id' => $packageId])['unit_price'];
    $order = ['package_id' => $packageId, 'client_reference' => $number, 'max_unit_price' => $price];
    return svc('/orders', $order, ['Idempotency-Key' => $number]);
}

Route::post('/hooks/esim', function (Request $request) {
    try {
        $event = verify_webhook(config('services.svc.hook_secret'), $request->server->all(), $request->getContent());
    } catch (RuntimeException) {
        return response()->noContent(401);
    }
    // Put it into a queue of yours, under $event['id']: the same event may come twice.
    Log::info($event['type'], ['id' => $event['id']]);
    return response()->noContent();
});

Route::post('/buy', fn (Request $request) => buy($request->input('package_id'), $request->input('number')));
