<?php

// Made by `npm run sdk` from the API's description. What is changed here is lost.

namespace ResellerEsim;

/** @internal The contract as data. */
final class Contract
{
    /** Method, path, whether it takes an Idempotency-Key. */
    public const OPERATIONS = [
        'cancelOrder' => ['POST', '/orders/{reference}/cancel', false],
        'changeBrand' => ['POST', '/brand', false],
        'createOrder' => ['POST', '/orders', true],
        'createQuote' => ['POST', '/quotes', false],
        'createTopup' => ['POST', '/esims/{iccid}/topups', true],
        'createWebhook' => ['POST', '/webhooks', false],
        'disableWebhook' => ['POST', '/webhooks/{id}/disable', false],
        'getAccount' => ['GET', '/account', false],
        'getAction' => ['GET', '/actions/{id}', false],
        'getBalance' => ['GET', '/account/balance', false],
        'getBrand' => ['GET', '/brand', false],
        'getCapabilities' => ['GET', '/meta/capabilities', false],
        'getEsim' => ['GET', '/esims/{iccid}', false],
        'getEsimDevice' => ['GET', '/esims/{iccid}/device', false],
        'getEsimInstallation' => ['GET', '/esims/{iccid}/installation', false],
        'getEsimUsage' => ['GET', '/esims/{iccid}/usage', false],
        'getHealth' => ['GET', '/health', false],
        'getIntegration' => ['GET', '/meta/integration', false],
        'getOrder' => ['GET', '/orders/{reference}', false],
        'getPackage' => ['GET', '/packages/{id}', false],
        'getProviderCapabilities' => ['GET', '/providers/{provider_code}/capabilities', false],
        'getReadiness' => ['GET', '/health/ready', false],
        'getUsage' => ['GET', '/usage', false],
        'listCountries' => ['GET', '/countries', false],
        'listDeliveries' => ['GET', '/webhooks/{id}/deliveries', false],
        'listEsimEvents' => ['GET', '/esims/{iccid}/events', false],
        'listEsims' => ['GET', '/esims', false],
        'listEvents' => ['GET', '/meta/events', false],
        'listLedger' => ['GET', '/account/ledger', false],
        'listOrders' => ['GET', '/orders', false],
        'listPackages' => ['GET', '/packages', false],
        'listRegions' => ['GET', '/regions', false],
        'listScopes' => ['GET', '/meta/scopes', false],
        'listTopupOptions' => ['GET', '/esims/{iccid}/topup-options', false],
        'listWebhooks' => ['GET', '/webhooks', false],
        'refreshEsim' => ['POST', '/esims/{iccid}/refresh', false],
        'resumeEsim' => ['POST', '/esims/{iccid}/resume', false],
        'suspendEsim' => ['POST', '/esims/{iccid}/suspend', false],
        'testAuth' => ['POST', '/auth/test', false],
        'testWebhook' => ['POST', '/webhooks/{id}/test', false],
    ];

    /** The class of a refusal by its code. */
    public const REFUSALS = [
        'access_denied' => AccessDenied::class,
        'action_not_supported' => ActionNotSupported::class,
        'authentication_failed' => AuthenticationFailed::class,
        'bad_request' => BadRequest::class,
        'conflict' => Conflict::class,
        'fx_unavailable' => FxUnavailable::class,
        'insufficient_balance' => InsufficientBalance::class,
        'insufficient_scope' => InsufficientScope::class,
        'internal_error' => InternalError::class,
        'invalid_topup_package' => InvalidTopupPackage::class,
        'package_not_found' => PackageNotFound::class,
        'price_changed' => PriceChanged::class,
        'rate_limit_exceeded' => RateLimitExceeded::class,
        'resource_not_found' => ResourceNotFound::class,
        'service_unavailable' => ServiceUnavailable::class,
        'supplier_error' => SupplierError::class,
        'supplier_unavailable' => SupplierUnavailable::class,
        'topup_not_supported' => TopupNotSupported::class,
        'unsupported_media_type' => UnsupportedMediaType::class,
        'validation_error' => ValidationError::class,
    ];

