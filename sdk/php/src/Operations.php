<?php

// Made by `npm run sdk` from the API's description. What is changed here is lost.

namespace ResellerEsim;

/**
 * The API's operations, with parameters and fields under the names of its reference.
 *
 * @phpstan-type OpenedCancel array{action_id: int, action: 'cancel', status: 'queued'|'processing'|'succeeded'|'failed'|'under_review', resource: string, order_reference: string, actions: list<OpenedAction>, refund_on_success: array{amount_per_esim: int|float, currency: string, ...}, ...}
 * @phpstan-type OpenedAction array{action_id: int, iccid: string, status: 'queued'|'processing'|'succeeded'|'failed'|'under_review', ...}
 * @phpstan-type ChangedBrand array{name: string, logo_url: string, favicon_url: string|null, colors: array{primary: string, secondary: string, accent: string, ...}, support: array{email: string, phone: string|null, ...}, legal: array{terms_url: string|null, privacy_url: string|null, ...}, custom_domain: string|null, domain_verified: bool, locale: string, company_legal_name: string, portal_slug: string, ...}
 * @phpstan-type Order array{id: int, reference: string, client_reference: string|null, status: 'created'|'queued'|'processing'|'delivered'|'partially_delivered'|'failed'|'cancelled'|'refunded', requested_quantity: int, delivered_quantity: int, unit_price: int|float, total_amount: int|float, currency: string, package_id: int, package_name: string, iccid: string|null, activation_code: string|null, profiles: list<OrderProfile>, created_at: string, ...}
 * @phpstan-type OrderProfile array{iccid: string, imsi: string|null, provider: string, activation_status: 'provisioning'|'ready'|'activated'|'suspended'|'exhausted'|'expired'|'cancelled', installation_status: 'not_installed'|'installed'|'deleted', activation_code: string, smdp_address: string, ...}
 * @phpstan-type Quote array{quote_id: string, environment: 'test'|'live', package: array{id: int, package_id: string, name: string, country_code: string|null, data: PackageData, validity_days: int, duration_days: int, ...}, quantity: int, unit_price: int|float, total_amount: int|float, currency: string, pricing: array{base_currency: 'USD', base_unit_price: int|float, fx_rate: int|float, recommended_retail_price: int|float, ...}, funds: array{available_to_spend: int|float, sufficient: bool, shortfall: int|float, credit_enabled: bool, credit_status: 'none'|'active'|'blocked', charged_on_order: bool, ...}, expires_at: string, ...}
 * @phpstan-type PackageData array{amount: string, mb: int, unlimited: bool, per_day: bool, ...}
 * @phpstan-type Topup array{action_id: int, action: 'topup', status: 'queued'|'processing'|'succeeded'|'failed'|'under_review', resource: string, package_code: string, name: string, amount: int|float, currency: string, charged: bool, ledger_reference: string|null, ...}
 * @phpstan-type CreatedWebhook array{id: int, secret: string, ...}
 * @phpstan-type DisabledWebhook array{id: int, status: 'disabled', ...}
 * @phpstan-type Account array{id: int, account_code: string, company_name: string, email: string, currency: string, status: 'active'|'closed', test_enabled: int, live_enabled: int, credit_enabled: bool, credit_status: 'none'|'active'|'blocked', payment_terms_days: int, created_at: string, ...}
 * @phpstan-type Action array{action_id: int, action: 'topup'|'cancel'|'suspend'|'resume', status: 'queued'|'processing'|'succeeded'|'failed'|'under_review', iccid: string, order_reference: string, package_code: string|null, amount: int|float, currency: string, charged: bool, refunded: bool, refunded_at: string|null, settled_at: string|null, created_at: string, ...}
 * @phpstan-type Balance array{currency: string, wallet_balance: int|float, prepaid_balance: int|float, credit: array{enabled: bool, status: 'none'|'active'|'blocked', hold_reason: string|null, limit: int|float, used: int|float, available: int|float, payment_terms_days: int, ...}, available_to_spend: int|float, can_purchase: bool, credit_limit: int|float, credit_used: int|float, available: int|float, ...}
 * @phpstan-type Brand array{name: string, logo_url: string, favicon_url: string|null, colors: array{primary: string, secondary: string, accent: string, ...}, support: array{email: string, phone: string|null, ...}, legal: array{terms_url: string|null, privacy_url: string|null, ...}, custom_domain: string|null, domain_verified: bool, locale: string, ...}
 * @phpstan-type CapabilitiesMatrix array{providers: array<string, Capabilities>, ...}
 * @phpstan-type Capabilities array{order: bool, topup: bool, cancel: bool, suspend: bool, resume: bool, usage: bool, refund_on_cancel: bool, ...}
 * @phpstan-type Esim array{reference: string, iccid: string, imsi: string|null, provider: string, provider_order_reference: string, activation_status: 'provisioning'|'ready'|'activated'|'suspended'|'exhausted'|'expired'|'cancelled', installation_status: 'not_installed'|'installed'|'deleted', provider_status: array{profile: string, smdp: string, ...}, usage: Usage, device: ReportedDevice, validity: array{days: int, activated_at: string|null, installed_at: string|null, expires_at: string|null, ...}, network: array{name: string|null, apn: string|null, ...}, last_provider_sync_at: string|null, ...}
 * @phpstan-type Usage array{total_mb: int|float, used_mb: int|float, remaining_mb: int|float, usage_percent: int|float, ...}
 * @phpstan-type ReportedDevice array{brand: string|null, model: string|null, eid: string|null, ...}
 * @phpstan-type EsimDevice array{eid: string|null, imei: string|null, brand: string|null, model: string|null, os: string|null, verified: bool, ...}
 * @phpstan-type EsimInstallation array{iccid: string, activation_code: string, smdp_address: string, installation_status: 'not_installed'|'installed'|'deleted', ...}
 * @phpstan-type EsimUsage array{current: Usage, history: list<UsageMeasurement>, ...}
 * @phpstan-type UsageMeasurement array{total_volume_bytes: int, used_volume_bytes: int, remaining_volume_bytes: int, usage_percent: int|float, source: string, recorded_at: string, ...}
 * @phpstan-type Health array{service: string, api_version: string, status: 'ok', time: string, ...}
 * @phpstan-type Integration array{environment: 'test'|'live', base_url: string, openapi_url: string, ...}
 * @phpstan-type PackageDetail array{id: int, package_id: string, name: string, type: 'local'|'regional'|'global', country_code: string|null, country_name: string, region: string, region_code: string, coverage: array{count: int, countries: list<string>, ...}, data: PackageData, duration_days: int, validity_days: int, network: array{type: string, speed: string, operators: list<array{country: string, name: string, ...}>, hotspot: bool|null, ...}, product_key: string, is_variant: bool, topup_supported: bool, price: int|float, currency: string, recommended_retail_price: int|float, updated_at: string, provider: string, reseller_price: int|float, retail_price: int|float, data_amount: string, data_amount_mb: int, network_type: string, replaced_package_id?: string, ...}
 * @phpstan-type ProviderCapabilities array{provider: string, topup: bool, cancel: bool, suspend: bool, resume: bool, ...}
 * @phpstan-type Readiness array{status: 'ready'|'degraded', checks: array<string, array{status: 'ok'|'degraded'|'failed', age_seconds: int|float|null, ...}>, duration_ms: int|float, ...}
 * @phpstan-type KeyUsage array{minute: Quota, day: Quota, last_24h: array{requests: int, errors: int, avg_latency_ms: int|float, ...}, ...}
 * @phpstan-type Quota array{used: int, limit: int, ...}
 * @phpstan-type CountryList array{items: list<Country>, ...}
 * @phpstan-type Country array{code: string, name: string, package_count: int, min_retail_price: string, ...}
 * @phpstan-type DeliveryList array{items: list<Delivery>, limit: int, ...}
 * @phpstan-type Delivery array{event_id: string, event_type: 'order.created'|'order.delivered'|'order.partially_delivered'|'order.failed'|'order.cancelled'|'esim.activated'|'esim.usage.updated'|'esim.suspended'|'esim.resumed'|'esim.cancelled'|'esim.action.failed'|'topup.completed'|'topup.failed'|'api_key.expiring'|'integration.test', status: 'pending'|'delivered'|'retrying'|'failed', attempt_count: int, last_http_status: int|null, last_error: string|null, created_at: string, delivered_at: string|null, ...}
 * @phpstan-type EsimHistory array{items: list<EsimHistoryItem>, ...}
 * @phpstan-type EsimHistoryItem array{event_type: string, previous_status: string, current_status: string, source: string, created_at: string, ...}
 * @phpstan-type EsimPage array{items: list<Esim>, limit: int, offset: int, ...}
 * @phpstan-type EventCatalog array{items: list<array{event: string, description: string, ...}>, ...}
 * @phpstan-type LedgerPage array{items: list<LedgerEntry>, pagination: array{limit: int, next_cursor: int|null, has_more: bool, ...}, ...}
 * @phpstan-type LedgerEntry array{id: int, reference: string, type: 'deposit'|'debit'|'refund'|'credit_adjustment'|'adjustment', amount: int|float, currency: string, balance_before: int|float, balance_after: int|float, description: string, created_at: string, ...}
 * @phpstan-type OrderPage array{items: list<OrderSummary>, pagination: array{limit: int, next_cursor: int|null, has_more: bool, ...}, ...}
 * @phpstan-type OrderSummary array{id: int, reference: string, client_reference: string|null, status: 'created'|'queued'|'processing'|'delivered'|'partially_delivered'|'failed'|'cancelled'|'refunded', unit_price: int|float, total_amount: int|float, currency: string, package_name: string, iccid: string|null, created_at: string, ...}
 * @phpstan-type PackagePage array{items: list<Package>, pagination: array{limit: int, next_cursor: int|null, has_more: bool, total?: int, ...}, currency: string, ...}
 * @phpstan-type Package array{id: int, package_id: string, name: string, type: 'local'|'regional'|'global', country_code: string|null, country_name: string, region: string, region_code: string, coverage: array{count: int, countries: list<string>, ...}, data: PackageData, duration_days: int, validity_days: int, network: array{type: string, speed: string, operators: list<array{country: string, name: string, ...}>, hotspot: bool|null, ...}, product_key: string, is_variant: bool, topup_supported: bool, price: int|float, currency: string, recommended_retail_price: int|float, updated_at: string, provider: string, reseller_price: int|float, retail_price: int|float, data_amount: string, data_amount_mb: int, network_type: string, ...}
 * @phpstan-type RegionList array{items: list<Region>, ...}
 * @phpstan-type Region array{code: string, name: string, type: 'regional'|'global', package_count: int, max_coverage: int, ...}
 * @phpstan-type ScopeCatalog array{modules: list<array{code: string, name: string, scopes: list<array{code: string, name: string, risk_level: 'low'|'medium'|'high'|'critical', ...}>, ...}>, ...}
 * @phpstan-type TopupOptions array{iccid: string, provider_supported: bool, currency: string, source: 'supplier'|'cache'|'sandbox', items: list<TopupOption>, ...}
 * @phpstan-type TopupOption array{package_code: string, name: string, data_mb: int, duration_days: int, price: int|float, currency: string, ...}
 * @phpstan-type WebhookList array{items: list<WebhookEndpoint>, ...}
 * @phpstan-type WebhookEndpoint array{id: int, environment: 'test'|'live', url: string, events_json: string, status: 'active'|'disabled', failure_count: int, last_success_at: string|null, created_at: string, ...}
 * @phpstan-type OpenedResume array{action_id: int, action: 'resume', status: 'queued'|'processing'|'succeeded'|'failed'|'under_review', resource: string, ...}
 * @phpstan-type OpenedSuspend array{action_id: int, action: 'suspend', status: 'queued'|'processing'|'succeeded'|'failed'|'under_review', resource: string, actions: list<OpenedAction>, refund_on_success: string|null, ...}
 * @phpstan-type AuthTest array{status: 'ok', authentication: array{status: 'valid', key_prefix: string, environment: 'test'|'live', hmac_required: bool, scopes: list<string>, ip_allowlist_active: bool, ...}, ...}
 * @phpstan-type QueuedTest array{event_id: string, status: 'queued', ...}
 */
