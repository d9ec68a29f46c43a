# Made by `npm run sdk` from the API's description. What is changed here is lost.

from typing import Any, Callable, Dict, Iterator, List, Literal, Optional, Union, overload

from ._call import Answer
from .types import *

class Client:
    def __init__(
        self,
        key: str,
        base_url: str,
        *,
        signing_secret: Optional[str] = ...,
        timeout: float = ...,
        retries: int = ...,
        on_answer: Optional[Callable[[Answer], None]] = ...,
    ) -> None: ...
    @overload
    def each(self, operation: Literal["list_packages"], **values: Any) -> Iterator[Package]: ...
    @overload
    def each(self, operation: Literal["list_orders"], **values: Any) -> Iterator[OrderSummary]: ...
    @overload
    def each(self, operation: Literal["list_ledger"], **values: Any) -> Iterator[LedgerEntry]: ...
    @overload
    def each(self, operation: Literal["list_esims"], **values: Any) -> Iterator[Esim]: ...
    def cancel_order(self, *, reference: str) -> OpenedCancel:
        """Cancel the eSIMs of an order"""
    def change_brand(self, *, brand_name: Optional[str] = ..., logo_url: Optional[Union[Literal[""], str]] = ..., favicon_url: Optional[Union[Literal[""], str]] = ..., primary_color: Optional[str] = ..., secondary_color: Optional[str] = ..., accent_color: Optional[str] = ..., support_email: Optional[str] = ..., support_phone: Optional[Union[Literal[""], str]] = ..., terms_url: Optional[Union[Literal[""], str]] = ..., privacy_url: Optional[Union[Literal[""], str]] = ..., company_legal_name: Optional[str] = ..., custom_domain: Optional[Union[Literal[""], str]] = ..., portal_slug: Optional[str] = ..., locale: Optional[str] = ...) -> ChangedBrand:
        """Change the brand"""
    def create_order(self, *, package_id: str, quantity: Optional[int] = ..., client_reference: Optional[str] = ..., max_unit_price: Optional[float] = ..., max_total_amount: Optional[float] = ..., test_scenario: Optional[Literal["insufficient_balance"]] = ..., idempotency_key: Optional[str] = ...) -> Order:
        """Place an order"""
    def create_quote(self, *, package_id: str, quantity: Optional[int] = ...) -> Quote:
        """Price and funds check for a purchase"""
    def create_topup(self, *, iccid: str, package_code: str, max_price: Optional[float] = ..., test_scenario: Optional[Literal["insufficient_balance"]] = ..., amount: Optional[Any] = ..., price: Optional[Any] = ..., idempotency_key: Optional[str] = ...) -> Topup:
        """Top an eSIM up"""
    def create_webhook(self, *, url: str, events: Optional[List[Literal["*", "order.created", "order.delivered", "order.partially_delivered", "order.failed", "order.cancelled", "esim.activated", "esim.usage.updated", "esim.suspended", "esim.resumed", "esim.cancelled", "esim.action.failed", "topup.completed", "topup.failed", "api_key.expiring", "integration.test"]]] = ...) -> CreatedWebhook:
        """Add a webhook endpoint"""
    def disable_webhook(self, *, id: str) -> DisabledWebhook:
        """Switch an endpoint off"""
    def get_account(self) -> Account:
        """The account of the key"""
    def get_action(self, *, id: str) -> Action:
        """One top-up, cancel, suspend or resume"""
    def get_balance(self) -> Balance:
        """Wallet, credit and what can be spent"""
    def get_brand(self) -> Brand:
        """The brand manifest"""
    def get_capabilities(self) -> CapabilitiesMatrix:
        """What each network supplier supports"""
    def get_esim(self, *, iccid: str) -> Esim:
        """One eSIM"""
    def get_esim_device(self, *, iccid: str) -> EsimDevice:
        """The device, as far as the supplier reported it"""
    def get_esim_installation(self, *, iccid: str) -> EsimInstallation:
        """What is needed to install the eSIM"""
    def get_esim_usage(self, *, iccid: str) -> EsimUsage:
        """Data usage and its last 100 measurements"""
    def get_health(self) -> Health:
        """Whether the service answers"""
    def get_integration(self) -> Integration:
        """Addresses of the API and of its OpenAPI document"""
    def get_order(self, *, reference: str) -> Order:
        """One order with all its profiles"""
    def get_package(self, *, id: str) -> PackageDetail:
        """One package"""
    def get_provider_capabilities(self, *, provider_code: str) -> ProviderCapabilities:
        """What one supplier supports"""
    def get_readiness(self) -> Readiness:
        """Whether the service can do its work"""
    def get_usage(self) -> KeyUsage:
        """What the calling key has used of its limits"""
    def list_countries(self) -> CountryList:
        """Countries with a local package"""
    def list_deliveries(self, *, id: str, limit: Optional[int] = ...) -> DeliveryList:
        """Deliveries of an endpoint, newest first"""
    def list_esim_events(self, *, iccid: str) -> EsimHistory:
        """What happened to the eSIM, newest first"""
    def list_esims(self, *, status: Optional[Literal["provisioning", "ready", "installed", "activated", "suspended", "exhausted", "expired", "cancelled"]] = ..., provider: Optional[str] = ..., limit: Optional[int] = ..., offset: Optional[int] = ...) -> EsimPage:
        """eSIMs, newest first"""
    def list_events(self) -> EventCatalog:
        """Every event that a webhook can subscribe to"""
    def list_ledger(self, *, limit: Optional[int] = ..., before_id: Optional[int] = ...) -> LedgerPage:
        """Every money movement, newest first"""
    def list_orders(self, *, status: Optional[Literal["created", "queued", "processing", "delivered", "partially_delivered", "failed", "cancelled", "refunded"]] = ..., limit: Optional[int] = ..., before_id: Optional[int] = ...) -> OrderPage:
        """Orders, newest first"""
    def list_packages(self, *, country: Optional[str] = ..., region: Optional[str] = ..., type: Optional[Literal["local", "regional", "global"]] = ..., q: Optional[str] = ..., min_data_mb: Optional[int] = ..., max_data_mb: Optional[int] = ..., min_days: Optional[int] = ..., max_days: Optional[int] = ..., unlimited: Optional[bool] = ..., include_variants: Optional[bool] = ..., updated_since: Optional[str] = ..., limit: Optional[int] = ..., cursor: Optional[int] = ...) -> PackagePage:
        """Packages on sale, with the account's prices"""
    def list_regions(self) -> RegionList:
        """Regions with a regional or global package"""
    def list_scopes(self) -> ScopeCatalog:
        """Every scope a key can have, with its risk"""
    def list_topup_options(self, *, iccid: str) -> TopupOptions:
        """What can be put on the eSIM, at your price"""
    def list_webhooks(self) -> WebhookList:
        """Webhook endpoints of the key's environment"""
    def refresh_esim(self, *, iccid: str) -> Esim:
        """Synchronise with the supplier now"""
    def resume_esim(self, *, iccid: str) -> OpenedResume:
        """Resume a suspended eSIM"""
    def suspend_esim(self, *, iccid: str) -> OpenedSuspend:
        """Suspend the eSIM"""
    def test_auth(self) -> AuthTest:
        """Verify the key"""
    def test_webhook(self, *, id: str) -> QueuedTest:
        """Send a test event to the endpoint"""