    /** As the API's description shows them. */
    public const EVENT_EXAMPLES = [
        'order.created' => '{"id":"evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C","type":"order.created","api_version":"v1","environment":"live","created_at":"2026-11-20T13:00:00+00:00","sequence":20817,"data":{"order":{"id":1042,"reference":"B2B-1042","client_reference":"shop-4711","status":"queued","requested_quantity":2,"delivered_quantity":0,"unit_price":7.912,"total_amount":15.824,"currency":"EUR","package_id":4211,"package_name":"Turkey 5GB 30Days","iccid":null,"activation_code":null,"profiles":[],"created_at":"2026-11-20 13:00:00"}}}',
        'order.delivered' => '{"id":"evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C","type":"order.delivered","api_version":"v1","environment":"live","created_at":"2026-11-20T13:00:00+00:00","sequence":20817,"data":{"order":{"id":1042,"reference":"B2B-1042","client_reference":"shop-4711","status":"delivered","requested_quantity":2,"delivered_quantity":2,"unit_price":7.912,"total_amount":15.824,"currency":"EUR","package_id":4211,"package_name":"Turkey 5GB 30Days","iccid":"8999901123456789010","activation_code":"LPA:1$rsp.esimaccess.com$4F1C9A7B2E6D4C0F8A5B3E7D1C9F2A6B","profiles":[{"iccid":"8999901123456789010","imsi":"454001234567890","provider":"esimaccess","activation_status":"ready","installation_status":"not_installed","activation_code":"LPA:1$rsp.esimaccess.com$4F1C9A7B2E6D4C0F8A5B3E7D1C9F2A6B","smdp_address":"rsp.esimaccess.com"},{"iccid":"8999901123456789028","imsi":"454001234567891","provider":"esimaccess","activation_status":"ready","installation_status":"not_installed","activation_code":"LPA:1$rsp.esimaccess.com$9B3E7A1F5C2D4E8B6A0F9C7D3E1B5A2F","smdp_address":"rsp.esimaccess.com"}],"created_at":"2026-11-20 13:00:00"}}}',
        'order.partially_delivered' => '{"id":"evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C","type":"order.partially_delivered","api_version":"v1","environment":"live","created_at":"2026-11-20T13:00:00+00:00","sequence":20817,"data":{"order":{"id":1042,"reference":"B2B-1042","client_reference":"shop-4711","status":"partially_delivered","requested_quantity":2,"delivered_quantity":1,"unit_price":7.912,"total_amount":15.824,"currency":"EUR","package_id":4211,"package_name":"Turkey 5GB 30Days","iccid":"8999901123456789010","activation_code":"LPA:1$rsp.esimaccess.com$4F1C9A7B2E6D4C0F8A5B3E7D1C9F2A6B","profiles":[{"iccid":"8999901123456789010","imsi":"454001234567890","provider":"esimaccess","activation_status":"ready","installation_status":"not_installed","activation_code":"LPA:1$rsp.esimaccess.com$4F1C9A7B2E6D4C0F8A5B3E7D1C9F2A6B","smdp_address":"rsp.esimaccess.com"}],"created_at":"2026-11-20 13:00:00"}}}',
        'order.failed' => '{"id":"evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C","type":"order.failed","api_version":"v1","environment":"live","created_at":"2026-11-20T13:00:00+00:00","sequence":20817,"data":{"order":{"id":1042,"reference":"B2B-1042","client_reference":"shop-4711","status":"failed","requested_quantity":2,"delivered_quantity":0,"unit_price":7.912,"total_amount":15.824,"currency":"EUR","package_id":4211,"package_name":"Turkey 5GB 30Days","iccid":null,"activation_code":null,"profiles":[],"created_at":"2026-11-20 13:00:00"}}}',
        'order.cancelled' => '{"id":"evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C","type":"order.cancelled","api_version":"v1","environment":"live","created_at":"2026-11-20T13:00:00+00:00","sequence":20817,"data":{"order":{"id":1042,"reference":"B2B-1042","client_reference":"shop-4711","status":"cancelled","requested_quantity":2,"delivered_quantity":2,"unit_price":7.912,"total_amount":15.824,"currency":"EUR","package_id":4211,"package_name":"Turkey 5GB 30Days","iccid":"8999901123456789010","activation_code":"LPA:1$rsp.esimaccess.com$4F1C9A7B2E6D4C0F8A5B3E7D1C9F2A6B","profiles":[{"iccid":"8999901123456789010","imsi":"454001234567890","provider":"esimaccess","activation_status":"cancelled","installation_status":"deleted","activation_code":"LPA:1$rsp.esimaccess.com$4F1C9A7B2E6D4C0F8A5B3E7D1C9F2A6B","smdp_address":"rsp.esimaccess.com"},{"iccid":"8999901123456789028","imsi":"454001234567891","provider":"esimaccess","activation_status":"cancelled","installation_status":"deleted","activation_code":"LPA:1$rsp.esimaccess.com$9B3E7A1F5C2D4E8B6A0F9C7D3E1B5A2F","smdp_address":"rsp.esimaccess.com"}],"created_at":"2026-11-20 13:00:00"}}}',
        'esim.activated' => '{"id":"evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C","type":"esim.activated","api_version":"v1","environment":"live","created_at":"2026-11-20T13:00:00+00:00","sequence":20817,"data":{"esim":{"reference":"B2B-1042","iccid":"8999901123456789010","imsi":"454001234567890","provider":"esimaccess","provider_order_reference":"B26112013000042","activation_status":"activated","installation_status":"installed","provider_status":{"profile":"IN_USE","smdp":"ENABLED"},"usage":{"total_mb":5120,"used_mb":1280,"remaining_mb":3840,"usage_percent":25},"device":{"brand":"Apple","model":"iPhone 17","eid":"89049032007108882600012345678901"},"validity":{"days":30,"activated_at":"2026-11-21 08:12:40","installed_at":"2026-11-20 18:30:05","expires_at":"2026-12-21 08:12:40"},"network":{"name":"Turkcell","apn":"drei.at"},"last_provider_sync_at":"2026-11-23 09:00:00"}}}',
        'esim.usage.updated' => '{"id":"evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C","type":"esim.usage.updated","api_version":"v1","environment":"live","created_at":"2026-11-20T13:00:00+00:00","sequence":20817,"data":{"esim":{"reference":"B2B-1042","iccid":"8999901123456789010","imsi":"454001234567890","provider":"esimaccess","provider_order_reference":"B26112013000042","activation_status":"activated","installation_status":"installed","provider_status":{"profile":"IN_USE","smdp":"ENABLED"},"usage":{"total_mb":5120,"used_mb":1280,"remaining_mb":3840,"usage_percent":25},"device":{"brand":"Apple","model":"iPhone 17","eid":"89049032007108882600012345678901"},"validity":{"days":30,"activated_at":"2026-11-21 08:12:40","installed_at":"2026-11-20 18:30:05","expires_at":"2026-12-21 08:12:40"},"network":{"name":"Turkcell","apn":"drei.at"},"last_provider_sync_at":"2026-11-23 09:00:00"}}}',
        'esim.suspended' => '{"id":"evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C","type":"esim.suspended","api_version":"v1","environment":"live","created_at":"2026-11-20T13:00:00+00:00","sequence":20817,"data":{"esim":{"reference":"B2B-1042","iccid":"8999901123456789010","imsi":"454001234567890","provider":"esimaccess","provider_order_reference":"B26112013000042","activation_status":"suspended","installation_status":"installed","provider_status":{"profile":"SUSPENDED","smdp":"ENABLED"},"usage":{"total_mb":5120,"used_mb":1280,"remaining_mb":3840,"usage_percent":25},"device":{"brand":"Apple","model":"iPhone 17","eid":"89049032007108882600012345678901"},"validity":{"days":30,"activated_at":"2026-11-21 08:12:40","installed_at":"2026-11-20 18:30:05","expires_at":"2026-12-21 08:12:40"},"network":{"name":"Turkcell","apn":"drei.at"},"last_provider_sync_at":"2026-11-23 09:00:00"}}}',
        'esim.resumed' => '{"id":"evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C","type":"esim.resumed","api_version":"v1","environment":"live","created_at":"2026-11-20T13:00:00+00:00","sequence":20817,"data":{"esim":{"reference":"B2B-1042","iccid":"8999901123456789010","imsi":"454001234567890","provider":"esimaccess","provider_order_reference":"B26112013000042","activation_status":"activated","installation_status":"installed","provider_status":{"profile":"IN_USE","smdp":"ENABLED"},"usage":{"total_mb":5120,"used_mb":1280,"remaining_mb":3840,"usage_percent":25},"device":{"brand":"Apple","model":"iPhone 17","eid":"89049032007108882600012345678901"},"validity":{"days":30,"activated_at":"2026-11-21 08:12:40","installed_at":"2026-11-20 18:30:05","expires_at":"2026-12-21 08:12:40"},"network":{"name":"Turkcell","apn":"drei.at"},"last_provider_sync_at":"2026-11-23 09:00:00"}}}',
        'esim.cancelled' => '{"id":"evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C","type":"esim.cancelled","api_version":"v1","environment":"live","created_at":"2026-11-20T13:00:00+00:00","sequence":20817,"data":{"esim":{"reference":"B2B-1042","iccid":"8999901123456789010","imsi":"454001234567890","provider":"esimaccess","provider_order_reference":"B26112013000042","activation_status":"cancelled","installation_status":"deleted","provider_status":{"profile":"CANCEL","smdp":"DELETED"},"usage":{"total_mb":5120,"used_mb":1280,"remaining_mb":3840,"usage_percent":25},"device":{"brand":"Apple","model":"iPhone 17","eid":"89049032007108882600012345678901"},"validity":{"days":30,"activated_at":"2026-11-21 08:12:40","installed_at":"2026-11-20 18:30:05","expires_at":"2026-12-21 08:12:40"},"network":{"name":"Turkcell","apn":"drei.at"},"last_provider_sync_at":"2026-11-23 09:00:00"}}}',
        'esim.action.failed' => '{"id":"evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C","type":"esim.action.failed","api_version":"v1","environment":"live","created_at":"2026-11-20T13:00:00+00:00","sequence":20817,"data":{"action":{"action_id":117,"action":"cancel","status":"failed","iccid":"8999901123456789010","order_reference":"B2B-1042","package_code":null,"amount":7.912,"currency":"EUR","charged":false,"refunded":false,"refunded_at":null,"settled_at":"2026-11-23T09:05:04+00:00","created_at":"2026-11-23T09:05:00+00:00"}}}',
        'topup.completed' => '{"id":"evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C","type":"topup.completed","api_version":"v1","environment":"live","created_at":"2026-11-20T13:00:00+00:00","sequence":20817,"data":{"action":{"action_id":118,"action":"topup","status":"succeeded","iccid":"8999901123456789010","order_reference":"B2B-1042","package_code":"TOPUP_TR_3_30","amount":4.6,"currency":"EUR","charged":true,"refunded":false,"refunded_at":null,"settled_at":"2026-11-23T09:05:04+00:00","created_at":"2026-11-23T09:05:00+00:00"}}}',
        'topup.failed' => '{"id":"evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C","type":"topup.failed","api_version":"v1","environment":"live","created_at":"2026-11-20T13:00:00+00:00","sequence":20817,"data":{"action":{"action_id":118,"action":"topup","status":"failed","iccid":"8999901123456789010","order_reference":"B2B-1042","package_code":"TOPUP_TR_3_30","amount":4.6,"currency":"EUR","charged":true,"refunded":true,"refunded_at":"2026-11-23T09:05:04+00:00","settled_at":"2026-11-23T09:05:04+00:00","created_at":"2026-11-23T09:05:00+00:00"}}}',
        'api_key.expiring' => '{"id":"evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C","type":"api_key.expiring","api_version":"v1","environment":"live","created_at":"2026-11-20T13:00:00+00:00","sequence":20817,"data":{"api_key":{"key_prefix":"svc_live_1aB2c3D4","name":"Shop","environment":"live","expires_at":"2026-12-20 13:00:00"}}}',
        'integration.test' => '{"id":"evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C","type":"integration.test","api_version":"v1","environment":"live","created_at":"2026-11-20T13:00:00+00:00","sequence":20817,"data":{}}',
    ];
}