trait Operations
{
    /**
     * Cancel the eSIMs of an order
     *
     * @param string $reference
     * @return OpenedCancel
     */
    public function cancelOrder(string $reference): array
    {
        return $this->call('cancelOrder', ['reference' => $reference]);
    }

    /**
     * Change the brand
     *
     * @param string|null $brand_name
     * @param ''|string|null $logo_url
     * @param ''|string|null $favicon_url
     * @param string|null $primary_color
     * @param string|null $secondary_color
     * @param string|null $accent_color
     * @param string|null $support_email
     * @param ''|string|null $support_phone
     * @param ''|string|null $terms_url
     * @param ''|string|null $privacy_url
     * @param string|null $company_legal_name
     * @param ''|string|null $custom_domain
     * @param string|null $portal_slug
     * @param string|null $locale
     * @return ChangedBrand
     */
    public function changeBrand(?string $brand_name = null, ?string $logo_url = null, ?string $favicon_url = null, ?string $primary_color = null, ?string $secondary_color = null, ?string $accent_color = null, ?string $support_email = null, ?string $support_phone = null, ?string $terms_url = null, ?string $privacy_url = null, ?string $company_legal_name = null, ?string $custom_domain = null, ?string $portal_slug = null, ?string $locale = null): array
    {
        return $this->call('changeBrand', ['brand_name' => $brand_name, 'logo_url' => $logo_url, 'favicon_url' => $favicon_url, 'primary_color' => $primary_color, 'secondary_color' => $secondary_color, 'accent_color' => $accent_color, 'support_email' => $support_email, 'support_phone' => $support_phone, 'terms_url' => $terms_url, 'privacy_url' => $privacy_url, 'company_legal_name' => $company_legal_name, 'custom_domain' => $custom_domain, 'portal_slug' => $portal_slug, 'locale' => $locale]);
    }

