# Made by `npm run sdk` from the API's description. What is changed here is lost.
"""What the methods give, as a type checker sees it."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

class OpenedAction(TypedDict):
    action_id: int
    iccid: str
    status: Literal["queued", "processing", "succeeded", "failed", "under_review"]


class OpenedCancelRefundOnSuccess(TypedDict):
    amount_per_esim: float
    currency: str


class OpenedCancel(TypedDict):
    action_id: int
    action: Literal["cancel"]
    status: Literal["queued", "processing", "succeeded", "failed", "under_review"]
    resource: str
    order_reference: str
    actions: List[OpenedAction]
    refund_on_success: OpenedCancelRefundOnSuccess


class ChangedBrandColors(TypedDict):
    primary: str
    secondary: str
    accent: str


class ChangedBrandSupport(TypedDict):
    email: str
    phone: Optional[str]


class ChangedBrandLegal(TypedDict):
    terms_url: Optional[str]
    privacy_url: Optional[str]


class ChangedBrand(TypedDict):
    name: str
    logo_url: str
    favicon_url: Optional[str]
    colors: ChangedBrandColors
    support: ChangedBrandSupport
    legal: ChangedBrandLegal
    custom_domain: Optional[str]
    domain_verified: bool
    locale: str
    company_legal_name: str
    portal_slug: str


class OrderProfile(TypedDict):
    iccid: str
    imsi: Optional[str]
    provider: str
    activation_status: Literal["provisioning", "ready", "activated", "suspended", "exhausted", "expired", "cancelled"]
    installation_status: Literal["not_installed", "installed", "deleted"]
    activation_code: str
    smdp_address: str


class Order(TypedDict):
    id: int
    reference: str
    client_reference: Optional[str]
    status: Literal["created", "queued", "processing", "delivered", "partially_delivered", "failed", "cancelled", "refunded"]
    requested_quantity: int
    delivered_quantity: int
    unit_price: float
    total_amount: float
    currency: str
    package_id: int
    package_name: str
    iccid: Optional[str]
    activation_code: Optional[str]
    profiles: List[OrderProfile]
    created_at: str


class PackageData(TypedDict):
    amount: str
    mb: int
    unlimited: bool
    per_day: bool


class QuotePackage(TypedDict):
    id: int
    package_id: str
    name: str
    country_code: Optional[str]
    data: PackageData
    validity_days: int
    duration_days: int


class QuotePricing(TypedDict):
    base_currency: Literal["USD"]
    base_unit_price: float
    fx_rate: float
    recommended_retail_price: float


class QuoteFunds(TypedDict):
    available_to_spend: float
    sufficient: bool
    shortfall: float
    credit_enabled: bool
    credit_status: Literal["none", "active", "blocked"]
    charged_on_order: bool


class Quote(TypedDict):
    quote_id: str
    environment: Literal["test", "live"]
    package: QuotePackage
    quantity: int
    unit_price: float
    total_amount: float
    currency: str
    pricing: QuotePricing
    funds: QuoteFunds
    expires_at: str


class Topup(TypedDict):
    action_id: int
    action: Literal["topup"]
    status: Literal["queued", "processing", "succeeded", "failed", "under_review"]
    resource: str
    package_code: str
    name: str
    amount: float
    currency: str
    charged: bool
    ledger_reference: Optional[str]


class CreatedWebhook(TypedDict):
    id: int
    secret: str


class DisabledWebhook(TypedDict):
    id: int
    status: Literal["disabled"]


class Account(TypedDict):
    id: int
    account_code: str
    company_name: str
    email: str
    currency: str
    status: Literal["active", "closed"]
    test_enabled: int
    live_enabled: int
    credit_enabled: bool
    credit_status: Literal["none", "active", "blocked"]
    payment_terms_days: int
    created_at: str


class Action(TypedDict):
    action_id: int
    action: Literal["topup", "cancel", "suspend", "resume"]
    status: Literal["queued", "processing", "succeeded", "failed", "under_review"]
    iccid: str
    order_reference: str
    package_code: Optional[str]
    amount: float
    currency: str
    charged: bool
    refunded: bool
    refunded_at: Optional[str]
    settled_at: Optional[str]
    created_at: str


class BalanceCredit(TypedDict):
    enabled: bool
    status: Literal["none", "active", "blocked"]
    hold_reason: Optional[str]
    limit: float
    used: float
    available: float
    payment_terms_days: int


class Balance(TypedDict):
    currency: str
    wallet_balance: float
    prepaid_balance: float
    credit: BalanceCredit
    available_to_spend: float
    can_purchase: bool
    credit_limit: float
    credit_used: float
    available: float


class BrandColors(TypedDict):
    primary: str
    secondary: str
    accent: str


class BrandSupport(TypedDict):
    email: str
    phone: Optional[str]


class BrandLegal(TypedDict):
    terms_url: Optional[str]
    privacy_url: Optional[str]


class Brand(TypedDict):
    name: str
    logo_url: str
    favicon_url: Optional[str]
    colors: BrandColors
    support: BrandSupport
    legal: BrandLegal
    custom_domain: Optional[str]
    domain_verified: bool
    locale: str


class Capabilities(TypedDict):
    order: bool
    topup: bool
    cancel: bool
    suspend: bool
    resume: bool
    usage: bool
    refund_on_cancel: bool


class CapabilitiesMatrix(TypedDict):
    providers: Dict[str, Capabilities]


class EsimProviderStatus(TypedDict):
    profile: str
    smdp: str


class Usage(TypedDict):
    total_mb: float
    used_mb: float
    remaining_mb: float
    usage_percent: float


class ReportedDevice(TypedDict):
    brand: Optional[str]
    model: Optional[str]
    eid: Optional[str]


class EsimValidity(TypedDict):
    days: int
    activated_at: Optional[str]
    installed_at: Optional[str]
    expires_at: Optional[str]


class EsimNetwork(TypedDict):
    name: Optional[str]
    apn: Optional[str]


class Esim(TypedDict):
    reference: str
    iccid: str
    imsi: Optional[str]
    provider: str
    provider_order_reference: str
    activation_status: Literal["provisioning", "ready", "activated", "suspended", "exhausted", "expired", "cancelled"]
    installation_status: Literal["not_installed", "installed", "deleted"]
    provider_status: EsimProviderStatus
    usage: Usage
    device: ReportedDevice
    validity: EsimValidity
    network: EsimNetwork
    last_provider_sync_at: Optional[str]


class EsimDevice(TypedDict):
    eid: Optional[str]
    imei: Optional[str]
    brand: Optional[str]
    model: Optional[str]
    os: Optional[str]
    verified: bool


class EsimInstallation(TypedDict):
    iccid: str
    activation_code: str
    smdp_address: str
    installation_status: Literal["not_installed", "installed", "deleted"]


class UsageMeasurement(TypedDict):
    total_volume_bytes: int
    used_volume_bytes: int
    remaining_volume_bytes: int
    usage_percent: float
    source: str
    recorded_at: str


class EsimUsage(TypedDict):
    current: Usage
    history: List[UsageMeasurement]


class Health(TypedDict):
    service: str
    api_version: str
    status: Literal["ok"]
    time: str


class Integration(TypedDict):
    environment: Literal["test", "live"]
    base_url: str
    openapi_url: str


class PackageDetailCoverage(TypedDict):
    count: int
    countries: List[str]


class PackageDetailNetworkOperatorsItem(TypedDict):
    country: str
    name: str


class PackageDetailNetwork(TypedDict):
    type: str
    speed: str
    operators: List[PackageDetailNetworkOperatorsItem]
    hotspot: Optional[bool]


class PackageDetail(TypedDict):
    id: int
    package_id: str
    name: str
    type: Literal["local", "regional", "global"]
    country_code: Optional[str]
    country_name: str
    region: str
    region_code: str
    coverage: PackageDetailCoverage
    data: PackageData
    duration_days: int
    validity_days: int
    network: PackageDetailNetwork
    product_key: str
    is_variant: bool
    topup_supported: bool
    price: float
    currency: str
    recommended_retail_price: float
    updated_at: str
    provider: str
    reseller_price: float
    retail_price: float
    data_amount: str
    data_amount_mb: int
    network_type: str
    replaced_package_id: str


class ProviderCapabilities(TypedDict):
    provider: str
    topup: bool
    cancel: bool
    suspend: bool
    resume: bool


class ReadinessChecksValue(TypedDict):
    status: Literal["ok", "degraded", "failed"]
    age_seconds: Optional[float]


class Readiness(TypedDict):
    status: Literal["ready", "degraded"]
    checks: Dict[str, ReadinessChecksValue]
    duration_ms: float


class Quota(TypedDict):
    used: int
    limit: int


class KeyUsageLast_24h(TypedDict):
    requests: int
    errors: int
    avg_latency_ms: float


class KeyUsage(TypedDict):
    minute: Quota
    day: Quota
    last_24h: KeyUsageLast_24h


class Country(TypedDict):
    code: str
    name: str
    package_count: int
    min_retail_price: str


class CountryList(TypedDict):
    items: List[Country]


class Delivery(TypedDict):
    event_id: str
    event_type: Literal["order.created", "order.delivered", "order.partially_delivered", "order.failed", "order.cancelled", "esim.activated", "esim.usage.updated", "esim.suspended", "esim.resumed", "esim.cancelled", "esim.action.failed", "topup.completed", "topup.failed", "api_key.expiring", "integration.test"]
    status: Literal["pending", "delivered", "retrying", "failed"]
    attempt_count: int
    last_http_status: Optional[int]
    last_error: Optional[str]
    created_at: str
    delivered_at: Optional[str]


class DeliveryList(TypedDict):
    items: List[Delivery]
    limit: int


class EsimHistoryItem(TypedDict):
    event_type: str
    previous_status: str
    current_status: str
    source: str
    created_at: str


class EsimHistory(TypedDict):
    items: List[EsimHistoryItem]


class EsimPage(TypedDict):
    items: List[Esim]
    limit: int
    offset: int


class EventCatalogItemsItem(TypedDict):
    event: str
    description: str


class EventCatalog(TypedDict):
    items: List[EventCatalogItemsItem]


class LedgerEntry(TypedDict):
    id: int
    reference: str
    type: Literal["deposit", "debit", "refund", "credit_adjustment", "adjustment"]
    amount: float
    currency: str
    balance_before: float
    balance_after: float
    description: str
    created_at: str


class LedgerPagePagination(TypedDict):
    limit: int
    next_cursor: Optional[int]
    has_more: bool


class LedgerPage(TypedDict):
    items: List[LedgerEntry]
    pagination: LedgerPagePagination


class OrderSummary(TypedDict):
    id: int
    reference: str
    client_reference: Optional[str]
    status: Literal["created", "queued", "processing", "delivered", "partially_delivered", "failed", "cancelled", "refunded"]
    unit_price: float
    total_amount: float
    currency: str
    package_name: str
    iccid: Optional[str]
    created_at: str


class OrderPagePagination(TypedDict):
    limit: int
    next_cursor: Optional[int]
    has_more: bool


class OrderPage(TypedDict):
    items: List[OrderSummary]
    pagination: OrderPagePagination


class PackageCoverage(TypedDict):
    count: int
    countries: List[str]


class PackageNetworkOperatorsItem(TypedDict):
    country: str
    name: str


class PackageNetwork(TypedDict):
    type: str
    speed: str
    operators: List[PackageNetworkOperatorsItem]
    hotspot: Optional[bool]


class Package(TypedDict):
    id: int
    package_id: str
    name: str
    type: Literal["local", "regional", "global"]
    country_code: Optional[str]
    country_name: str
    region: str
    region_code: str
    coverage: PackageCoverage
    data: PackageData
    duration_days: int
    validity_days: int
    network: PackageNetwork
    product_key: str
    is_variant: bool
    topup_supported: bool
    price: float
    currency: str
    recommended_retail_price: float
    updated_at: str
    provider: str
    reseller_price: float
    retail_price: float
    data_amount: str
    data_amount_mb: int
    network_type: str


class PackagePagePagination(TypedDict):
    limit: int
    next_cursor: Optional[int]
    has_more: bool
    total: int


class PackagePage(TypedDict):
    items: List[Package]
    pagination: PackagePagePagination
    currency: str


class Region(TypedDict):
    code: str
    name: str
    type: Literal["regional", "global"]
    package_count: int
    max_coverage: int


class RegionList(TypedDict):
    items: List[Region]


class ScopeCatalogModulesItemScopesItem(TypedDict):
    code: str
    name: str
    risk_level: Literal["low", "medium", "high", "critical"]


class ScopeCatalogModulesItem(TypedDict):
    code: str
    name: str
    scopes: List[ScopeCatalogModulesItemScopesItem]


class ScopeCatalog(TypedDict):
    modules: List[ScopeCatalogModulesItem]


class TopupOption(TypedDict):
    package_code: str
    name: str
    data_mb: int
    duration_days: int
    price: float
    currency: str


class TopupOptions(TypedDict):
    iccid: str
    provider_supported: bool
    currency: str
    source: Literal["supplier", "cache", "sandbox"]
    items: List[TopupOption]


class WebhookEndpoint(TypedDict):
    id: int
    environment: Literal["test", "live"]
    url: str
    events_json: str
    status: Literal["active", "disabled"]
    failure_count: int
    last_success_at: Optional[str]
    created_at: str


class WebhookList(TypedDict):
    items: List[WebhookEndpoint]


class OpenedResume(TypedDict):
    action_id: int
    action: Literal["resume"]
    status: Literal["queued", "processing", "succeeded", "failed", "under_review"]
    resource: str


class OpenedSuspend(TypedDict):
    action_id: int
    action: Literal["suspend"]
    status: Literal["queued", "processing", "succeeded", "failed", "under_review"]
    resource: str
    actions: List[OpenedAction]
    refund_on_success: Optional[str]


class AuthTestAuthentication(TypedDict):
    status: Literal["valid"]
    key_prefix: str
    environment: Literal["test", "live"]
    hmac_required: bool
    scopes: List[str]
    ip_allowlist_active: bool


class AuthTest(TypedDict):
    status: Literal["ok"]
    authentication: AuthTestAuthentication


class QueuedTest(TypedDict):
    event_id: str
    status: Literal["queued"]