    /**
     * Place an order
     *
     * @param string $package_id
     * @param int|null $quantity
     * @param string|null $client_reference
     * @param int|float|null $max_unit_price
     * @param int|float|null $max_total_amount
     * @param 'insufficient_balance'|null $test_scenario
     * @return Order
     */
    public function createOrder(string $package_id, ?int $quantity = null, ?string $client_reference = null, ?float $max_unit_price = null, ?float $max_total_amount = null, ?string $test_scenario = null, ?string $idempotency_key = null): array
    {
        return $this->call('createOrder', ['package_id' => $package_id, 'quantity' => $quantity, 'client_reference' => $client_reference, 'max_unit_price' => $max_unit_price, 'max_total_amount' => $max_total_amount, 'test_scenario' => $test_scenario], $idempotency_key);
    }

    /**
     * Price and funds check for a purchase
     *
     * @param string $package_id
     * @param int|null $quantity
     * @return Quote
     */
    public function createQuote(string $package_id, ?int $quantity = null): array
    {
        return $this->call('createQuote', ['package_id' => $package_id, 'quantity' => $quantity]);
    }

    /**
     * Top an eSIM up
     *
     * @param string $iccid
     * @param string $package_code
     * @param int|float|null $max_price
     * @param 'insufficient_balance'|null $test_scenario
     * @param mixed|null $amount
     * @param mixed|null $price
     * @return Topup
     */
    public function createTopup(string $iccid, string $package_code, ?float $max_price = null, ?string $test_scenario = null, mixed $amount = null, mixed $price = null, ?string $idempotency_key = null): array
    {
        return $this->call('createTopup', ['iccid' => $iccid, 'package_code' => $package_code, 'max_price' => $max_price, 'test_scenario' => $test_scenario, 'amount' => $amount, 'price' => $price], $idempotency_key);
    }

    /**
     * Add a webhook endpoint
     *
     * @param string $url
     * @param list<'*'|'order.created'|'order.delivered'|'order.partially_delivered'|'order.failed'|'order.cancelled'|'esim.activated'|'esim.usage.updated'|'esim.suspended'|'esim.resumed'|'esim.cancelled'|'esim.action.failed'|'topup.completed'|'topup.failed'|'api_key.expiring'|'integration.test'>|null $events
     * @return CreatedWebhook
     */
    public function createWebhook(string $url, ?array $events = null): array
    {
        return $this->call('createWebhook', ['url' => $url, 'events' => $events]);
    }

    /**
     * Switch an endpoint off
     *
     * @param string $id
     * @return DisabledWebhook
     */
    public function disableWebhook(string $id): array
    {
        return $this->call('disableWebhook', ['id' => $id]);
    }

    /**
     * The account of the key
     *
     * @return Account
     */
    public function getAccount(): array
    {
        return $this->call('getAccount', []);
    }

    /**
     * One top-up, cancel, suspend or resume
     *
     * @param string $id
     * @return Action
     */
    public function getAction(string $id): array
    {
        return $this->call('getAction', ['id' => $id]);
    }

    /**
     * Wallet, credit and what can be spent
     *
     * @return Balance
     */
    public function getBalance(): array
    {
        return $this->call('getBalance', []);
    }

    /**
     * The brand manifest
     *
     * @return Brand
     */
    public function getBrand(): array
    {
        return $this->call('getBrand', []);
    }

    /**
     * What each network supplier supports
     *
     * @return CapabilitiesMatrix
     */
    public function getCapabilities(): array
    {
        return $this->call('getCapabilities', []);
    }

    /**
     * One eSIM
     *
     * @param string $iccid
     * @return Esim
     */
    public function getEsim(string $iccid): array
    {
        return $this->call('getEsim', ['iccid' => $iccid]);
    }

    /**
     * The device, as far as the supplier reported it
     *
     * @param string $iccid
     * @return EsimDevice
     */
    public function getEsimDevice(string $iccid): array
    {
        return $this->call('getEsimDevice', ['iccid' => $iccid]);
    }

    /**
     * What is needed to install the eSIM
     *
     * @param string $iccid
     * @return EsimInstallation
     */
    public function getEsimInstallation(string $iccid): array
    {
        return $this->call('getEsimInstallation', ['iccid' => $iccid]);
    }

    /**
     * Data usage and its last 100 measurements
     *
     * @param string $iccid
     * @return EsimUsage
     */
    public function getEsimUsage(string $iccid): array
    {
        return $this->call('getEsimUsage', ['iccid' => $iccid]);
    }

    /**
     * Whether the service answers
     *
     * @return Health
     */
    public function getHealth(): array
    {
        return $this->call('getHealth', []);
    }

    /**
     * Addresses of the API and of its OpenAPI document
     *
     * @return Integration
     */
    public function getIntegration(): array
    {
        return $this->call('getIntegration', []);
    }

    /**
     * One order with all its profiles
     *
     * @param string $reference
     * @return Order
     */
    public function getOrder(string $reference): array
    {
        return $this->call('getOrder', ['reference' => $reference]);
    }

    /**
     * One package
     *
     * @param string $id
     * @return PackageDetail
     */
    public function getPackage(string $id): array
    {
        return $this->call('getPackage', ['id' => $id]);
    }

    /**
     * What one supplier supports
     *
     * @param string $provider_code
     * @return ProviderCapabilities
     */
    public function getProviderCapabilities(string $provider_code): array
    {
        return $this->call('getProviderCapabilities', ['provider_code' => $provider_code]);
    }

    /**
     * Whether the service can do its work
     *
     * @return Readiness
     */
    public function getReadiness(): array
    {
        return $this->call('getReadiness', []);
    }

    /**
     * What the calling key has used of its limits
     *
     * @return KeyUsage
     */
    public function getUsage(): array
    {
        return $this->call('getUsage', []);
    }

    /**
     * Countries with a local package
     *
     * @return CountryList
     */
    public function listCountries(): array
    {
        return $this->call('listCountries', []);
    }

    /**
     * Deliveries of an endpoint, newest first
     *
     * @param string $id
     * @param int|null $limit
     * @return DeliveryList
     */
    public function listDeliveries(string $id, ?int $limit = null): array
    {
        return $this->call('listDeliveries', ['id' => $id, 'limit' => $limit]);
    }

    /**
     * What happened to the eSIM, newest first
     *
     * @param string $iccid
     * @return EsimHistory
     */
    public function listEsimEvents(string $iccid): array
    {
        return $this->call('listEsimEvents', ['iccid' => $iccid]);
    }

    /**
     * eSIMs, newest first
     *
     * @param 'provisioning'|'ready'|'installed'|'activated'|'suspended'|'exhausted'|'expired'|'cancelled'|null $status
     * @param string|null $provider
     * @param int|null $limit
     * @param int|null $offset
     * @return EsimPage
     */
    public function listEsims(?string $status = null, ?string $provider = null, ?int $limit = null, ?int $offset = null): array
    {
        return $this->call('listEsims', ['status' => $status, 'provider' => $provider, 'limit' => $limit, 'offset' => $offset]);
    }

    /**
     * Every event that a webhook can subscribe to
     *
     * @return EventCatalog
     */
    public function listEvents(): array
    {
        return $this->call('listEvents', []);
    }

    /**
     * Every money movement, newest first
     *
     * @param int|null $limit
     * @param int|null $before_id
     * @return LedgerPage
     */
    public function listLedger(?int $limit = null, ?int $before_id = null): array
    {
        return $this->call('listLedger', ['limit' => $limit, 'before_id' => $before_id]);
    }

    /**
     * Orders, newest first
     *
     * @param 'created'|'queued'|'processing'|'delivered'|'partially_delivered'|'failed'|'cancelled'|'refunded'|null $status
     * @param int|null $limit
     * @param int|null $before_id
     * @return OrderPage
     */
    public function listOrders(?string $status = null, ?int $limit = null, ?int $before_id = null): array
    {
        return $this->call('listOrders', ['status' => $status, 'limit' => $limit, 'before_id' => $before_id]);
    }

    /**
     * Packages on sale, with the account's prices
     *
     * @param string|null $country
     * @param string|null $region
     * @param 'local'|'regional'|'global'|null $type
     * @param string|null $q
     * @param int|null $min_data_mb
     * @param int|null $max_data_mb
     * @param int|null $min_days
     * @param int|null $max_days
     * @param bool|null $unlimited
     * @param bool|null $include_variants
     * @param string|null $updated_since
     * @param int|null $limit
     * @param int|null $cursor
     * @return PackagePage
     */
    public function listPackages(?string $country = null, ?string $region = null, ?string $type = null, ?string $q = null, ?int $min_data_mb = null, ?int $max_data_mb = null, ?int $min_days = null, ?int $max_days = null, ?bool $unlimited = null, ?bool $include_variants = null, ?string $updated_since = null, ?int $limit = null, ?int $cursor = null): array
    {
        return $this->call('listPackages', ['country' => $country, 'region' => $region, 'type' => $type, 'q' => $q, 'min_data_mb' => $min_data_mb, 'max_data_mb' => $max_data_mb, 'min_days' => $min_days, 'max_days' => $max_days, 'unlimited' => $unlimited, 'include_variants' => $include_variants, 'updated_since' => $updated_since, 'limit' => $limit, 'cursor' => $cursor]);
    }

    /**
     * Regions with a regional or global package
     *
     * @return RegionList
     */
    public function listRegions(): array
    {
        return $this->call('listRegions', []);
    }

    /**
     * Every scope a key can have, with its risk
     *
     * @return ScopeCatalog
     */
    public function listScopes(): array
    {
        return $this->call('listScopes', []);
    }

    /**
     * What can be put on the eSIM, at your price
     *
     * @param string $iccid
     * @return TopupOptions
     */
    public function listTopupOptions(string $iccid): array
    {
        return $this->call('listTopupOptions', ['iccid' => $iccid]);
    }

    /**
     * Webhook endpoints of the key's environment
     *
     * @return WebhookList
     */
    public function listWebhooks(): array
    {
        return $this->call('listWebhooks', []);
    }

    /**
     * Synchronise with the supplier now
     *
     * @param string $iccid
     * @return Esim
     */
    public function refreshEsim(string $iccid): array
    {
        return $this->call('refreshEsim', ['iccid' => $iccid]);
    }

    /**
     * Resume a suspended eSIM
     *
     * @param string $iccid
     * @return OpenedResume
     */
    public function resumeEsim(string $iccid): array
    {
        return $this->call('resumeEsim', ['iccid' => $iccid]);
    }

    /**
     * Suspend the eSIM
     *
     * @param string $iccid
     * @return OpenedSuspend
     */
    public function suspendEsim(string $iccid): array
    {
        return $this->call('suspendEsim', ['iccid' => $iccid]);
    }

    /**
     * Verify the key
     *
     * @return AuthTest
     */
    public function testAuth(): array
    {
        return $this->call('testAuth', []);
    }

    /**
     * Send a test event to the endpoint
     *
     * @param string $id
     * @return QueuedTest
     */
    public function testWebhook(string $id): array
    {
        return $this->call('testWebhook', ['id' => $id]);
    }

    /**
     * Every item of listPackages, page after page.
     *
     * @return \Generator<int, Package>
     */
    public function everyPackages(?string $country = null, ?string $region = null, ?string $type = null, ?string $q = null, ?int $min_data_mb = null, ?int $max_data_mb = null, ?int $min_days = null, ?int $max_days = null, ?bool $unlimited = null, ?bool $include_variants = null, ?string $updated_since = null, ?int $limit = null): \Generator
    {
        return $this->pages('listPackages', 'cursor', ['country' => $country, 'region' => $region, 'type' => $type, 'q' => $q, 'min_data_mb' => $min_data_mb, 'max_data_mb' => $max_data_mb, 'min_days' => $min_days, 'max_days' => $max_days, 'unlimited' => $unlimited, 'include_variants' => $include_variants, 'updated_since' => $updated_since, 'limit' => $limit]);
    }

    /**
     * Every item of listOrders, page after page.
     *
     * @return \Generator<int, OrderSummary>
     */
    public function everyOrders(?string $status = null, ?int $limit = null): \Generator
    {
        return $this->pages('listOrders', 'before_id', ['status' => $status, 'limit' => $limit]);
    }

    /**
     * Every item of listLedger, page after page.
     *
     * @return \Generator<int, LedgerEntry>
     */
    public function everyLedger(?int $limit = null): \Generator
    {
        return $this->pages('listLedger', 'before_id', ['limit' => $limit]);
    }

    /**
     * Every item of listEsims, page after page.
     *
     * @return \Generator<int, Esim>
     */
    public function everyEsims(?string $status = null, ?string $provider = null, ?int $limit = null): \Generator
    {
        return $this->pages('listEsims', 'offset', ['status' => $status, 'provider' => $provider, 'limit' => $limit]);
    }

    /**
     * @param array<string, mixed> $values
     * @return array<string, mixed>
     */
    abstract private function call(string $operation, array $values, ?string $idempotencyKey = null): array;

    /**
     * @param array<string, mixed> $values
     * @return \Generator<int, array<string, mixed>>
     */
    abstract private function pages(string $operation, string $by, array $values): \Generator;
}
