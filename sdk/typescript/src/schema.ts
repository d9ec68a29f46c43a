// Made by `npm run sdk` from the API's description. What is changed here is lost.

export interface paths {
    "/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The account of the key
         * @description Scope: `account:read` (risk: low).
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Wallet, credit and what can be spent
         * @description Scope: `account:balance` (risk: medium).
         */
        get: operations["getBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every money movement, newest first
         * @description Entries are hash-chained and never changed. Test orders move no money: the ledger of the test environment is empty.
         *
         *     Scope: `account:balance` (risk: medium).
         */
        get: operations["listLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/actions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One top-up, cancel, suspend or resume
         * @description Scope: `esims:read` (risk: medium).
         */
        get: operations["getAction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify the key
         * @description Scope: `health:test` (risk: medium).
         */
        post: operations["testAuth"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/brand": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The brand manifest
         * @description Changes rarely: keep it, and ask with its ETag. The test environment shows the live brand until it has one of its own.
         *
         *     Scope: `brand:read` (risk: low).
         */
        get: operations["getBrand"];
        put?: never;
        /**
         * Change the brand
         * @description Only the fields that are sent are changed; an empty text clears logo, favicon, phone, terms, privacy and domain. A domain serves nothing until its TXT record is found.
         *
         *     Scope: `brand:manage` (risk: high).
         */
        post: operations["changeBrand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/countries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Countries with a local package
         * @description Scope: `catalog:read` (risk: low).
         */
        get: operations["listCountries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esims": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * eSIMs, newest first
         * @description Scope: `esims:read` (risk: medium).
         */
        get: operations["listEsims"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esims/{iccid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One eSIM
         * @description Scope: `esims:read` (risk: medium).
         */
        get: operations["getEsim"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esims/{iccid}/device": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The device, as far as the supplier reported it
         * @description Scope: `esims:device` (risk: high).
         */
        get: operations["getEsimDevice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esims/{iccid}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened to the eSIM, newest first
         * @description Scope: `esims:events` (risk: medium).
         */
        get: operations["listEsimEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esims/{iccid}/installation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is needed to install the eSIM
         * @description Scope: `esims:installation` (risk: high).
         */
        get: operations["getEsimInstallation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esims/{iccid}/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Synchronise with the supplier now
         * @description Scope: `esims:sync` (risk: high).
         */
        post: operations["refreshEsim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esims/{iccid}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a suspended eSIM
         * @description The outcome comes with esim.resumed or esim.action.failed, or GET /actions/{id}.
         *
         *     Scope: `esims:resume` (risk: high).
         */
        post: operations["resumeEsim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esims/{iccid}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend the eSIM
         * @description The outcome comes with esim.suspended or esim.action.failed, or GET /actions/{id}.
         *
         *     Scope: `esims:suspend` (risk: critical).
         */
        post: operations["suspendEsim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esims/{iccid}/topup-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What can be put on the eSIM, at your price
         * @description Scope: `topups:read` (risk: medium).
         */
        get: operations["listTopupOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esims/{iccid}/topups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Top an eSIM up
         * @description Live: charged at once; the outcome comes with topup.completed or topup.failed (then refunded), or GET /actions/{id}. Test: free, over at once.
         *
         *     Scope: `topups:create` (risk: high).
         */
        post: operations["createTopup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esims/{iccid}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Data usage and its last 100 measurements
         * @description Scope: `esims:usage` (risk: medium).
         */
        get: operations["getEsimUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the service answers
         * @description Touches nothing but this process. For readiness of database and catalogue see GET /health/ready.
         *
         *     No key needed.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the service can do its work
         * @description Scope: `health:read` (risk: low).
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/meta/capabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What each network supplier supports
         * @description An operation that a supplier does not support fails with 422 action_not_supported.
         *
         *     Scope: `catalog:read` (risk: low).
         */
        get: operations["getCapabilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/meta/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every event that a webhook can subscribe to
         * @description No key needed.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/meta/integration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Addresses of the API and of its OpenAPI document
         * @description Scope: `health:read` (risk: low).
         */
        get: operations["getIntegration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/meta/scopes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every scope a key can have, with its risk
         * @description No key needed.
         */
        get: operations["listScopes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Orders, newest first
         * @description Scope: `orders:read` (risk: medium).
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Place an order
         * @description Live: the amount is charged at once and the order is queued for the supplier; the profiles come with order.delivered or GET /orders/{reference}. Test: free, delivered at once with fake profiles.
         *
         *     Scope: `orders:create` (risk: high).
         */
        post: operations["createOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{reference}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One order with all its profiles
         * @description Scope: `orders:read` (risk: medium).
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{reference}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel the eSIMs of an order
         * @description Opens a cancel for every eSIM that is neither cancelled nor expired. When the supplier accepts, the unit price of that eSIM is refunded once; it may refuse an eSIM that is in use.
         *
         *     Scope: `orders:cancel` (risk: critical).
         */
        post: operations["cancelOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/packages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Packages on sale, with the account's prices
         * @description Synchronise with one full pull a day and an hourly pull with updated_since.
         *
         *     Scope: `catalog:read` (risk: low).
         */
        get: operations["listPackages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/packages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One package
         * @description A withdrawn code that was replaced answers with the new package and names the old code.
         *
         *     Scope: `catalog:read` (risk: low).
         */
        get: operations["getPackage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers/{provider_code}/capabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What one supplier supports
         * @deprecated
         * @description Kept for integrations of the first version; new ones use GET /meta/capabilities.
         *
         *     Scope: `catalog:read` (risk: low).
         */
        get: operations["getProviderCapabilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Price and funds check for a purchase
         * @description Not binding, valid for 5 minutes. Order with the quoted unit_price as max_unit_price.
         *
         *     Scope: `catalog:read` (risk: low).
         */
        post: operations["createQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/regions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Regions with a regional or global package
         * @description Scope: `catalog:read` (risk: low).
         */
        get: operations["listRegions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the calling key has used of its limits
         * @description Scope: `usage:read` (risk: medium).
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Webhook endpoints of the key's environment
         * @description Scope: `webhooks:read` (risk: medium).
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Add a webhook endpoint
         * @description The secret is returned only here. Every event is signed with it.
         *
         *     Scope: `webhooks:manage` (risk: critical).
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deliveries of an endpoint, newest first
         * @description Scope: `webhooks:read` (risk: medium).
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch an endpoint off
         * @description What still waits for it is not sent. A second time changes nothing.
         *
         *     Scope: `webhooks:manage` (risk: critical).
         */
        post: operations["disableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to the endpoint
         * @description Queues integration.test for this endpoint alone, whatever it subscribes to.
         *
         *     Scope: `webhooks:test` (risk: high).
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "api_key.expiring": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * api_key.expiring
         * @description An API key expires soon.
         */
        post: operations["onApiKeyExpiring"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "esim.action.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * esim.action.failed
         * @description A cancel or suspend action failed at the supplier.
         */
        post: operations["onEsimActionFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "esim.activated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * esim.activated
         * @description The eSIM connected to a network for the first time.
         */
        post: operations["onEsimActivated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "esim.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * esim.cancelled
         * @description The eSIM was cancelled; its price is refunded.
         */
        post: operations["onEsimCancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "esim.resumed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * esim.resumed
         * @description A suspended eSIM was reopened.
         */
        post: operations["onEsimResumed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "esim.suspended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * esim.suspended
         * @description The eSIM was suspended.
         */
        post: operations["onEsimSuspended"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "esim.usage.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * esim.usage.updated
         * @description The eSIM data usage changed.
         */
        post: operations["onEsimUsageUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "integration.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * integration.test
         * @description A test event, sent on request to one endpoint.
         */
        post: operations["onIntegrationTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * order.cancelled
         * @description All profiles of the order are cancelled.
         */
        post: operations["onOrderCancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * order.created
         * @description A live order is received and queued for the supplier.
         */
        post: operations["onOrderCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.delivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * order.delivered
         * @description All eSIM profiles of the order are delivered.
         */
        post: operations["onOrderDelivered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * order.failed
         * @description The order could not be delivered; the full amount is refunded.
         */
        post: operations["onOrderFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.partially_delivered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * order.partially_delivered
         * @description Fewer profiles than requested were delivered; the missing quantity is refunded.
         */
        post: operations["onOrderPartiallyDelivered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "topup.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * topup.completed
         * @description The top-up was applied to the eSIM.
         */
        post: operations["onTopupCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "topup.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * topup.failed
         * @description The top-up failed; the charged amount is refunded.
         */
        post: operations["onTopupFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description The account or environment is closed, or the caller is outside the key's IP allowlist. */
        AccessDeniedError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "access_denied";
            /** @constant */
            documentation_url: "/docs/errors#access_denied";
            /** @description For people; may change */
            message: string;
        };
        AccessDeniedOrInsufficientScopeError: components["schemas"]["AccessDeniedError"] | components["schemas"]["InsufficientScopeError"];
        AccessDeniedOrInsufficientScopeFailure: {
            error: components["schemas"]["AccessDeniedOrInsufficientScopeError"];
            meta: components["schemas"]["FailureMeta"];
            /** @description Always false */
            success: boolean;
        };
        Account: {
            /** @example ACC-7K3M2PQ9 */
            account_code: string;
            company_name: string;
            /**
             * @description UTC, YYYY-MM-DD HH:MM:SS
             * @example 2026-11-20 13:00:00
             */
            created_at: string;
            credit_enabled: boolean;
            /** @enum {string} */
            credit_status: "none" | "active" | "blocked";
            /**
             * @description ISO 4217
             * @example EUR
             */
            currency: string;
            /** Format: email */
            email: string;
            /** Format: int64 */
            id: number;
            /**
             * Format: int64
             * @description 1 or 0
             */
            live_enabled: number;
            /** Format: int64 */
            payment_terms_days: number;
            /** @enum {string} */
            status: "active" | "closed";
            /**
             * Format: int64
             * @description 1 or 0
             */
            test_enabled: number;
        };
        AccountEnvelope: {
            data: components["schemas"]["Account"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        Action: {
            /** @enum {string} */
            action: "topup" | "cancel" | "suspend" | "resume";
            /** Format: int64 */
            action_id: number;
            /**
             * Format: double
             * @description Top-up: the price. Cancel: what is refunded when the supplier accepts, the top-ups that it gives back included. Suspend and resume: 0
             * @example 12.5
             */
            amount: number;
            charged: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 with offset
             * @example 2026-11-20T13:00:00+00:00
             */
            created_at: string;
            /**
             * @description ISO 4217
             * @example EUR
             */
            currency: string;
            iccid: string;
            /** @example B2B-1042 */
            order_reference: string;
            /** @description Top-ups only */
            package_code: string | null;
            /** @description Whether the charged amount (cancel: the amount to refund) was refunded */
            refunded: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 with offset
             * @example 2026-11-20T13:00:00+00:00
             */
            refunded_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 with offset
             * @example 2026-11-20T13:00:00+00:00
             */
            settled_at: string | null;
            status: components["schemas"]["ActionStatus"];
        };
        ActionEnvelope: {
            data: components["schemas"]["Action"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        ActionEventData: {
            action: components["schemas"]["Action"];
        };
        /** @description The supplier does not support the action. Nothing was queued. */
        ActionNotSupportedError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "action_not_supported";
            details: {
                /** @enum {string} */
                action: "cancel" | "suspend" | "resume";
                /** @description The network supplier of the eSIM */
                provider: string;
            };
            /** @constant */
            documentation_url: "/docs/errors#action_not_supported";
            /** @description For people; may change */
            message: string;
        };
        ActionNotSupportedOrValidationErrorError: components["schemas"]["ActionNotSupportedError"] | components["schemas"]["ValidationError"];
        ActionNotSupportedOrValidationErrorFailure: {
            error: components["schemas"]["ActionNotSupportedOrValidationErrorError"];
            meta: components["schemas"]["FailureMeta"];
            /** @description Always false */
            success: boolean;
        };
        /**
         * @description under_review: the supplier's outcome is not known yet; it is being looked for, and nothing is refunded on a guess
         * @enum {string}
         */
        ActionStatus: "queued" | "processing" | "succeeded" | "failed" | "under_review";
        /**
         * @description Of the plan. Being installed shows in installation_status
         * @enum {string}
         */
        ActivationStatus: "provisioning" | "ready" | "activated" | "suspended" | "exhausted" | "expired" | "cancelled";
        ApiKeyEventData: {
            api_key: components["schemas"]["ApiKeyNotice"];
        };
        ApiKeyExpiringEvent: {
            /** @constant */
            api_version: "v1";
            /**
             * Format: date-time
             * @description ISO 8601 with offset
             */
            created_at: string;
            data: components["schemas"]["ApiKeyEventData"];
            /** @enum {string} */
            environment: "test" | "live";
            /**
             * @description Equals X-SVC-Event-Id
             * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
             */
            id: string;
            /**
             * Format: int64
             * @description Grows per account and environment; gaps are normal
             */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "api_key.expiring";
        };
        ApiKeyNotice: {
            /** @enum {string} */
            environment: "test" | "live";
            /**
             * @description UTC, YYYY-MM-DD HH:MM:SS
             * @example 2026-11-20 13:00:00
             */
            expires_at: string;
            /** @example svc_live_1aB2c3D4 */
            key_prefix: string;
            /** @description As it was named when it was made */
            name: string;
        };
        /** @description The key is missing, malformed, revoked or expired, or the HMAC signature is invalid. */
        AuthenticationFailedError: {
            /** @constant */
            code: "authentication_failed";
            /** @constant */
            documentation_url: "/docs/errors#authentication_failed";
            /** @description For people; may change */
            message: string;
        };
        AuthenticationFailedFailure: {
            error: components["schemas"]["AuthenticationFailedError"];
            meta: components["schemas"]["FailureMeta"];
            /** @description Always false */
            success: boolean;
        };
        AuthTest: {
            authentication: {
                /** @enum {string} */
                environment: "test" | "live";
                hmac_required: boolean;
                ip_allowlist_active: boolean;
                /** @example svc_test_1aB2c3D4 */
                key_prefix: string;
                scopes: string[];
                /** @constant */
                status: "valid";
            };
            /** @constant */
            status: "ok";
        };
        AuthTestEnvelope: {
            data: components["schemas"]["AuthTest"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        /** @description The body is not valid JSON, or the request line or the Host is malformed. */
        BadRequestError: {
            /** @constant */
            code: "bad_request";
            /** @constant */
            documentation_url: "/docs/errors#bad_request";
            /** @description For people; may change */
            message: string;
        };
        BadRequestFailure: {
            error: components["schemas"]["BadRequestError"];
            meta: components["schemas"]["FailureMeta"];
            /** @description Always false */
            success: boolean;
        };
        Balance: {
            /**
             * Format: double
             * @deprecated
             * @description Copy of available_to_spend, for clients of the first version
             * @example 12.5
             */
            available: number;
            /**
             * Format: double
             * @description The highest amount that can be bought for
             * @example 12.5
             */
            available_to_spend: number;
            can_purchase: boolean;
            credit: {
                /**
                 * Format: double
                 * @description In the account currency, at most four decimals
                 * @example 12.5
                 */
                available: number;
                enabled: boolean;
                hold_reason: string | null;
                /**
                 * Format: double
                 * @description In the account currency, at most four decimals
                 * @example 12.5
                 */
                limit: number;
                /** Format: int64 */
                payment_terms_days: number;
                /** @enum {string} */
                status: "none" | "active" | "blocked";
                /**
                 * Format: double
                 * @description In the account currency, at most four decimals
                 * @example 12.5
                 */
                used: number;
            };
            /**
             * Format: double
             * @deprecated
             * @description Copy of credit.limit, for clients of the first version
             * @example 12.5
             */
            credit_limit: number;
            /**
             * Format: double
             * @deprecated
             * @description Copy of credit.used, for clients of the first version
             * @example 12.5
             */
            credit_used: number;
            /**
             * @description ISO 4217
             * @example EUR
             */
            currency: string;
            /**
             * Format: double
             * @description The positive part of the wallet
             * @example 12.5
             */
            prepaid_balance: number;
            /**
             * Format: double
             * @description May be negative: the negative part is the credit in use
             * @example 12.5
             */
            wallet_balance: number;
        };
        BalanceEnvelope: {
            data: components["schemas"]["Balance"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        Brand: {
            colors: {
                /**
                 * @description #RRGGBB
                 * @example #0F5C63
                 */
                accent: string;
                /**
                 * @description #RRGGBB
                 * @example #0F5C63
                 */
                primary: string;
                /**
                 * @description #RRGGBB
                 * @example #0F5C63
                 */
                secondary: string;
            };
            custom_domain: string | null;
            domain_verified: boolean;
            /** Format: uri */
            favicon_url: string | null;
            legal: {
                /** Format: uri */
                privacy_url: string | null;
                /** Format: uri */
                terms_url: string | null;
            };
            /**
             * @description BCP 47
             * @example de-CH
             */
            locale: string;
            /**
             * Format: uri
             * @description Yours, or a picture that we draw from name and colour
             */
            logo_url: string;
            name: string;
            support: {
                /** Format: email */
                email: string;
                phone: string | null;
            };
        };
        BrandEnvelope: {
            data: components["schemas"]["Brand"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        Capabilities: {
            cancel: boolean;
            order: boolean;
            refund_on_cancel: boolean;
            resume: boolean;
            suspend: boolean;
            topup: boolean;
            usage: boolean;
        };
        CapabilitiesMatrix: {
            providers: {
                [key: string]: components["schemas"]["Capabilities"];
            };
        };
        CapabilitiesMatrixEnvelope: {
            data: components["schemas"]["CapabilitiesMatrix"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        ChangeBrandRequest: {
            /**
             * @description #RRGGBB
             * @example #0F5C63
             */
            accent_color?: string;
            brand_name?: string;
            company_legal_name?: string;
            custom_domain?: "" | string;
            favicon_url?: "" | string;
            /** @example de-CH */
            locale?: string;
            logo_url?: "" | string;
            /** @example sunny-travel */
            portal_slug?: string;
            /**
             * @description #RRGGBB
             * @example #0F5C63
             */
            primary_color?: string;
            privacy_url?: "" | string;
            /**
             * @description #RRGGBB
             * @example #0F5C63
             */
            secondary_color?: string;
            /**
             * Format: email
             * @example help@shop.example.com
             */
            support_email?: string;
            support_phone?: "" | string;
            terms_url?: "" | string;
        };
        ChangedBrand: {
            colors: {
                /**
                 * @description #RRGGBB
                 * @example #0F5C63
                 */
                accent: string;
                /**
                 * @description #RRGGBB
                 * @example #0F5C63
                 */
                primary: string;
                /**
                 * @description #RRGGBB
                 * @example #0F5C63
                 */
                secondary: string;
            };
            company_legal_name: string;
            custom_domain: string | null;
            domain_verified: boolean;
            /** Format: uri */
            favicon_url: string | null;
            legal: {
                /** Format: uri */
                privacy_url: string | null;
                /** Format: uri */
                terms_url: string | null;
            };
            /**
             * @description BCP 47
             * @example de-CH
             */
            locale: string;
            /**
             * Format: uri
             * @description Yours, or a picture that we draw from name and colour
             */
            logo_url: string;
            name: string;
            portal_slug: string;
            support: {
                /** Format: email */
                email: string;
                phone: string | null;
            };
        };
        ChangedBrandEnvelope: {
            data: components["schemas"]["ChangedBrand"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        /** @description The Idempotency-Key was used with a different body, the client_reference is taken, or the record's state does not allow the operation. */
        ConflictError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "conflict";
            details?: {
                /** @description What is taken: a field or the header Idempotency-Key */
                field: string;
            };
            /** @constant */
            documentation_url: "/docs/errors#conflict";
            /** @description For people; may change */
            message: string;
        };
        ConflictFailure: {
            error: components["schemas"]["ConflictError"];
            meta: components["schemas"]["FailureMeta"];
            /** @description Always false */
            success: boolean;
        };
        ConflictOrPriceChangedError: components["schemas"]["ConflictError"] | components["schemas"]["PriceChangedError"];
        ConflictOrPriceChangedFailure: {
            error: components["schemas"]["ConflictOrPriceChangedError"];
            meta: components["schemas"]["FailureMeta"];
            /** @description Always false */
            success: boolean;
        };
        Country: {
            /** @example TR */
            code: string;
            /**
             * @description Lowest recommended retail price of them, in the account currency
             * @example 4.50
             */
            min_retail_price: string;
            name: string;
            /**
             * Format: int64
             * @description Local packages on sale
             */
            package_count: number;
        };
        CountryList: {
            items: components["schemas"]["Country"][];
        };
        CountryListEnvelope: {
            data: components["schemas"]["CountryList"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        CreatedWebhook: {
            /** Format: int64 */
            id: number;
            /** @example whsec_yvn5BrFqkcsBYMUKvayL1tuaKD+pdR+YAe+ZFVS0aoo= */
            secret: string;
        };
        CreatedWebhookEnvelope: {
            data: components["schemas"]["CreatedWebhook"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        CreateOrderRequest: {
            /**
             * @description Your own reference, unique within the account and environment
             * @example shop-4711
             */
            client_reference?: string;
            /**
             * Format: double
             * @description Refuse with price_changed when the total is above
             */
            max_total_amount?: number;
            /**
             * Format: double
             * @description Refuse with price_changed when the unit price is above
             */
            max_unit_price?: number;
            /**
             * @description Package code or numeric id
             * @example esimaccess-TR_5_30
             */
            package_id: string;
            /**
             * Format: int32
             * @default 1
             */
            quantity?: number;
            /**
             * @description Test keys only: plays the 402 path
             * @constant
             */
            test_scenario?: "insufficient_balance";
        };
        CreateQuoteRequest: {
            /**
             * @description Package code or numeric id
             * @example esimaccess-TR_5_30
             */
            package_id: string;
            /**
             * Format: int32
             * @default 1
             */
            quantity?: number;
        };
        CreateTopupRequest: {
            /** @description Accepted and ignored: the price is ours to compute */
            amount?: unknown;
            /**
             * Format: double
             * @description Refuse with price_changed when the price is above
             */
            max_price?: number;
            /** @description Of GET /esims/{iccid}/topup-options */
            package_code: string;
            /** @description Accepted and ignored: the price is ours to compute */
            price?: unknown;
            /**
             * @description Test keys only: plays the 402 path
             * @constant
             */
            test_scenario?: "insufficient_balance";
        };
        CreateWebhookRequest: {
            /**
             * @description Event names of GET /meta/events; the default `*` is all of them
             * @default [
             *       "*"
             *     ]
             */
            events?: ("*" | "order.created" | "order.delivered" | "order.partially_delivered" | "order.failed" | "order.cancelled" | "esim.activated" | "esim.usage.updated" | "esim.suspended" | "esim.resumed" | "esim.cancelled" | "esim.action.failed" | "topup.completed" | "topup.failed" | "api_key.expiring" | "integration.test")[];
            /**
             * Format: uri
             * @description Public HTTPS address; local and private addresses are refused
             * @example https://shop.example.com/hooks/esim
             */
            url: string;
        };
        Delivery: {
            /** Format: int64 */
            attempt_count: number;
            /**
             * @description UTC, YYYY-MM-DD HH:MM:SS
             * @example 2026-11-20 13:00:00
             */
            created_at: string;
            /**
             * @description UTC, YYYY-MM-DD HH:MM:SS
             * @example 2026-11-20 13:00:00
             */
            delivered_at: string | null;
            event_id: string;
            /** @enum {string} */
            event_type: "order.created" | "order.delivered" | "order.partially_delivered" | "order.failed" | "order.cancelled" | "esim.activated" | "esim.usage.updated" | "esim.suspended" | "esim.resumed" | "esim.cancelled" | "esim.action.failed" | "topup.completed" | "topup.failed" | "api_key.expiring" | "integration.test";
            last_error: string | null;
            /** Format: int64 */
            last_http_status: number | null;
            /** @enum {string} */
            status: "pending" | "delivered" | "retrying" | "failed";
        };
        DeliveryList: {
            items: components["schemas"]["Delivery"][];
            /** Format: int64 */
            limit: number;
        };
        DeliveryListEnvelope: {
            data: components["schemas"]["DeliveryList"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        DisabledWebhook: {
            /** Format: int64 */
            id: number;
            /** @constant */
            status: "disabled";
        };
        DisabledWebhookEnvelope: {
            data: components["schemas"]["DisabledWebhook"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        EmptyEventData: Record<string, never>;
        Esim: {
            activation_status: components["schemas"]["ActivationStatus"];
            device: components["schemas"]["ReportedDevice"];
            iccid: string;
            imsi: string | null;
            installation_status: components["schemas"]["InstallationStatus"];
            /**
             * @description UTC, YYYY-MM-DD HH:MM:SS
             * @example 2026-11-20 13:00:00
             */
            last_provider_sync_at: string | null;
            network: {
                apn: string | null;
                name: string | null;
            };
            /** @description Network supplier */
            provider: string;
            provider_order_reference: string;
            /** @description In the supplier's own words */
            provider_status: {
                profile: string;
                smdp: string;
            };
            /**
             * @description Of the order
             * @example B2B-1042
             */
            reference: string;
            usage: components["schemas"]["Usage"];
            validity: {
                /**
                 * @description UTC, YYYY-MM-DD HH:MM:SS
                 * @example 2026-11-20 13:00:00
                 */
                activated_at: string | null;
                /** Format: int64 */
                days: number;
                /**
                 * @description UTC, YYYY-MM-DD HH:MM:SS
                 * @example 2026-11-20 13:00:00
                 */
                expires_at: string | null;
                /**
                 * @description UTC, YYYY-MM-DD HH:MM:SS
                 * @example 2026-11-20 13:00:00
                 */
                installed_at: string | null;
            };
        };
        EsimActionFailedEvent: {
            /** @constant */
            api_version: "v1";
            /**
             * Format: date-time
             * @description ISO 8601 with offset
             */
            created_at: string;
            data: components["schemas"]["ActionEventData"];
            /** @enum {string} */
            environment: "test" | "live";
            /**
             * @description Equals X-SVC-Event-Id
             * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
             */
            id: string;
            /**
             * Format: int64
             * @description Grows per account and environment; gaps are normal
             */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "esim.action.failed";
        };
        EsimActivatedEvent: {
            /** @constant */
            api_version: "v1";
            /**
             * Format: date-time
             * @description ISO 8601 with offset
             */
            created_at: string;
            data: components["schemas"]["EsimEventData"];
            /** @enum {string} */
            environment: "test" | "live";
            /**
             * @description Equals X-SVC-Event-Id
             * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
             */
            id: string;
            /**
             * Format: int64
             * @description Grows per account and environment; gaps are normal
             */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "esim.activated";
        };
        EsimCancelledEvent: {
            /** @constant */
            api_version: "v1";
            /**
             * Format: date-time
             * @description ISO 8601 with offset
             */
            created_at: string;
            data: components["schemas"]["EsimEventData"];
            /** @enum {string} */
            environment: "test" | "live";
            /**
             * @description Equals X-SVC-Event-Id
             * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
             */
            id: string;
            /**
             * Format: int64
             * @description Grows per account and environment; gaps are normal
             */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "esim.cancelled";
        };
        /** @description Values are given only when the supplier reported them */
        EsimDevice: {
            brand: string | null;
            eid: string | null;
            imei: string | null;
            model: string | null;
            os: string | null;
            /** @description True when the supplier reported a device */
            verified: boolean;
        };
        EsimDeviceEnvelope: {
            data: components["schemas"]["EsimDevice"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        EsimEnvelope: {
            data: components["schemas"]["Esim"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        EsimEventData: {
            esim: components["schemas"]["Esim"];
        };
        EsimHistory: {
            items: components["schemas"]["EsimHistoryItem"][];
        };
        EsimHistoryEnvelope: {
            data: components["schemas"]["EsimHistory"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        EsimHistoryItem: {
            /**
             * @description UTC, YYYY-MM-DD HH:MM:SS
             * @example 2026-11-20 13:00:00
             */
            created_at: string;
            current_status: string;
            /** @example status.changed */
            event_type: string;
            previous_status: string;
            source: string;
        };
        EsimInstallation: {
            /** @description LPA string */
            activation_code: string;
            iccid: string;
            installation_status: components["schemas"]["InstallationStatus"];
            smdp_address: string;
        };
        EsimInstallationEnvelope: {
            data: components["schemas"]["EsimInstallation"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        EsimPage: {
            items: components["schemas"]["Esim"][];
            /** Format: int64 */
            limit: number;
            /** Format: int64 */
            offset: number;
        };
        EsimPageEnvelope: {
            data: components["schemas"]["EsimPage"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        EsimResumedEvent: {
            /** @constant */
            api_version: "v1";
            /**
             * Format: date-time
             * @description ISO 8601 with offset
             */
            created_at: string;
            data: components["schemas"]["EsimEventData"];
            /** @enum {string} */
            environment: "test" | "live";
            /**
             * @description Equals X-SVC-Event-Id
             * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
             */
            id: string;
            /**
             * Format: int64
             * @description Grows per account and environment; gaps are normal
             */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "esim.resumed";
        };
        EsimSuspendedEvent: {
            /** @constant */
            api_version: "v1";
            /**
             * Format: date-time
             * @description ISO 8601 with offset
             */
            created_at: string;
            data: components["schemas"]["EsimEventData"];
            /** @enum {string} */
            environment: "test" | "live";
            /**
             * @description Equals X-SVC-Event-Id
             * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
             */
            id: string;
            /**
             * Format: int64
             * @description Grows per account and environment; gaps are normal
             */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "esim.suspended";
        };
        EsimUsage: {
            current: components["schemas"]["Usage"];
            /** @description The last 100 measurements, newest first */
            history: components["schemas"]["UsageMeasurement"][];
        };
        EsimUsageEnvelope: {
            data: components["schemas"]["EsimUsage"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        EsimUsageUpdatedEvent: {
            /** @constant */
            api_version: "v1";
            /**
             * Format: date-time
             * @description ISO 8601 with offset
             */
            created_at: string;
            data: components["schemas"]["EsimEventData"];
            /** @enum {string} */
            environment: "test" | "live";
            /**
             * @description Equals X-SVC-Event-Id
             * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
             */
            id: string;
            /**
             * Format: int64
             * @description Grows per account and environment; gaps are normal
             */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "esim.usage.updated";
        };
        EventCatalog: {
            items: {
                description: string;
                event: string;
            }[];
        };
        EventCatalogEnvelope: {
            data: components["schemas"]["EventCatalog"];
            meta: components["schemas"]["PublicMeta"];
            /** @description Always true */
            success: boolean;
        };
        FailureMeta: {
            /** @constant */
            api_version: "v1";
            /** @example req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C */
            request_id: string;
        };
        /** @description There is no verified current exchange rate for the account currency: no price, no sale. */
        FxUnavailableError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "fx_unavailable";
            /** @constant */
            documentation_url: "/docs/errors#fx_unavailable";
            /** @description For people; may change */
            message: string;
        };
        FxUnavailableOrServiceUnavailableError: components["schemas"]["FxUnavailableError"] | components["schemas"]["ServiceUnavailableError"];
        FxUnavailableOrServiceUnavailableFailure: {
            error: components["schemas"]["FxUnavailableOrServiceUnavailableError"];
            meta: components["schemas"]["FailureMeta"];
            /** @description Always false */
            success: boolean;
        };
        FxUnavailableOrServiceUnavailableOrSupplierUnavailableError: components["schemas"]["FxUnavailableError"] | components["schemas"]["ServiceUnavailableError"] | components["schemas"]["SupplierUnavailableError"];
        FxUnavailableOrServiceUnavailableOrSupplierUnavailableFailure: {
            error: components["schemas"]["FxUnavailableOrServiceUnavailableOrSupplierUnavailableError"];
            meta: components["schemas"]["FailureMeta"];
            /** @description Always false */
            success: boolean;
        };
        Health: {
            api_version: string;
            service: string;
            /** @constant */
            status: "ok";
            /**
             * Format: date-time
             * @description ISO 8601 with offset
             * @example 2026-11-20T13:00:00+00:00
             */
            time: string;
        };
        HealthEnvelope: {
            data: components["schemas"]["Health"];
            meta: components["schemas"]["PublicMeta"];
            /** @description Always true */
            success: boolean;
        };
        /**
         * @description Of the profile on the device
         * @enum {string}
         */
        InstallationStatus: "not_installed" | "installed" | "deleted";
        /** @description The wallet balance plus available credit does not cover the amount. */
        InsufficientBalanceError: {
            /** @constant */
            code: "insufficient_balance";
            details: {
                /**
                 * Format: double
                 * @description What can be spent
                 */
                available_to_spend: number;
                /** @enum {string} */
                context: "order" | "topup";
                credit_enabled: boolean;
                /** @enum {string} */
                credit_status: "none" | "active" | "blocked";
                /** @description ISO 4217 */
                currency: string;
                /**
                 * Format: double
                 * @description What the purchase costs
                 */
                required_amount: number;
                /**
                 * Format: double
                 * @description What is missing
                 */
                shortfall: number;
                /**
                 * Format: double
                 * @description May be negative
                 */
                wallet_balance: number;
            };
            /** @constant */
            documentation_url: "/docs/errors#insufficient_balance";
            /** @description For people; may change */
            message: string;
        };
        InsufficientBalanceFailure: {
            error: components["schemas"]["InsufficientBalanceError"];
            meta: components["schemas"]["FailureMeta"];
            /** @description Always false */
            success: boolean;
        };
        /** @description The key lacks the scope that the operation requires. */
        InsufficientScopeError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "insufficient_scope";
            details: {
                /** @description The scope that the key lacks */
                required_scope: string;
            };
            /** @constant */
            documentation_url: "/docs/errors#insufficient_scope";
            /** @description For people; may change */
            message: string;
        };
        Integration: {
            /** Format: uri */
            base_url: string;
            /** @enum {string} */
            environment: "test" | "live";
            /** Format: uri */
            openapi_url: string;
        };
        IntegrationEnvelope: {
            data: components["schemas"]["Integration"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        IntegrationTestEvent: {
            /** @constant */
            api_version: "v1";
            /**
             * Format: date-time
             * @description ISO 8601 with offset
             */
            created_at: string;
            data: components["schemas"]["EmptyEventData"];
            /** @enum {string} */
            environment: "test" | "live";
            /**
             * @description Equals X-SVC-Event-Id
             * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
             */
            id: string;
            /**
             * Format: int64
             * @description Grows per account and environment; gaps are normal
             */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "integration.test";
        };
        /** @description Something unexpected happened; details are withheld. */
        InternalError: {
            /** @constant */
            code: "internal_error";
            /** @constant */
            documentation_url: "/docs/errors#internal_error";
            /** @description For people; may change */
            message: string;
        };
        InternalErrorFailure: {
            error: components["schemas"]["InternalError"];
            meta: components["schemas"]["FailureMeta"];
            /** @description Always false */
            success: boolean;
        };
        /** @description The package_code is not a valid top-up for this eSIM. */
        InvalidTopupPackageError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "invalid_topup_package";
            details: {
                /** @constant */
                field: "package_code";
            };
            /** @constant */
            documentation_url: "/docs/errors#invalid_topup_package";
            /** @description For people; may change */
            message: string;
        };
        InvalidTopupPackageOrTopupNotSupportedOrValidationErrorError: components["schemas"]["InvalidTopupPackageError"] | components["schemas"]["TopupNotSupportedError"] | components["schemas"]["ValidationError"];
        InvalidTopupPackageOrTopupNotSupportedOrValidationErrorFailure: {
            error: components["schemas"]["InvalidTopupPackageOrTopupNotSupportedOrValidationErrorError"];
            meta: components["schemas"]["FailureMeta"];
            /** @description Always false */
            success: boolean;
        };
        KeyUsage: {
            /** @description UTC */
            day: components["schemas"]["Quota"];
            last_24h: {
                /** Format: double */
                avg_latency_ms: number;
                /** Format: int64 */
                errors: number;
                /** Format: int64 */
                requests: number;
            };
            minute: components["schemas"]["Quota"];
        };
        KeyUsageEnvelope: {
            data: components["schemas"]["KeyUsage"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        LedgerEntry: {
            /**
             * Format: double
             * @description Signed; debits are negative
             * @example -12.5
             */
            amount: number;
            /**
             * Format: double
             * @description In the account currency, at most four decimals
             * @example 12.5
             */
            balance_after: number;
            /**
             * Format: double
             * @description In the account currency, at most four decimals
             * @example 12.5
             */
            balance_before: number;
            /**
             * @description UTC, YYYY-MM-DD HH:MM:SS
             * @example 2026-11-20 13:00:00
             */
            created_at: string;
            /**
             * @description ISO 4217
             * @example EUR
             */
            currency: string;
            description: string;
            /** Format: int64 */
            id: number;
            /** @example LED-1042 */
            reference: string;
            /** @enum {string} */
            type: "deposit" | "debit" | "refund" | "credit_adjustment" | "adjustment";
        };
        LedgerPage: {
            items: components["schemas"]["LedgerEntry"][];
            pagination: {
                has_more: boolean;
                /** Format: int64 */
                limit: number;
                /**
                 * Format: int64
                 * @description Where the next page starts; null on the last
                 */
                next_cursor: number | null;
            };
        };
        LedgerPageEnvelope: {
            data: components["schemas"]["LedgerPage"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        Meta: {
            /** @constant */
            api_version: "v1";
            /**
             * @description Of the key
             * @enum {string}
             */
            environment: "test" | "live";
            /** @example req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C */
            request_id: string;
            /**
             * Format: date-time
             * @description ISO 8601 with offset
             * @example 2026-11-20T13:00:00+00:00
             */
            timestamp: string;
        };
        OpenedAction: {
            /** Format: int64 */
            action_id: number;
            iccid: string;
            status: components["schemas"]["ActionStatus"];
        };
        OpenedCancel: {
            /** @constant */
            action: "cancel";
            /**
             * Format: int64
             * @description Of the first eSIM
             */
            action_id: number;
            actions: components["schemas"]["OpenedAction"][];
            order_reference: string;
            refund_on_success: {
                /**
                 * Format: double
                 * @description In the account currency, at most four decimals
                 * @example 12.5
                 */
                amount_per_esim: number;
                /**
                 * @description ISO 4217
                 * @example EUR
                 */
                currency: string;
            };
            /** @description ICCID of the first eSIM */
            resource: string;
            status: components["schemas"]["ActionStatus"];
        };
        OpenedCancelEnvelope: {
            data: components["schemas"]["OpenedCancel"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        OpenedResume: {
            /** @constant */
            action: "resume";
            /** Format: int64 */
            action_id: number;
            /** @description ICCID */
            resource: string;
            status: components["schemas"]["ActionStatus"];
        };
        OpenedResumeEnvelope: {
            data: components["schemas"]["OpenedResume"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        OpenedSuspend: {
            /** @constant */
            action: "suspend";
            /** Format: int64 */
            action_id: number;
            actions: components["schemas"]["OpenedAction"][];
            /** @description Always null */
            refund_on_success: string | null;
            /** @description ICCID */
            resource: string;
            status: components["schemas"]["ActionStatus"];
        };
        OpenedSuspendEnvelope: {
            data: components["schemas"]["OpenedSuspend"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        Order: {
            /**
             * @deprecated
             * @description Copy of profiles[0].activation_code, for clients of the first version
             */
            activation_code: string | null;
            /** @description Your own reference, unique within the account and environment */
            client_reference: string | null;
            /**
             * @description UTC, YYYY-MM-DD HH:MM:SS
             * @example 2026-11-20 13:00:00
             */
            created_at: string;
            /**
             * @description ISO 4217
             * @example EUR
             */
            currency: string;
            /** Format: int64 */
            delivered_quantity: number;
            /**
             * @deprecated
             * @description Copy of profiles[0].iccid, for clients of the first version
             */
            iccid: string | null;
            /** Format: int64 */
            id: number;
            /**
             * Format: int64
             * @description Numeric id of the package
             */
            package_id: number;
            package_name: string;
            /** @description Every delivered eSIM */
            profiles: components["schemas"]["OrderProfile"][];
            /** @example B2B-1042 */
            reference: string;
            /** Format: int64 */
            requested_quantity: number;
            status: components["schemas"]["OrderStatus"];
            /**
             * Format: double
             * @description In the account currency, at most four decimals
             * @example 12.5
             */
            total_amount: number;
            /**
             * Format: double
             * @description In the account currency, at most four decimals
             * @example 12.5
             */
            unit_price: number;
        };
        OrderCancelledEvent: {
            /** @constant */
            api_version: "v1";
            /**
             * Format: date-time
             * @description ISO 8601 with offset
             */
            created_at: string;
            data: components["schemas"]["OrderEventData"];
            /** @enum {string} */
            environment: "test" | "live";
            /**
             * @description Equals X-SVC-Event-Id
             * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
             */
            id: string;
            /**
             * Format: int64
             * @description Grows per account and environment; gaps are normal
             */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "order.cancelled";
        };
        OrderCreatedEvent: {
            /** @constant */
            api_version: "v1";
            /**
             * Format: date-time
             * @description ISO 8601 with offset
             */
            created_at: string;
            data: components["schemas"]["OrderEventData"];
            /** @enum {string} */
            environment: "test" | "live";
            /**
             * @description Equals X-SVC-Event-Id
             * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
             */
            id: string;
            /**
             * Format: int64
             * @description Grows per account and environment; gaps are normal
             */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "order.created";
        };
        OrderDeliveredEvent: {
            /** @constant */
            api_version: "v1";
            /**
             * Format: date-time
             * @description ISO 8601 with offset
             */
            created_at: string;
            data: components["schemas"]["OrderEventData"];
            /** @enum {string} */
            environment: "test" | "live";
            /**
             * @description Equals X-SVC-Event-Id
             * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
             */
            id: string;
            /**
             * Format: int64
             * @description Grows per account and environment; gaps are normal
             */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "order.delivered";
        };
        OrderEnvelope: {
            data: components["schemas"]["Order"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        OrderEventData: {
            order: components["schemas"]["Order"];
        };
        OrderFailedEvent: {
            /** @constant */
            api_version: "v1";
            /**
             * Format: date-time
             * @description ISO 8601 with offset
             */
            created_at: string;
            data: components["schemas"]["OrderEventData"];
            /** @enum {string} */
            environment: "test" | "live";
            /**
             * @description Equals X-SVC-Event-Id
             * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
             */
            id: string;
            /**
             * Format: int64
             * @description Grows per account and environment; gaps are normal
             */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "order.failed";
        };
        OrderPage: {
            items: components["schemas"]["OrderSummary"][];
            pagination: {
                has_more: boolean;
                /** Format: int64 */
                limit: number;
                /**
                 * Format: int64
                 * @description Where the next page starts; null on the last
                 */
                next_cursor: number | null;
            };
        };
        OrderPageEnvelope: {
            data: components["schemas"]["OrderPage"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        OrderPartiallyDeliveredEvent: {
            /** @constant */
            api_version: "v1";
            /**
             * Format: date-time
             * @description ISO 8601 with offset
             */
            created_at: string;
            data: components["schemas"]["OrderEventData"];
            /** @enum {string} */
            environment: "test" | "live";
            /**
             * @description Equals X-SVC-Event-Id
             * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
             */
            id: string;
            /**
             * Format: int64
             * @description Grows per account and environment; gaps are normal
             */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "order.partially_delivered";
        };
        OrderProfile: {
            /**
             * @description LPA string
             * @example LPA:1$rsp.sandbox.example$TEST-7K3M2-PQ9AB-CDEFG
             */
            activation_code: string;
            activation_status: components["schemas"]["ActivationStatus"];
            iccid: string;
            imsi: string | null;
            installation_status: components["schemas"]["InstallationStatus"];
            provider: string;
            smdp_address: string;
        };
        /** @enum {string} */
        OrderStatus: "created" | "queued" | "processing" | "delivered" | "partially_delivered" | "failed" | "cancelled" | "refunded";
        OrderSummary: {
            /** @description Your own reference, unique within the account and environment */
            client_reference: string | null;
            /**
             * @description UTC, YYYY-MM-DD HH:MM:SS
             * @example 2026-11-20 13:00:00
             */
            created_at: string;
            /**
             * @description ISO 4217
             * @example EUR
             */
            currency: string;
            iccid: string | null;
            /** Format: int64 */
            id: number;
            package_name: string;
            /** @example B2B-1042 */
            reference: string;
            status: components["schemas"]["OrderStatus"];
            /**
             * Format: double
             * @description In the account currency, at most four decimals
             * @example 12.5
             */
            total_amount: number;
            /**
             * Format: double
             * @description In the account currency, at most four decimals
             * @example 12.5
             */
            unit_price: number;
        };
        Package: {
            country_code: string | null;
            /** @description The region's name for regional and global packages */
            country_name: string;
            coverage: {
                /** Format: int64 */
                count: number;
                countries: string[];
            };
            /**
             * @description ISO 4217
             * @example EUR
             */
            currency: string;
            data: components["schemas"]["PackageData"];
            /**
             * @deprecated
             * @description Copy of data.amount, for clients of the first version
             */
            data_amount: string;
            /**
             * Format: int64
             * @deprecated
             * @description Copy of data.mb, for clients of the first version
             */
            data_amount_mb: number;
            /**
             * Format: int64
             * @description Usage period
             */
            duration_days: number;
            /** Format: int64 */
            id: number;
            /** @description False for exactly one package per product */
            is_variant: boolean;
            name: string;
            network: {
                hotspot: boolean | null;
                operators: {
                    country: string;
                    name: string;
                }[];
                speed: string;
                type: string;
            };
            /**
             * @deprecated
             * @description Copy of network.type, for clients of the first version
             */
            network_type: string;
            /** @example esimaccess-TR_5_30 */
            package_id: string;
            /**
             * Format: double
             * @description In the account currency, at most four decimals
             * @example 12.5
             */
            price: number;
            /**
             * @description Equal for equal products, whoever supplies them
             * @example local:TR:5120mb:30d
             */
            product_key: string;
            /** @example esimaccess */
            provider: string;
            /**
             * Format: double
             * @description In the account currency, at most four decimals
             * @example 12.5
             */
            recommended_retail_price: number;
            region: string;
            /** @example europe */
            region_code: string;
            /**
             * Format: double
             * @deprecated
             * @description Copy of price, for clients of the first version
             * @example 12.5
             */
            reseller_price: number;
            /**
             * Format: double
             * @deprecated
             * @description Copy of recommended_retail_price, for clients of the first version
             * @example 12.5
             */
            retail_price: number;
            topup_supported: boolean;
            /** @enum {string} */
            type: "local" | "regional" | "global";
            /**
             * Format: date-time
             * @description When the package, its price rules or the exchange rate last changed
             * @example 2026-11-20T13:00:00+00:00
             */
            updated_at: string;
            /**
             * Format: int64
             * @description Days until an unused eSIM lapses
             */
            validity_days: number;
        };
        PackageData: {
            /**
             * @description For display
             * @example 5 GB
             */
            amount: string;
            /**
             * Format: int64
             * @description Per day for daily plans; 0 when unlimited
             */
            mb: number;
            per_day: boolean;
            unlimited: boolean;
        };
        PackageDetail: {
            country_code: string | null;
            /** @description The region's name for regional and global packages */
            country_name: string;
            coverage: {
                /** Format: int64 */
                count: number;
                countries: string[];
            };
            /**
             * @description ISO 4217
             * @example EUR
             */
            currency: string;
            data: components["schemas"]["PackageData"];
            /**
             * @deprecated
             * @description Copy of data.amount, for clients of the first version
             */
            data_amount: string;
            /**
             * Format: int64
             * @deprecated
             * @description Copy of data.mb, for clients of the first version
             */
            data_amount_mb: number;
            /**
             * Format: int64
             * @description Usage period
             */
            duration_days: number;
            /** Format: int64 */
            id: number;
            /** @description False for exactly one package per product */
            is_variant: boolean;
            name: string;
            network: {
                hotspot: boolean | null;
                operators: {
                    country: string;
                    name: string;
                }[];
                speed: string;
                type: string;
            };
            /**
             * @deprecated
             * @description Copy of network.type, for clients of the first version
             */
            network_type: string;
            /** @example esimaccess-TR_5_30 */
            package_id: string;
            /**
             * Format: double
             * @description In the account currency, at most four decimals
             * @example 12.5
             */
            price: number;
            /**
             * @description Equal for equal products, whoever supplies them
             * @example local:TR:5120mb:30d
             */
            product_key: string;
            /** @example esimaccess */
            provider: string;
            /**
             * Format: double
             * @description In the account currency, at most four decimals
             * @example 12.5
             */
            recommended_retail_price: number;
            region: string;
            /** @example europe */
            region_code: string;
            /** @description The withdrawn code that was asked for, when this package replaces it */
            replaced_package_id?: string;
            /**
             * Format: double
             * @deprecated
             * @description Copy of price, for clients of the first version
             * @example 12.5
             */
            reseller_price: number;
            /**
             * Format: double
             * @deprecated
             * @description Copy of recommended_retail_price, for clients of the first version
             * @example 12.5
             */
            retail_price: number;
            topup_supported: boolean;
            /** @enum {string} */
            type: "local" | "regional" | "global";
            /**
             * Format: date-time
             * @description When the package, its price rules or the exchange rate last changed
             * @example 2026-11-20T13:00:00+00:00
             */
            updated_at: string;
            /**
             * Format: int64
             * @description Days until an unused eSIM lapses
             */
            validity_days: number;
        };
        PackageDetailEnvelope: {
            data: components["schemas"]["PackageDetail"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        /** @description The package does not exist or is no longer on sale. */
        PackageNotFoundError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "package_not_found";
            /** @constant */
            documentation_url: "/docs/errors#package_not_found";
            /** @description For people; may change */
            message: string;
        };
        PackageNotFoundFailure: {
            error: components["schemas"]["PackageNotFoundError"];
            meta: components["schemas"]["FailureMeta"];
            /** @description Always false */
            success: boolean;
        };
        PackageNotFoundOrResourceNotFoundError: components["schemas"]["PackageNotFoundError"] | components["schemas"]["ResourceNotFoundError"];
        PackageNotFoundOrResourceNotFoundFailure: {
            error: components["schemas"]["PackageNotFoundOrResourceNotFoundError"];
            meta: components["schemas"]["FailureMeta"];
            /** @description Always false */
            success: boolean;
        };
        PackagePage: {
            /**
             * @description ISO 4217
             * @example EUR
             */
            currency: string;
            items: components["schemas"]["Package"][];
            pagination: {
                has_more: boolean;
                /** Format: int64 */
                limit: number;
                /**
                 * Format: int64
                 * @description Where the next page starts; null on the last
                 */
                next_cursor: number | null;
                /**
                 * Format: int64
                 * @description On the first page only
                 */
                total?: number;
            };
        };
        PackagePageEnvelope: {
            data: components["schemas"]["PackagePage"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        /** @description The current price exceeds max_unit_price, max_total_amount or max_price. Nothing was charged. */
        PriceChangedError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "price_changed";
            details: {
                /** @description ISO 4217 */
                currency: string;
                /**
                 * Format: double
                 * @description With max_price
                 */
                current_price?: number;
                /**
                 * Format: double
                 * @description With max_total_amount
                 */
                current_total_amount?: number;
                /**
                 * Format: double
                 * @description With max_unit_price
                 */
                current_unit_price?: number;
                /**
                 * @description The cap that was exceeded
                 * @enum {string}
                 */
                field: "max_unit_price" | "max_total_amount" | "max_price";
                /**
                 * Format: double
                 * @description As sent
                 */
                max_price?: number;
                /**
                 * Format: double
                 * @description As sent
                 */
                max_total_amount?: number;
                /**
                 * Format: double
                 * @description As sent
                 */
                max_unit_price?: number;
            };
            /** @constant */
            documentation_url: "/docs/errors#price_changed";
            /** @description For people; may change */
            message: string;
        };
        ProviderCapabilities: {
            cancel: boolean;
            provider: string;
            resume: boolean;
            suspend: boolean;
            topup: boolean;
        };
        ProviderCapabilitiesEnvelope: {
            data: components["schemas"]["ProviderCapabilities"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        PublicMeta: {
            /** @constant */
            api_version: "v1";
            /** @description Always null: no key, no environment */
            environment: string | null;
            /** @example req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C */
            request_id: string;
            /**
             * Format: date-time
             * @description ISO 8601 with offset
             * @example 2026-11-20T13:00:00+00:00
             */
            timestamp: string;
        };
        QueuedTest: {
            /** @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C */
            event_id: string;
            /** @constant */
            status: "queued";
        };
        QueuedTestEnvelope: {
            data: components["schemas"]["QueuedTest"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        Quota: {
            /** Format: int64 */
            limit: number;
            /**
             * Format: int64
             * @description This request included
             */
            used: number;
        };
        Quote: {
            /**
             * @description ISO 4217
             * @example EUR
             */
            currency: string;
            /** @enum {string} */
            environment: "test" | "live";
            /**
             * Format: date-time
             * @description ISO 8601 with offset
             * @example 2026-11-20T13:00:00+00:00
             */
            expires_at: string;
            funds: {
                /**
                 * Format: double
                 * @description In the account currency, at most four decimals
                 * @example 12.5
                 */
                available_to_spend: number;
                /** @description False with a test key: test orders are free */
                charged_on_order: boolean;
                credit_enabled: boolean;
                /** @enum {string} */
                credit_status: "none" | "active" | "blocked";
                /**
                 * Format: double
                 * @description In the account currency, at most four decimals
                 * @example 12.5
                 */
                shortfall: number;
                sufficient: boolean;
            };
            package: {
                country_code: string | null;
                data: components["schemas"]["PackageData"];
                /** Format: int64 */
                duration_days: number;
                /** Format: int64 */
                id: number;
                name: string;
                package_id: string;
                /** Format: int64 */
                validity_days: number;
            };
            pricing: {
                /** @constant */
                base_currency: "USD";
                /** Format: double */
                base_unit_price: number;
                /**
                 * Format: double
                 * @description Units of the account currency per USD
                 */
                fx_rate: number;
                /**
                 * Format: double
                 * @description In the account currency, at most four decimals
                 * @example 12.5
                 */
                recommended_retail_price: number;
            };
            /** Format: int64 */
            quantity: number;
            /** @example qt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C */
            quote_id: string;
            /**
             * Format: double
             * @description In the account currency, at most four decimals
             * @example 12.5
             */
            total_amount: number;
            /**
             * Format: double
             * @description In the account currency, at most four decimals
             * @example 12.5
             */
            unit_price: number;
        };
        QuoteEnvelope: {
            data: components["schemas"]["Quote"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        /** @description The limit of requests per minute or per day is used up. */
        RateLimitExceededError: {
            /** @constant */
            code: "rate_limit_exceeded";
            /** @constant */
            documentation_url: "/docs/errors#rate_limit_exceeded";
            /** @description For people; may change */
            message: string;
        };
        RateLimitExceededFailure: {
            error: components["schemas"]["RateLimitExceededError"];
            meta: components["schemas"]["FailureMeta"];
            /** @description Always false */
            success: boolean;
        };
        Readiness: {
            /** @description database, catalog, exchange_rates, jobs, pages */
            checks: {
                [key: string]: {
                    /** Format: double */
                    age_seconds: number | null;
                    /** @enum {string} */
                    status: "ok" | "degraded" | "failed";
                };
            };
            /** Format: double */
            duration_ms: number;
            /** @enum {string} */
            status: "ready" | "degraded";
        };
        ReadinessEnvelope: {
            data: components["schemas"]["Readiness"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        Region: {
            /**
             * @description Used as `region` in GET /packages
             * @example europe
             */
            code: string;
            /**
             * Format: int64
             * @description Most countries that one of them covers
             */
            max_coverage: number;
            name: string;
            /**
             * Format: int64
             * @description Regional or global packages on sale
             */
            package_count: number;
            /** @enum {string} */
            type: "regional" | "global";
        };
        RegionList: {
            items: components["schemas"]["Region"][];
        };
        RegionListEnvelope: {
            data: components["schemas"]["RegionList"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        /** @description What of it the supplier reported */
        ReportedDevice: {
            brand: string | null;
            eid: string | null;
            model: string | null;
        };
        /** @description The record does not exist or belongs to another account or environment; also any path or method that is not part of the API. */
        ResourceNotFoundError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "resource_not_found";
            /** @constant */
            documentation_url: "/docs/errors#resource_not_found";
            /** @description For people; may change */
            message: string;
        };
        ResourceNotFoundFailure: {
            error: components["schemas"]["ResourceNotFoundError"];
            meta: components["schemas"]["FailureMeta"];
            /** @description Always false */
            success: boolean;
        };
        ScopeCatalog: {
            modules: {
                code: string;
                name: string;
                scopes: {
                    code: string;
                    name: string;
                    /** @enum {string} */
                    risk_level: "low" | "medium" | "high" | "critical";
                }[];
            }[];
        };
        ScopeCatalogEnvelope: {
            data: components["schemas"]["ScopeCatalog"];
            meta: components["schemas"]["PublicMeta"];
            /** @description Always true */
            success: boolean;
        };
        /** @description The service is temporarily unavailable. */
        ServiceUnavailableError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "service_unavailable";
            /** @constant */
            documentation_url: "/docs/errors#service_unavailable";
            /** @description For people; may change */
            message: string;
        };
        ServiceUnavailableFailure: {
            error: components["schemas"]["ServiceUnavailableError"];
            meta: components["schemas"]["FailureMeta"];
            /** @description Always false */
            success: boolean;
        };
        /** @description The network supplier did not answer for the moment. */
        SupplierError: {
            /** @constant */
            code: "supplier_error";
            /** @constant */
            documentation_url: "/docs/errors#supplier_error";
            /** @description For people; may change */
            message: string;
        };
        SupplierErrorFailure: {
            error: components["schemas"]["SupplierError"];
            meta: components["schemas"]["FailureMeta"];
            /** @description Always false */
            success: boolean;
        };
        /** @description The package's supplier is closed for sale. Nothing was charged. */
        SupplierUnavailableError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "supplier_unavailable";
            /** @constant */
            documentation_url: "/docs/errors#supplier_unavailable";
            /** @description For people; may change */
            message: string;
        };
        Topup: {
            /** @constant */
            action: "topup";
            /** Format: int64 */
            action_id: number;
            /**
             * Format: double
             * @description In the account currency, at most four decimals
             * @example 12.5
             */
            amount: number;
            /** @description False in the test environment */
            charged: boolean;
            /**
             * @description ISO 4217
             * @example EUR
             */
            currency: string;
            /** @example LED-2081 */
            ledger_reference: string | null;
            name: string;
            package_code: string;
            /** @description ICCID */
            resource: string;
            status: components["schemas"]["ActionStatus"];
        };
        TopupCompletedEvent: {
            /** @constant */
            api_version: "v1";
            /**
             * Format: date-time
             * @description ISO 8601 with offset
             */
            created_at: string;
            data: components["schemas"]["ActionEventData"];
            /** @enum {string} */
            environment: "test" | "live";
            /**
             * @description Equals X-SVC-Event-Id
             * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
             */
            id: string;
            /**
             * Format: int64
             * @description Grows per account and environment; gaps are normal
             */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "topup.completed";
        };
        TopupEnvelope: {
            data: components["schemas"]["Topup"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        TopupFailedEvent: {
            /** @constant */
            api_version: "v1";
            /**
             * Format: date-time
             * @description ISO 8601 with offset
             */
            created_at: string;
            data: components["schemas"]["ActionEventData"];
            /** @enum {string} */
            environment: "test" | "live";
            /**
             * @description Equals X-SVC-Event-Id
             * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
             */
            id: string;
            /**
             * Format: int64
             * @description Grows per account and environment; gaps are normal
             */
            sequence: number;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "topup.failed";
        };
        /** @description The eSIM's supplier does not support top-ups. */
        TopupNotSupportedError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "topup_not_supported";
            /** @constant */
            documentation_url: "/docs/errors#topup_not_supported";
            /** @description For people; may change */
            message: string;
        };
        TopupOption: {
            /**
             * @description ISO 4217
             * @example EUR
             */
            currency: string;
            /** Format: int64 */
            data_mb: number;
            /** Format: int64 */
            duration_days: number;
            name: string;
            package_code: string;
            /**
             * Format: double
             * @description In the account currency, at most four decimals
             * @example 12.5
             */
            price: number;
        };
        TopupOptions: {
            /**
             * @description ISO 4217
             * @example EUR
             */
            currency: string;
            iccid: string;
            items: components["schemas"]["TopupOption"][];
            provider_supported: boolean;
            /** @enum {string} */
            source: "supplier" | "cache" | "sandbox";
        };
        TopupOptionsEnvelope: {
            data: components["schemas"]["TopupOptions"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
        /** @description The request has a body and its Content-Type is not application/json. */
        UnsupportedMediaTypeError: {
            /** @constant */
            code: "unsupported_media_type";
            /** @constant */
            documentation_url: "/docs/errors#unsupported_media_type";
            /** @description For people; may change */
            message: string;
        };
        UnsupportedMediaTypeFailure: {
            error: components["schemas"]["UnsupportedMediaTypeError"];
            meta: components["schemas"]["FailureMeta"];
            /** @description Always false */
            success: boolean;
        };
        Usage: {
            /** Format: double */
            remaining_mb: number;
            /** Format: double */
            total_mb: number;
            /**
             * Format: double
             * @description 0 to 100; 0 for unlimited plans
             */
            usage_percent: number;
            /** Format: double */
            used_mb: number;
        };
        UsageMeasurement: {
            /**
             * @description UTC, YYYY-MM-DD HH:MM:SS
             * @example 2026-11-20 13:00:00
             */
            recorded_at: string;
            /** Format: int64 */
            remaining_volume_bytes: number;
            source: string;
            /** Format: int64 */
            total_volume_bytes: number;
            /** Format: double */
            usage_percent: number;
            /** Format: int64 */
            used_volume_bytes: number;
        };
        /** @description A field, header or parameter is missing or invalid. */
        ValidationError: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            code: "validation_error";
            details: {
                /** @description The faulty field, parameter or header; `body` for the body as a whole */
                field: string;
                /** @description Why a webhook address is refused */
                reason?: string;
            };
            /** @constant */
            documentation_url: "/docs/errors#validation_error";
            /** @description For people; may change */
            message: string;
        };
        ValidationErrorFailure: {
            error: components["schemas"]["ValidationError"];
            meta: components["schemas"]["FailureMeta"];
            /** @description Always false */
            success: boolean;
        };
        WebhookEndpoint: {
            /**
             * @description UTC, YYYY-MM-DD HH:MM:SS
             * @example 2026-11-20 13:00:00
             */
            created_at: string;
            /** @enum {string} */
            environment: "test" | "live";
            /**
             * @description JSON array of event names
             * @example ["*"]
             */
            events_json: string;
            /**
             * Format: int64
             * @description Failed attempts since the last success
             */
            failure_count: number;
            /** Format: int64 */
            id: number;
            /**
             * @description UTC, YYYY-MM-DD HH:MM:SS
             * @example 2026-11-20 13:00:00
             */
            last_success_at: string | null;
            /** @enum {string} */
            status: "active" | "disabled";
            /** Format: uri */
            url: string;
        };
        /** @description Any event, told by its type */
        WebhookEvent: components["schemas"]["OrderCreatedEvent"] | components["schemas"]["OrderDeliveredEvent"] | components["schemas"]["OrderPartiallyDeliveredEvent"] | components["schemas"]["OrderFailedEvent"] | components["schemas"]["OrderCancelledEvent"] | components["schemas"]["EsimActivatedEvent"] | components["schemas"]["EsimUsageUpdatedEvent"] | components["schemas"]["EsimSuspendedEvent"] | components["schemas"]["EsimResumedEvent"] | components["schemas"]["EsimCancelledEvent"] | components["schemas"]["EsimActionFailedEvent"] | components["schemas"]["TopupCompletedEvent"] | components["schemas"]["TopupFailedEvent"] | components["schemas"]["ApiKeyExpiringEvent"] | components["schemas"]["IntegrationTestEvent"];
        WebhookList: {
            items: components["schemas"]["WebhookEndpoint"][];
        };
        WebhookListEnvelope: {
            data: components["schemas"]["WebhookList"];
            meta: components["schemas"]["Meta"];
            /** @description Always true */
            success: boolean;
        };
    };
    responses: {
        /**
         * @description `access_denied`: The account or environment is closed, or the caller is outside the key's IP allowlist.
         *
         *     `insufficient_scope`: The key lacks the scope that the operation requires.
         */
        AccessDeniedOrInsufficientScopeResponse: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AccessDeniedOrInsufficientScopeFailure"];
            };
        };
        /**
         * @description `action_not_supported`: The supplier does not support the action. Nothing was queued.
         *
         *     `validation_error`: A field, header or parameter is missing or invalid.
         */
        ActionNotSupportedOrValidationErrorResponse: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ActionNotSupportedOrValidationErrorFailure"];
            };
        };
        /** @description `authentication_failed`: The key is missing, malformed, revoked or expired, or the HMAC signature is invalid. */
        AuthenticationFailedResponse: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthenticationFailedFailure"];
            };
        };
        /** @description `bad_request`: The body is not valid JSON, or the request line or the Host is malformed. */
        BadRequestResponse: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestFailure"];
            };
        };
        /**
         * @description `conflict`: The Idempotency-Key was used with a different body, the client_reference is taken, or the record's state does not allow the operation.
         *
         *     `price_changed`: The current price exceeds max_unit_price, max_total_amount or max_price. Nothing was charged.
         */
        ConflictOrPriceChangedResponse: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConflictOrPriceChangedFailure"];
            };
        };
        /** @description `conflict`: The Idempotency-Key was used with a different body, the client_reference is taken, or the record's state does not allow the operation. */
        ConflictResponse: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConflictFailure"];
            };
        };
        /**
         * @description `fx_unavailable`: There is no verified current exchange rate for the account currency: no price, no sale.
         *
         *     `service_unavailable`: The service is temporarily unavailable.
         *
         *     `supplier_unavailable`: The package's supplier is closed for sale. Nothing was charged.
         */
        FxUnavailableOrServiceUnavailableOrSupplierUnavailableResponse: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FxUnavailableOrServiceUnavailableOrSupplierUnavailableFailure"];
            };
        };
        /**
         * @description `fx_unavailable`: There is no verified current exchange rate for the account currency: no price, no sale.
         *
         *     `service_unavailable`: The service is temporarily unavailable.
         */
        FxUnavailableOrServiceUnavailableResponse: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FxUnavailableOrServiceUnavailableFailure"];
            };
        };
        /** @description `insufficient_balance`: The wallet balance plus available credit does not cover the amount. */
        InsufficientBalanceResponse: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsufficientBalanceFailure"];
            };
        };
        /** @description `internal_error`: Something unexpected happened; details are withheld. */
        InternalErrorResponse: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InternalErrorFailure"];
            };
        };
        /**
         * @description `invalid_topup_package`: The package_code is not a valid top-up for this eSIM.
         *
         *     `topup_not_supported`: The eSIM's supplier does not support top-ups.
         *
         *     `validation_error`: A field, header or parameter is missing or invalid.
         */
        InvalidTopupPackageOrTopupNotSupportedOrValidationErrorResponse: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidTopupPackageOrTopupNotSupportedOrValidationErrorFailure"];
            };
        };
        /**
         * @description `package_not_found`: The package does not exist or is no longer on sale.
         *
         *     `resource_not_found`: The record does not exist or belongs to another account or environment; also any path or method that is not part of the API.
         */
        PackageNotFoundOrResourceNotFoundResponse: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PackageNotFoundOrResourceNotFoundFailure"];
            };
        };
        /** @description `package_not_found`: The package does not exist or is no longer on sale. */
        PackageNotFoundResponse: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PackageNotFoundFailure"];
            };
        };
        /** @description `rate_limit_exceeded`: The limit of requests per minute or per day is used up. */
        RateLimitExceededResponse: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RateLimitExceededFailure"];
            };
        };
        /** @description `resource_not_found`: The record does not exist or belongs to another account or environment; also any path or method that is not part of the API. */
        ResourceNotFoundResponse: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ResourceNotFoundFailure"];
            };
        };
        /** @description `service_unavailable`: The service is temporarily unavailable. */
        ServiceUnavailableResponse: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceUnavailableFailure"];
            };
        };
        /** @description `supplier_error`: The network supplier did not answer for the moment. */
        SupplierErrorResponse: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["SupplierErrorFailure"];
            };
        };
        /** @description `unsupported_media_type`: The request has a body and its Content-Type is not application/json. */
        UnsupportedMediaTypeResponse: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnsupportedMediaTypeFailure"];
            };
        };
        /** @description `validation_error`: A field, header or parameter is missing or invalid. */
        ValidationErrorResponse: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationErrorFailure"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 31,
                     *         "account_code": "ACC-7K3M2PQ9",
                     *         "company_name": "Sunny Travel GmbH",
                     *         "email": "esim@sunny-travel.example",
                     *         "currency": "EUR",
                     *         "status": "active",
                     *         "test_enabled": 1,
                     *         "live_enabled": 1,
                     *         "credit_enabled": true,
                     *         "credit_status": "active",
                     *         "payment_terms_days": 14,
                     *         "created_at": "2026-02-02 09:15:00"
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AccountEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    getBalance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "currency": "EUR",
                     *         "wallet_balance": -20,
                     *         "prepaid_balance": 0,
                     *         "credit": {
                     *           "enabled": true,
                     *           "status": "active",
                     *           "hold_reason": null,
                     *           "limit": 100,
                     *           "used": 20,
                     *           "available": 80,
                     *           "payment_terms_days": 14
                     *         },
                     *         "available_to_spend": 80,
                     *         "can_purchase": true,
                     *         "credit_limit": 100,
                     *         "credit_used": 20,
                     *         "available": 80
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BalanceEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    listLedger: {
        parameters: {
            query?: {
                /** @description pagination.next_cursor of the page before */
                before_id?: number;
                /** @description Items per page */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "id": 2081,
                     *             "reference": "LED-2081",
                     *             "type": "debit",
                     *             "amount": -4.6,
                     *             "currency": "EUR",
                     *             "balance_before": 234.176,
                     *             "balance_after": 229.576,
                     *             "description": "Top-up TOPUP_TR_3_30 of eSIM 8999901123456789010",
                     *             "created_at": "2026-11-23 09:05:00"
                     *           },
                     *           {
                     *             "id": 2080,
                     *             "reference": "LED-2080",
                     *             "type": "debit",
                     *             "amount": -15.824,
                     *             "currency": "EUR",
                     *             "balance_before": 250,
                     *             "balance_after": 234.176,
                     *             "description": "Order B2B-1042",
                     *             "created_at": "2026-11-20 13:00:00"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "limit": 2,
                     *           "next_cursor": 2080,
                     *           "has_more": true
                     *         }
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["LedgerPageEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    getAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description action_id
                 * @example 118
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "action_id": 118,
                     *         "action": "topup",
                     *         "status": "succeeded",
                     *         "iccid": "8999901123456789010",
                     *         "order_reference": "B2B-1042",
                     *         "package_code": "TOPUP_TR_3_30",
                     *         "amount": 4.6,
                     *         "currency": "EUR",
                     *         "charged": true,
                     *         "refunded": false,
                     *         "refunded_at": null,
                     *         "settled_at": "2026-11-23T09:05:04+00:00",
                     *         "created_at": "2026-11-23T09:05:00+00:00"
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ActionEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    testAuth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "status": "ok",
                     *         "authentication": {
                     *           "status": "valid",
                     *           "key_prefix": "svc_live_1aB2c3D4",
                     *           "environment": "live",
                     *           "hmac_required": false,
                     *           "scopes": [
                     *             "health:read",
                     *             "health:test",
                     *             "catalog:read",
                     *             "account:read",
                     *             "account:balance",
                     *             "brand:read",
                     *             "brand:manage",
                     *             "orders:read",
                     *             "orders:create",
                     *             "orders:cancel",
                     *             "esims:read",
                     *             "esims:suspend",
                     *             "esims:resume",
                     *             "esims:usage",
                     *             "esims:device",
                     *             "esims:installation",
                     *             "esims:events",
                     *             "esims:sync",
                     *             "topups:create",
                     *             "topups:read",
                     *             "webhooks:read",
                     *             "webhooks:manage",
                     *             "webhooks:test",
                     *             "usage:read"
                     *           ],
                     *           "ip_allowlist_active": true
                     *         }
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AuthTestEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            415: components["responses"]["UnsupportedMediaTypeResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    getBrand: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while its data are still the same. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "name": "Sunny Travel",
                     *         "logo_url": "https://cdn.sunny-travel.example/logo.svg",
                     *         "favicon_url": null,
                     *         "colors": {
                     *           "primary": "#0F5C63",
                     *           "secondary": "#F2B705",
                     *           "accent": "#D9480F"
                     *         },
                     *         "support": {
                     *           "email": "help@sunny-travel.example",
                     *           "phone": "+49 30 901820"
                     *         },
                     *         "legal": {
                     *           "terms_url": "https://sunny-travel.example/terms",
                     *           "privacy_url": "https://sunny-travel.example/privacy"
                     *         },
                     *         "custom_domain": "esim.sunny-travel.example",
                     *         "domain_verified": true,
                     *         "locale": "de-DE"
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BrandEnvelope"];
                };
            };
            /** @description The data are still those of the ETag in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    changeBrand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "brand_name": "Sunny Travel",
                 *       "primary_color": "#0F5C63",
                 *       "support_phone": "+49 30 901820",
                 *       "locale": "de-DE"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeBrandRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "name": "Sunny Travel",
                     *         "logo_url": "https://cdn.sunny-travel.example/logo.svg",
                     *         "favicon_url": null,
                     *         "colors": {
                     *           "primary": "#0F5C63",
                     *           "secondary": "#F2B705",
                     *           "accent": "#D9480F"
                     *         },
                     *         "support": {
                     *           "email": "help@sunny-travel.example",
                     *           "phone": "+49 30 901820"
                     *         },
                     *         "legal": {
                     *           "terms_url": "https://sunny-travel.example/terms",
                     *           "privacy_url": "https://sunny-travel.example/privacy"
                     *         },
                     *         "custom_domain": "esim.sunny-travel.example",
                     *         "domain_verified": true,
                     *         "locale": "de-DE",
                     *         "company_legal_name": "Sunny Travel GmbH",
                     *         "portal_slug": "sunny-travel"
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ChangedBrandEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            409: components["responses"]["ConflictResponse"];
            415: components["responses"]["UnsupportedMediaTypeResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    listCountries: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while its data are still the same. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "code": "TR",
                     *             "name": "Türkiye",
                     *             "package_count": 12,
                     *             "min_retail_price": "2.40"
                     *           }
                     *         ]
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CountryListEnvelope"];
                };
            };
            /** @description The data are still those of the ETag in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["FxUnavailableOrServiceUnavailableResponse"];
        };
    };
    listEsims: {
        parameters: {
            query?: {
                /** @description Items per page */
                limit?: number;
                /** @description Items to skip */
                offset?: number;
                /**
                 * @description Network supplier
                 * @example esimaccess
                 */
                provider?: string;
                /** @description Only eSIMs in this state */
                status?: "provisioning" | "ready" | "installed" | "activated" | "suspended" | "exhausted" | "expired" | "cancelled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "reference": "B2B-1042",
                     *             "iccid": "8999901123456789010",
                     *             "imsi": "454001234567890",
                     *             "provider": "esimaccess",
                     *             "provider_order_reference": "B26112013000042",
                     *             "activation_status": "activated",
                     *             "installation_status": "installed",
                     *             "provider_status": {
                     *               "profile": "IN_USE",
                     *               "smdp": "ENABLED"
                     *             },
                     *             "usage": {
                     *               "total_mb": 5120,
                     *               "used_mb": 1280,
                     *               "remaining_mb": 3840,
                     *               "usage_percent": 25
                     *             },
                     *             "device": {
                     *               "brand": "Apple",
                     *               "model": "iPhone 17",
                     *               "eid": "89049032007108882600012345678901"
                     *             },
                     *             "validity": {
                     *               "days": 30,
                     *               "activated_at": "2026-11-21 08:12:40",
                     *               "installed_at": "2026-11-20 18:30:05",
                     *               "expires_at": "2026-12-21 08:12:40"
                     *             },
                     *             "network": {
                     *               "name": "Turkcell",
                     *               "apn": "drei.at"
                     *             },
                     *             "last_provider_sync_at": "2026-11-23 09:00:00"
                     *           }
                     *         ],
                     *         "limit": 50,
                     *         "offset": 0
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EsimPageEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    getEsim: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ICCID
                 * @example 8999901123456789010
                 */
                iccid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "reference": "B2B-1042",
                     *         "iccid": "8999901123456789010",
                     *         "imsi": "454001234567890",
                     *         "provider": "esimaccess",
                     *         "provider_order_reference": "B26112013000042",
                     *         "activation_status": "activated",
                     *         "installation_status": "installed",
                     *         "provider_status": {
                     *           "profile": "IN_USE",
                     *           "smdp": "ENABLED"
                     *         },
                     *         "usage": {
                     *           "total_mb": 5120,
                     *           "used_mb": 1280,
                     *           "remaining_mb": 3840,
                     *           "usage_percent": 25
                     *         },
                     *         "device": {
                     *           "brand": "Apple",
                     *           "model": "iPhone 17",
                     *           "eid": "89049032007108882600012345678901"
                     *         },
                     *         "validity": {
                     *           "days": 30,
                     *           "activated_at": "2026-11-21 08:12:40",
                     *           "installed_at": "2026-11-20 18:30:05",
                     *           "expires_at": "2026-12-21 08:12:40"
                     *         },
                     *         "network": {
                     *           "name": "Turkcell",
                     *           "apn": "drei.at"
                     *         },
                     *         "last_provider_sync_at": "2026-11-23 09:00:00"
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EsimEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    getEsimDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ICCID
                 * @example 8999901123456789010
                 */
                iccid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "brand": "Apple",
                     *         "model": "iPhone 17",
                     *         "eid": "89049032007108882600012345678901",
                     *         "imei": "350123451234560",
                     *         "os": "iOS 26",
                     *         "verified": true
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EsimDeviceEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    listEsimEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ICCID
                 * @example 8999901123456789010
                 */
                iccid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "event_type": "status.changed",
                     *             "previous_status": "installed",
                     *             "current_status": "activated",
                     *             "source": "supplier",
                     *             "created_at": "2026-11-21 08:12:44"
                     *           },
                     *           {
                     *             "event_type": "status.changed",
                     *             "previous_status": "ready",
                     *             "current_status": "installed",
                     *             "source": "supplier",
                     *             "created_at": "2026-11-20 18:30:09"
                     *           }
                     *         ]
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EsimHistoryEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    getEsimInstallation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ICCID
                 * @example 8999901123456789010
                 */
                iccid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "iccid": "8999901123456789010",
                     *         "activation_code": "LPA:1$rsp.esimaccess.com$4F1C9A7B2E6D4C0F8A5B3E7D1C9F2A6B",
                     *         "smdp_address": "rsp.esimaccess.com",
                     *         "installation_status": "not_installed"
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EsimInstallationEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    refreshEsim: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ICCID
                 * @example 8999901123456789010
                 */
                iccid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "reference": "B2B-1042",
                     *         "iccid": "8999901123456789010",
                     *         "imsi": "454001234567890",
                     *         "provider": "esimaccess",
                     *         "provider_order_reference": "B26112013000042",
                     *         "activation_status": "activated",
                     *         "installation_status": "installed",
                     *         "provider_status": {
                     *           "profile": "IN_USE",
                     *           "smdp": "ENABLED"
                     *         },
                     *         "usage": {
                     *           "total_mb": 5120,
                     *           "used_mb": 1280,
                     *           "remaining_mb": 3840,
                     *           "usage_percent": 25
                     *         },
                     *         "device": {
                     *           "brand": "Apple",
                     *           "model": "iPhone 17",
                     *           "eid": "89049032007108882600012345678901"
                     *         },
                     *         "validity": {
                     *           "days": 30,
                     *           "activated_at": "2026-11-21 08:12:40",
                     *           "installed_at": "2026-11-20 18:30:05",
                     *           "expires_at": "2026-12-21 08:12:40"
                     *         },
                     *         "network": {
                     *           "name": "Turkcell",
                     *           "apn": "drei.at"
                     *         },
                     *         "last_provider_sync_at": "2026-11-23 09:00:00"
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EsimEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            409: components["responses"]["ConflictResponse"];
            415: components["responses"]["UnsupportedMediaTypeResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            502: components["responses"]["SupplierErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    resumeEsim: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ICCID
                 * @example 8999901123456789010
                 */
                iccid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "action_id": 120,
                     *         "action": "resume",
                     *         "status": "queued",
                     *         "resource": "8999901123456789010"
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OpenedResumeEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            409: components["responses"]["ConflictResponse"];
            415: components["responses"]["UnsupportedMediaTypeResponse"];
            422: components["responses"]["ActionNotSupportedOrValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    suspendEsim: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ICCID
                 * @example 8999901123456789010
                 */
                iccid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "action_id": 119,
                     *         "action": "suspend",
                     *         "status": "queued",
                     *         "resource": "8999901123456789010",
                     *         "actions": [
                     *           {
                     *             "action_id": 119,
                     *             "iccid": "8999901123456789010",
                     *             "status": "queued"
                     *           }
                     *         ],
                     *         "refund_on_success": null
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OpenedSuspendEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            409: components["responses"]["ConflictResponse"];
            415: components["responses"]["UnsupportedMediaTypeResponse"];
            422: components["responses"]["ActionNotSupportedOrValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    listTopupOptions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ICCID
                 * @example 8999901123456789010
                 */
                iccid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "iccid": "8999901123456789010",
                     *         "provider_supported": true,
                     *         "currency": "EUR",
                     *         "source": "supplier",
                     *         "items": [
                     *           {
                     *             "package_code": "TOPUP_TR_3_30",
                     *             "name": "Turkey 3GB 30Days",
                     *             "data_mb": 3072,
                     *             "duration_days": 30,
                     *             "price": 4.6,
                     *             "currency": "EUR"
                     *           }
                     *         ]
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TopupOptionsEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            502: components["responses"]["SupplierErrorResponse"];
            503: components["responses"]["FxUnavailableOrServiceUnavailableResponse"];
        };
    };
    createTopup: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A text of your own, new for each purchase. A repeat with the same body returns the first answer; nothing is ordered or charged twice. Kept 24 hours.
                 * @example shop-4711
                 */
                "Idempotency-Key": string;
            };
            path: {
                /**
                 * @description ICCID
                 * @example 8999901123456789010
                 */
                iccid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "package_code": "TOPUP_TR_3_30",
                 *       "max_price": 4.6
                 *     }
                 */
                "application/json": components["schemas"]["CreateTopupRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "action_id": 118,
                     *         "action": "topup",
                     *         "status": "queued",
                     *         "resource": "8999901123456789010",
                     *         "package_code": "TOPUP_TR_3_30",
                     *         "name": "Turkey 3GB 30Days",
                     *         "amount": 4.6,
                     *         "currency": "EUR",
                     *         "charged": true,
                     *         "ledger_reference": "LED-2081"
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TopupEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            402: components["responses"]["InsufficientBalanceResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            409: components["responses"]["ConflictOrPriceChangedResponse"];
            415: components["responses"]["UnsupportedMediaTypeResponse"];
            422: components["responses"]["InvalidTopupPackageOrTopupNotSupportedOrValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            502: components["responses"]["SupplierErrorResponse"];
            503: components["responses"]["FxUnavailableOrServiceUnavailableOrSupplierUnavailableResponse"];
        };
    };
    getEsimUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ICCID
                 * @example 8999901123456789010
                 */
                iccid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "current": {
                     *           "total_mb": 5120,
                     *           "used_mb": 1280,
                     *           "remaining_mb": 3840,
                     *           "usage_percent": 25
                     *         },
                     *         "history": [
                     *           {
                     *             "total_volume_bytes": 5368709120,
                     *             "used_volume_bytes": 1342177280,
                     *             "remaining_volume_bytes": 4026531840,
                     *             "usage_percent": 25,
                     *             "source": "supplier",
                     *             "recorded_at": "2026-11-23 09:00:00"
                     *           }
                     *         ]
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EsimUsageEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "service": "reseller-esim-service",
                     *         "api_version": "v1",
                     *         "status": "ok",
                     *         "time": "2026-11-20T13:00:00+00:00"
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": null,
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["HealthEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "status": "ready",
                     *         "checks": {
                     *           "database": {
                     *             "status": "ok",
                     *             "age_seconds": null
                     *           },
                     *           "catalog": {
                     *             "status": "ok",
                     *             "age_seconds": 1240
                     *           },
                     *           "exchange_rates": {
                     *             "status": "ok",
                     *             "age_seconds": 1240
                     *           },
                     *           "jobs": {
                     *             "status": "ok",
                     *             "age_seconds": null
                     *           },
                     *           "pages": {
                     *             "status": "ok",
                     *             "age_seconds": null
                     *           }
                     *         },
                     *         "duration_ms": 1.84
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ReadinessEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    getCapabilities: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while its data are still the same. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "providers": {
                     *           "esimaccess": {
                     *             "order": true,
                     *             "topup": true,
                     *             "cancel": true,
                     *             "suspend": true,
                     *             "resume": true,
                     *             "usage": true,
                     *             "refund_on_cancel": true
                     *           }
                     *         }
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CapabilitiesMatrixEnvelope"];
                };
            };
            /** @description The data are still those of the ETag in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    listEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "event": "order.created",
                     *             "description": "A live order is received and queued for the supplier."
                     *           },
                     *           {
                     *             "event": "order.delivered",
                     *             "description": "All eSIM profiles of the order are delivered."
                     *           },
                     *           {
                     *             "event": "order.partially_delivered",
                     *             "description": "Fewer profiles than requested were delivered; the missing quantity is refunded."
                     *           }
                     *         ]
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": null,
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["EventCatalogEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    getIntegration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "environment": "live",
                     *         "base_url": "https://esim.example.com/api/v1",
                     *         "openapi_url": "https://esim.example.com/api/v1/openapi.json"
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["IntegrationEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    listScopes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "modules": [
                     *           {
                     *             "code": "orders",
                     *             "name": "Orders",
                     *             "scopes": [
                     *               {
                     *                 "code": "orders:read",
                     *                 "name": "Order list and detail",
                     *                 "risk_level": "medium"
                     *               },
                     *               {
                     *                 "code": "orders:create",
                     *                 "name": "Create orders",
                     *                 "risk_level": "high"
                     *               },
                     *               {
                     *                 "code": "orders:cancel",
                     *                 "name": "Cancel orders",
                     *                 "risk_level": "critical"
                     *               }
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": null,
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ScopeCatalogEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description pagination.next_cursor of the page before */
                before_id?: number;
                /** @description Items per page */
                limit?: number;
                /** @description Only orders in this state */
                status?: "created" | "queued" | "processing" | "delivered" | "partially_delivered" | "failed" | "cancelled" | "refunded";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "id": 1042,
                     *             "reference": "B2B-1042",
                     *             "client_reference": "shop-4711",
                     *             "status": "delivered",
                     *             "unit_price": 7.912,
                     *             "total_amount": 15.824,
                     *             "currency": "EUR",
                     *             "package_name": "Turkey 5GB 30Days",
                     *             "iccid": "8999901123456789010",
                     *             "created_at": "2026-11-20 13:00:00"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "limit": 25,
                     *           "next_cursor": null,
                     *           "has_more": false
                     *         }
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OrderPageEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    createOrder: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description A text of your own, new for each purchase. A repeat with the same body returns the first answer; nothing is ordered or charged twice. Kept 24 hours.
                 * @example shop-4711
                 */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "package_id": "esimaccess-TR_5_30",
                 *       "quantity": 2,
                 *       "client_reference": "shop-4711",
                 *       "max_unit_price": 7.912
                 *     }
                 */
                "application/json": components["schemas"]["CreateOrderRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1042,
                     *         "reference": "B2B-1042",
                     *         "client_reference": "shop-4711",
                     *         "status": "queued",
                     *         "requested_quantity": 2,
                     *         "delivered_quantity": 0,
                     *         "unit_price": 7.912,
                     *         "total_amount": 15.824,
                     *         "currency": "EUR",
                     *         "package_id": 4211,
                     *         "package_name": "Turkey 5GB 30Days",
                     *         "iccid": null,
                     *         "activation_code": null,
                     *         "profiles": [],
                     *         "created_at": "2026-11-20 13:00:00"
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OrderEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            402: components["responses"]["InsufficientBalanceResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            404: components["responses"]["PackageNotFoundResponse"];
            409: components["responses"]["ConflictOrPriceChangedResponse"];
            415: components["responses"]["UnsupportedMediaTypeResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["FxUnavailableOrServiceUnavailableOrSupplierUnavailableResponse"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Of the order
                 * @example B2B-1042
                 */
                reference: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 1042,
                     *         "reference": "B2B-1042",
                     *         "client_reference": "shop-4711",
                     *         "status": "delivered",
                     *         "requested_quantity": 2,
                     *         "delivered_quantity": 2,
                     *         "unit_price": 7.912,
                     *         "total_amount": 15.824,
                     *         "currency": "EUR",
                     *         "package_id": 4211,
                     *         "package_name": "Turkey 5GB 30Days",
                     *         "iccid": "8999901123456789010",
                     *         "activation_code": "LPA:1$rsp.esimaccess.com$4F1C9A7B2E6D4C0F8A5B3E7D1C9F2A6B",
                     *         "profiles": [
                     *           {
                     *             "iccid": "8999901123456789010",
                     *             "imsi": "454001234567890",
                     *             "provider": "esimaccess",
                     *             "activation_status": "ready",
                     *             "installation_status": "not_installed",
                     *             "activation_code": "LPA:1$rsp.esimaccess.com$4F1C9A7B2E6D4C0F8A5B3E7D1C9F2A6B",
                     *             "smdp_address": "rsp.esimaccess.com"
                     *           },
                     *           {
                     *             "iccid": "8999901123456789028",
                     *             "imsi": "454001234567891",
                     *             "provider": "esimaccess",
                     *             "activation_status": "ready",
                     *             "installation_status": "not_installed",
                     *             "activation_code": "LPA:1$rsp.esimaccess.com$9B3E7A1F5C2D4E8B6A0F9C7D3E1B5A2F",
                     *             "smdp_address": "rsp.esimaccess.com"
                     *           }
                     *         ],
                     *         "created_at": "2026-11-20 13:00:00"
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OrderEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Of the order
                 * @example B2B-1042
                 */
                reference: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "action_id": 117,
                     *         "action": "cancel",
                     *         "status": "queued",
                     *         "resource": "8999901123456789010",
                     *         "order_reference": "B2B-1042",
                     *         "actions": [
                     *           {
                     *             "action_id": 117,
                     *             "iccid": "8999901123456789010",
                     *             "status": "queued"
                     *           },
                     *           {
                     *             "action_id": 118,
                     *             "iccid": "8999901123456789028",
                     *             "status": "queued"
                     *           }
                     *         ],
                     *         "refund_on_success": {
                     *           "amount_per_esim": 7.912,
                     *           "currency": "EUR"
                     *         }
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["OpenedCancelEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            409: components["responses"]["ConflictResponse"];
            415: components["responses"]["UnsupportedMediaTypeResponse"];
            422: components["responses"]["ActionNotSupportedOrValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    listPackages: {
        parameters: {
            query?: {
                /**
                 * @description Local packages of the country, and regional and global ones that cover it
                 * @example TR
                 */
                country?: string;
                /** @description pagination.next_cursor of the page before */
                cursor?: number;
                /** @description false: only the main package of each product */
                include_variants?: boolean;
                /** @description Items per page */
                limit?: number;
                /** @description At most this much data, in MB */
                max_data_mb?: number;
                /** @description Usage period of at most this many days */
                max_days?: number;
                /** @description At least this much data, in MB */
                min_data_mb?: number;
                /** @description Usage period of at least this many days */
                min_days?: number;
                /** @description In name, package code or country name */
                q?: string;
                /**
                 * @description Region code or name
                 * @example europe
                 */
                region?: string;
                /** @description One country, one region, or the world */
                type?: "local" | "regional" | "global";
                /** @description true: only unlimited; false: none of them */
                unlimited?: boolean;
                /**
                 * @description Only what changed after this moment
                 * @example 2026-11-20T13:00:00+00:00
                 */
                updated_since?: string;
            };
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while its data are still the same. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "id": 4211,
                     *             "package_id": "esimaccess-TR_5_30",
                     *             "name": "Turkey 5GB 30Days",
                     *             "type": "local",
                     *             "country_code": "TR",
                     *             "country_name": "Türkiye",
                     *             "region": "Europe",
                     *             "region_code": "europe",
                     *             "coverage": {
                     *               "count": 1,
                     *               "countries": [
                     *                 "TR"
                     *               ]
                     *             },
                     *             "data": {
                     *               "amount": "5 GB",
                     *               "mb": 5120,
                     *               "unlimited": false,
                     *               "per_day": false
                     *             },
                     *             "duration_days": 30,
                     *             "validity_days": 180,
                     *             "network": {
                     *               "type": "4G/5G",
                     *               "speed": "5G",
                     *               "operators": [
                     *                 {
                     *                   "country": "TR",
                     *                   "name": "Turkcell"
                     *                 },
                     *                 {
                     *                   "country": "TR",
                     *                   "name": "Vodafone"
                     *                 }
                     *               ],
                     *               "hotspot": true
                     *             },
                     *             "product_key": "local:TR:5120mb:30d",
                     *             "is_variant": false,
                     *             "topup_supported": true,
                     *             "price": 7.912,
                     *             "currency": "EUR",
                     *             "recommended_retail_price": 9.89,
                     *             "updated_at": "2026-11-20T04:00:00+00:00",
                     *             "provider": "esimaccess",
                     *             "reseller_price": 7.912,
                     *             "retail_price": 9.89,
                     *             "data_amount": "5 GB",
                     *             "data_amount_mb": 5120,
                     *             "network_type": "4G/5G"
                     *           }
                     *         ],
                     *         "pagination": {
                     *           "limit": 1,
                     *           "next_cursor": 4211,
                     *           "has_more": true,
                     *           "total": 17
                     *         },
                     *         "currency": "EUR"
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PackagePageEnvelope"];
                };
            };
            /** @description The data are still those of the ETag in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["FxUnavailableOrServiceUnavailableResponse"];
        };
    };
    getPackage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while its data are still the same. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description package_id (recommended) or numeric id
                 * @example esimaccess-TR_5_30
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 4211,
                     *         "package_id": "esimaccess-TR_5_30",
                     *         "name": "Turkey 5GB 30Days",
                     *         "type": "local",
                     *         "country_code": "TR",
                     *         "country_name": "Türkiye",
                     *         "region": "Europe",
                     *         "region_code": "europe",
                     *         "coverage": {
                     *           "count": 1,
                     *           "countries": [
                     *             "TR"
                     *           ]
                     *         },
                     *         "data": {
                     *           "amount": "5 GB",
                     *           "mb": 5120,
                     *           "unlimited": false,
                     *           "per_day": false
                     *         },
                     *         "duration_days": 30,
                     *         "validity_days": 180,
                     *         "network": {
                     *           "type": "4G/5G",
                     *           "speed": "5G",
                     *           "operators": [
                     *             {
                     *               "country": "TR",
                     *               "name": "Turkcell"
                     *             },
                     *             {
                     *               "country": "TR",
                     *               "name": "Vodafone"
                     *             }
                     *           ],
                     *           "hotspot": true
                     *         },
                     *         "product_key": "local:TR:5120mb:30d",
                     *         "is_variant": false,
                     *         "topup_supported": true,
                     *         "price": 7.912,
                     *         "currency": "EUR",
                     *         "recommended_retail_price": 9.89,
                     *         "updated_at": "2026-11-20T04:00:00+00:00",
                     *         "provider": "esimaccess",
                     *         "reseller_price": 7.912,
                     *         "retail_price": 9.89,
                     *         "data_amount": "5 GB",
                     *         "data_amount_mb": 5120,
                     *         "network_type": "4G/5G",
                     *         "replaced_package_id": "esimaccess-TR_5_30_OLD"
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PackageDetailEnvelope"];
                };
            };
            /** @description The data are still those of the ETag in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            404: components["responses"]["PackageNotFoundOrResourceNotFoundResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["FxUnavailableOrServiceUnavailableResponse"];
        };
    };
    getProviderCapabilities: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Network supplier
                 * @example esimaccess
                 */
                provider_code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "provider": "esimaccess",
                     *         "topup": true,
                     *         "cancel": true,
                     *         "suspend": true,
                     *         "resume": true
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ProviderCapabilitiesEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    createQuote: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "package_id": "esimaccess-TR_5_30",
                 *       "quantity": 2
                 *     }
                 */
                "application/json": components["schemas"]["CreateQuoteRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "quote_id": "qt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "environment": "live",
                     *         "package": {
                     *           "id": 4211,
                     *           "package_id": "esimaccess-TR_5_30",
                     *           "name": "Turkey 5GB 30Days",
                     *           "country_code": "TR",
                     *           "data": {
                     *             "amount": "5 GB",
                     *             "mb": 5120,
                     *             "unlimited": false,
                     *             "per_day": false
                     *           },
                     *           "validity_days": 180,
                     *           "duration_days": 30
                     *         },
                     *         "quantity": 2,
                     *         "unit_price": 7.912,
                     *         "total_amount": 15.824,
                     *         "currency": "EUR",
                     *         "pricing": {
                     *           "base_currency": "USD",
                     *           "base_unit_price": 8.6,
                     *           "fx_rate": 0.92,
                     *           "recommended_retail_price": 9.89
                     *         },
                     *         "funds": {
                     *           "available_to_spend": 350,
                     *           "sufficient": true,
                     *           "shortfall": 0,
                     *           "credit_enabled": true,
                     *           "credit_status": "active",
                     *           "charged_on_order": true
                     *         },
                     *         "expires_at": "2026-11-20T13:05:00+00:00"
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QuoteEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            404: components["responses"]["PackageNotFoundResponse"];
            415: components["responses"]["UnsupportedMediaTypeResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["FxUnavailableOrServiceUnavailableOrSupplierUnavailableResponse"];
        };
    };
    listRegions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer: 304 without a body while its data are still the same. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "code": "europe",
                     *             "name": "Europe",
                     *             "type": "regional",
                     *             "package_count": 14,
                     *             "max_coverage": 42
                     *           },
                     *           {
                     *             "code": "global",
                     *             "name": "Global",
                     *             "type": "global",
                     *             "package_count": 9,
                     *             "max_coverage": 118
                     *           }
                     *         ]
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RegionListEnvelope"];
                };
            };
            /** @description The data are still those of the ETag in If-None-Match */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "minute": {
                     *           "used": 1,
                     *           "limit": 300
                     *         },
                     *         "day": {
                     *           "used": 1789,
                     *           "limit": 100000
                     *         },
                     *         "last_24h": {
                     *           "requests": 2410,
                     *           "errors": 3,
                     *           "avg_latency_ms": 4.2
                     *         }
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["KeyUsageEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "id": 7,
                     *             "environment": "live",
                     *             "url": "https://shop.example.com/hooks/esim",
                     *             "events_json": "[\"order.delivered\",\"order.failed\"]",
                     *             "status": "active",
                     *             "failure_count": 0,
                     *             "last_success_at": "2026-11-20 13:00:02",
                     *             "created_at": "2026-11-01 10:00:00"
                     *           }
                     *         ]
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookListEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shop.example.com/hooks/esim",
                 *       "events": [
                 *         "order.delivered",
                 *         "order.failed"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhookRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 7,
                     *         "secret": "whsec_yvn5BrFqkcsBYMUKvayL1tuaKD+pdR+YAe+ZFVS0aoo="
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedWebhookEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            409: components["responses"]["ConflictResponse"];
            415: components["responses"]["UnsupportedMediaTypeResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Items per page */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Of the endpoint
                 * @example 7
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "items": [
                     *           {
                     *             "event_id": "evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *             "event_type": "order.delivered",
                     *             "status": "delivered",
                     *             "attempt_count": 2,
                     *             "last_http_status": 200,
                     *             "last_error": null,
                     *             "created_at": "2026-11-20 13:00:02",
                     *             "delivered_at": "2026-11-20 13:00:07"
                     *           }
                     *         ],
                     *         "limit": 25
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryListEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    disableWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Of the endpoint
                 * @example 7
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "id": 7,
                     *         "status": "disabled"
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DisabledWebhookEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            415: components["responses"]["UnsupportedMediaTypeResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Of the endpoint
                 * @example 7
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "event_id": "evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "status": "queued"
                     *       },
                     *       "meta": {
                     *         "request_id": "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                     *         "api_version": "v1",
                     *         "environment": "live",
                     *         "timestamp": "2026-11-20T13:00:00+00:00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["QueuedTestEnvelope"];
                };
            };
            400: components["responses"]["BadRequestResponse"];
            401: components["responses"]["AuthenticationFailedResponse"];
            403: components["responses"]["AccessDeniedOrInsufficientScopeResponse"];
            404: components["responses"]["ResourceNotFoundResponse"];
            409: components["responses"]["ConflictResponse"];
            415: components["responses"]["UnsupportedMediaTypeResponse"];
            422: components["responses"]["ValidationErrorResponse"];
            429: components["responses"]["RateLimitExceededResponse"];
            500: components["responses"]["InternalErrorResponse"];
            503: components["responses"]["ServiceUnavailableResponse"];
        };
    };
    onApiKeyExpiring: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Standard Webhooks: the event id
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "webhook-id": string;
                /**
                 * @description Standard Webhooks: `v1,` and, in base64, the HMAC-SHA-256 of `<id>.<timestamp>.<raw body>` under the base64-decoded part of the secret after `whsec_`. Two, separated by a blank, while a secret is being rotated
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Standard Webhooks: unix seconds of this attempt
                 * @example 1795179600
                 */
                "webhook-timestamp": string;
                /**
                 * @description The event's name
                 * @example api_key.expiring
                 */
                "X-SVC-Event": string;
                /**
                 * @description The same at every attempt: deduplicate by it
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "X-SVC-Event-Id": string;
                /**
                 * @description `sha256=` and, in lower-case hex, the HMAC-SHA-256 of `<X-SVC-Timestamp>.<raw body>` under the UTF-8 bytes of the whole secret (`whsec_…`)
                 * @example sha256=3d9a2c41f0b7e85d6c1f4a7e9b2d5c8f0a3b6e9d1c4f7a0b3e6d9c2f5a8b1e4d
                 */
                "X-SVC-Signature": string;
                /**
                 * @description Unix seconds of this attempt; refuse one older than 300 seconds
                 * @example 1795179600
                 */
                "X-SVC-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                 *       "type": "api_key.expiring",
                 *       "api_version": "v1",
                 *       "environment": "live",
                 *       "created_at": "2026-11-20T13:00:00+00:00",
                 *       "sequence": 20817,
                 *       "data": {
                 *         "api_key": {
                 *           "key_prefix": "svc_live_1aB2c3D4",
                 *           "name": "Shop",
                 *           "environment": "live",
                 *           "expires_at": "2026-12-20 13:00:00"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ApiKeyExpiringEvent"];
            };
        };
        responses: {
            /** @description Received. Answer within 15 seconds and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone: the endpoint is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received, redirects included: it is sent again, up to 12 times over 72 hours. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onEsimActionFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Standard Webhooks: the event id
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "webhook-id": string;
                /**
                 * @description Standard Webhooks: `v1,` and, in base64, the HMAC-SHA-256 of `<id>.<timestamp>.<raw body>` under the base64-decoded part of the secret after `whsec_`. Two, separated by a blank, while a secret is being rotated
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Standard Webhooks: unix seconds of this attempt
                 * @example 1795179600
                 */
                "webhook-timestamp": string;
                /**
                 * @description The event's name
                 * @example esim.action.failed
                 */
                "X-SVC-Event": string;
                /**
                 * @description The same at every attempt: deduplicate by it
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "X-SVC-Event-Id": string;
                /**
                 * @description `sha256=` and, in lower-case hex, the HMAC-SHA-256 of `<X-SVC-Timestamp>.<raw body>` under the UTF-8 bytes of the whole secret (`whsec_…`)
                 * @example sha256=3d9a2c41f0b7e85d6c1f4a7e9b2d5c8f0a3b6e9d1c4f7a0b3e6d9c2f5a8b1e4d
                 */
                "X-SVC-Signature": string;
                /**
                 * @description Unix seconds of this attempt; refuse one older than 300 seconds
                 * @example 1795179600
                 */
                "X-SVC-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                 *       "type": "esim.action.failed",
                 *       "api_version": "v1",
                 *       "environment": "live",
                 *       "created_at": "2026-11-20T13:00:00+00:00",
                 *       "sequence": 20817,
                 *       "data": {
                 *         "action": {
                 *           "action_id": 117,
                 *           "action": "cancel",
                 *           "status": "failed",
                 *           "iccid": "8999901123456789010",
                 *           "order_reference": "B2B-1042",
                 *           "package_code": null,
                 *           "amount": 7.912,
                 *           "currency": "EUR",
                 *           "charged": false,
                 *           "refunded": false,
                 *           "refunded_at": null,
                 *           "settled_at": "2026-11-23T09:05:04+00:00",
                 *           "created_at": "2026-11-23T09:05:00+00:00"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["EsimActionFailedEvent"];
            };
        };
        responses: {
            /** @description Received. Answer within 15 seconds and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone: the endpoint is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received, redirects included: it is sent again, up to 12 times over 72 hours. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onEsimActivated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Standard Webhooks: the event id
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "webhook-id": string;
                /**
                 * @description Standard Webhooks: `v1,` and, in base64, the HMAC-SHA-256 of `<id>.<timestamp>.<raw body>` under the base64-decoded part of the secret after `whsec_`. Two, separated by a blank, while a secret is being rotated
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Standard Webhooks: unix seconds of this attempt
                 * @example 1795179600
                 */
                "webhook-timestamp": string;
                /**
                 * @description The event's name
                 * @example esim.activated
                 */
                "X-SVC-Event": string;
                /**
                 * @description The same at every attempt: deduplicate by it
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "X-SVC-Event-Id": string;
                /**
                 * @description `sha256=` and, in lower-case hex, the HMAC-SHA-256 of `<X-SVC-Timestamp>.<raw body>` under the UTF-8 bytes of the whole secret (`whsec_…`)
                 * @example sha256=3d9a2c41f0b7e85d6c1f4a7e9b2d5c8f0a3b6e9d1c4f7a0b3e6d9c2f5a8b1e4d
                 */
                "X-SVC-Signature": string;
                /**
                 * @description Unix seconds of this attempt; refuse one older than 300 seconds
                 * @example 1795179600
                 */
                "X-SVC-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                 *       "type": "esim.activated",
                 *       "api_version": "v1",
                 *       "environment": "live",
                 *       "created_at": "2026-11-20T13:00:00+00:00",
                 *       "sequence": 20817,
                 *       "data": {
                 *         "esim": {
                 *           "reference": "B2B-1042",
                 *           "iccid": "8999901123456789010",
                 *           "imsi": "454001234567890",
                 *           "provider": "esimaccess",
                 *           "provider_order_reference": "B26112013000042",
                 *           "activation_status": "activated",
                 *           "installation_status": "installed",
                 *           "provider_status": {
                 *             "profile": "IN_USE",
                 *             "smdp": "ENABLED"
                 *           },
                 *           "usage": {
                 *             "total_mb": 5120,
                 *             "used_mb": 1280,
                 *             "remaining_mb": 3840,
                 *             "usage_percent": 25
                 *           },
                 *           "device": {
                 *             "brand": "Apple",
                 *             "model": "iPhone 17",
                 *             "eid": "89049032007108882600012345678901"
                 *           },
                 *           "validity": {
                 *             "days": 30,
                 *             "activated_at": "2026-11-21 08:12:40",
                 *             "installed_at": "2026-11-20 18:30:05",
                 *             "expires_at": "2026-12-21 08:12:40"
                 *           },
                 *           "network": {
                 *             "name": "Turkcell",
                 *             "apn": "drei.at"
                 *           },
                 *           "last_provider_sync_at": "2026-11-23 09:00:00"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["EsimActivatedEvent"];
            };
        };
        responses: {
            /** @description Received. Answer within 15 seconds and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone: the endpoint is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received, redirects included: it is sent again, up to 12 times over 72 hours. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onEsimCancelled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Standard Webhooks: the event id
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "webhook-id": string;
                /**
                 * @description Standard Webhooks: `v1,` and, in base64, the HMAC-SHA-256 of `<id>.<timestamp>.<raw body>` under the base64-decoded part of the secret after `whsec_`. Two, separated by a blank, while a secret is being rotated
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Standard Webhooks: unix seconds of this attempt
                 * @example 1795179600
                 */
                "webhook-timestamp": string;
                /**
                 * @description The event's name
                 * @example esim.cancelled
                 */
                "X-SVC-Event": string;
                /**
                 * @description The same at every attempt: deduplicate by it
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "X-SVC-Event-Id": string;
                /**
                 * @description `sha256=` and, in lower-case hex, the HMAC-SHA-256 of `<X-SVC-Timestamp>.<raw body>` under the UTF-8 bytes of the whole secret (`whsec_…`)
                 * @example sha256=3d9a2c41f0b7e85d6c1f4a7e9b2d5c8f0a3b6e9d1c4f7a0b3e6d9c2f5a8b1e4d
                 */
                "X-SVC-Signature": string;
                /**
                 * @description Unix seconds of this attempt; refuse one older than 300 seconds
                 * @example 1795179600
                 */
                "X-SVC-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                 *       "type": "esim.cancelled",
                 *       "api_version": "v1",
                 *       "environment": "live",
                 *       "created_at": "2026-11-20T13:00:00+00:00",
                 *       "sequence": 20817,
                 *       "data": {
                 *         "esim": {
                 *           "reference": "B2B-1042",
                 *           "iccid": "8999901123456789010",
                 *           "imsi": "454001234567890",
                 *           "provider": "esimaccess",
                 *           "provider_order_reference": "B26112013000042",
                 *           "activation_status": "cancelled",
                 *           "installation_status": "deleted",
                 *           "provider_status": {
                 *             "profile": "CANCEL",
                 *             "smdp": "DELETED"
                 *           },
                 *           "usage": {
                 *             "total_mb": 5120,
                 *             "used_mb": 1280,
                 *             "remaining_mb": 3840,
                 *             "usage_percent": 25
                 *           },
                 *           "device": {
                 *             "brand": "Apple",
                 *             "model": "iPhone 17",
                 *             "eid": "89049032007108882600012345678901"
                 *           },
                 *           "validity": {
                 *             "days": 30,
                 *             "activated_at": "2026-11-21 08:12:40",
                 *             "installed_at": "2026-11-20 18:30:05",
                 *             "expires_at": "2026-12-21 08:12:40"
                 *           },
                 *           "network": {
                 *             "name": "Turkcell",
                 *             "apn": "drei.at"
                 *           },
                 *           "last_provider_sync_at": "2026-11-23 09:00:00"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["EsimCancelledEvent"];
            };
        };
        responses: {
            /** @description Received. Answer within 15 seconds and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone: the endpoint is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received, redirects included: it is sent again, up to 12 times over 72 hours. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onEsimResumed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Standard Webhooks: the event id
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "webhook-id": string;
                /**
                 * @description Standard Webhooks: `v1,` and, in base64, the HMAC-SHA-256 of `<id>.<timestamp>.<raw body>` under the base64-decoded part of the secret after `whsec_`. Two, separated by a blank, while a secret is being rotated
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Standard Webhooks: unix seconds of this attempt
                 * @example 1795179600
                 */
                "webhook-timestamp": string;
                /**
                 * @description The event's name
                 * @example esim.resumed
                 */
                "X-SVC-Event": string;
                /**
                 * @description The same at every attempt: deduplicate by it
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "X-SVC-Event-Id": string;
                /**
                 * @description `sha256=` and, in lower-case hex, the HMAC-SHA-256 of `<X-SVC-Timestamp>.<raw body>` under the UTF-8 bytes of the whole secret (`whsec_…`)
                 * @example sha256=3d9a2c41f0b7e85d6c1f4a7e9b2d5c8f0a3b6e9d1c4f7a0b3e6d9c2f5a8b1e4d
                 */
                "X-SVC-Signature": string;
                /**
                 * @description Unix seconds of this attempt; refuse one older than 300 seconds
                 * @example 1795179600
                 */
                "X-SVC-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                 *       "type": "esim.resumed",
                 *       "api_version": "v1",
                 *       "environment": "live",
                 *       "created_at": "2026-11-20T13:00:00+00:00",
                 *       "sequence": 20817,
                 *       "data": {
                 *         "esim": {
                 *           "reference": "B2B-1042",
                 *           "iccid": "8999901123456789010",
                 *           "imsi": "454001234567890",
                 *           "provider": "esimaccess",
                 *           "provider_order_reference": "B26112013000042",
                 *           "activation_status": "activated",
                 *           "installation_status": "installed",
                 *           "provider_status": {
                 *             "profile": "IN_USE",
                 *             "smdp": "ENABLED"
                 *           },
                 *           "usage": {
                 *             "total_mb": 5120,
                 *             "used_mb": 1280,
                 *             "remaining_mb": 3840,
                 *             "usage_percent": 25
                 *           },
                 *           "device": {
                 *             "brand": "Apple",
                 *             "model": "iPhone 17",
                 *             "eid": "89049032007108882600012345678901"
                 *           },
                 *           "validity": {
                 *             "days": 30,
                 *             "activated_at": "2026-11-21 08:12:40",
                 *             "installed_at": "2026-11-20 18:30:05",
                 *             "expires_at": "2026-12-21 08:12:40"
                 *           },
                 *           "network": {
                 *             "name": "Turkcell",
                 *             "apn": "drei.at"
                 *           },
                 *           "last_provider_sync_at": "2026-11-23 09:00:00"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["EsimResumedEvent"];
            };
        };
        responses: {
            /** @description Received. Answer within 15 seconds and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone: the endpoint is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received, redirects included: it is sent again, up to 12 times over 72 hours. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onEsimSuspended: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Standard Webhooks: the event id
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "webhook-id": string;
                /**
                 * @description Standard Webhooks: `v1,` and, in base64, the HMAC-SHA-256 of `<id>.<timestamp>.<raw body>` under the base64-decoded part of the secret after `whsec_`. Two, separated by a blank, while a secret is being rotated
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Standard Webhooks: unix seconds of this attempt
                 * @example 1795179600
                 */
                "webhook-timestamp": string;
                /**
                 * @description The event's name
                 * @example esim.suspended
                 */
                "X-SVC-Event": string;
                /**
                 * @description The same at every attempt: deduplicate by it
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "X-SVC-Event-Id": string;
                /**
                 * @description `sha256=` and, in lower-case hex, the HMAC-SHA-256 of `<X-SVC-Timestamp>.<raw body>` under the UTF-8 bytes of the whole secret (`whsec_…`)
                 * @example sha256=3d9a2c41f0b7e85d6c1f4a7e9b2d5c8f0a3b6e9d1c4f7a0b3e6d9c2f5a8b1e4d
                 */
                "X-SVC-Signature": string;
                /**
                 * @description Unix seconds of this attempt; refuse one older than 300 seconds
                 * @example 1795179600
                 */
                "X-SVC-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                 *       "type": "esim.suspended",
                 *       "api_version": "v1",
                 *       "environment": "live",
                 *       "created_at": "2026-11-20T13:00:00+00:00",
                 *       "sequence": 20817,
                 *       "data": {
                 *         "esim": {
                 *           "reference": "B2B-1042",
                 *           "iccid": "8999901123456789010",
                 *           "imsi": "454001234567890",
                 *           "provider": "esimaccess",
                 *           "provider_order_reference": "B26112013000042",
                 *           "activation_status": "suspended",
                 *           "installation_status": "installed",
                 *           "provider_status": {
                 *             "profile": "SUSPENDED",
                 *             "smdp": "ENABLED"
                 *           },
                 *           "usage": {
                 *             "total_mb": 5120,
                 *             "used_mb": 1280,
                 *             "remaining_mb": 3840,
                 *             "usage_percent": 25
                 *           },
                 *           "device": {
                 *             "brand": "Apple",
                 *             "model": "iPhone 17",
                 *             "eid": "89049032007108882600012345678901"
                 *           },
                 *           "validity": {
                 *             "days": 30,
                 *             "activated_at": "2026-11-21 08:12:40",
                 *             "installed_at": "2026-11-20 18:30:05",
                 *             "expires_at": "2026-12-21 08:12:40"
                 *           },
                 *           "network": {
                 *             "name": "Turkcell",
                 *             "apn": "drei.at"
                 *           },
                 *           "last_provider_sync_at": "2026-11-23 09:00:00"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["EsimSuspendedEvent"];
            };
        };
        responses: {
            /** @description Received. Answer within 15 seconds and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone: the endpoint is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received, redirects included: it is sent again, up to 12 times over 72 hours. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onEsimUsageUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Standard Webhooks: the event id
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "webhook-id": string;
                /**
                 * @description Standard Webhooks: `v1,` and, in base64, the HMAC-SHA-256 of `<id>.<timestamp>.<raw body>` under the base64-decoded part of the secret after `whsec_`. Two, separated by a blank, while a secret is being rotated
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Standard Webhooks: unix seconds of this attempt
                 * @example 1795179600
                 */
                "webhook-timestamp": string;
                /**
                 * @description The event's name
                 * @example esim.usage.updated
                 */
                "X-SVC-Event": string;
                /**
                 * @description The same at every attempt: deduplicate by it
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "X-SVC-Event-Id": string;
                /**
                 * @description `sha256=` and, in lower-case hex, the HMAC-SHA-256 of `<X-SVC-Timestamp>.<raw body>` under the UTF-8 bytes of the whole secret (`whsec_…`)
                 * @example sha256=3d9a2c41f0b7e85d6c1f4a7e9b2d5c8f0a3b6e9d1c4f7a0b3e6d9c2f5a8b1e4d
                 */
                "X-SVC-Signature": string;
                /**
                 * @description Unix seconds of this attempt; refuse one older than 300 seconds
                 * @example 1795179600
                 */
                "X-SVC-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                 *       "type": "esim.usage.updated",
                 *       "api_version": "v1",
                 *       "environment": "live",
                 *       "created_at": "2026-11-20T13:00:00+00:00",
                 *       "sequence": 20817,
                 *       "data": {
                 *         "esim": {
                 *           "reference": "B2B-1042",
                 *           "iccid": "8999901123456789010",
                 *           "imsi": "454001234567890",
                 *           "provider": "esimaccess",
                 *           "provider_order_reference": "B26112013000042",
                 *           "activation_status": "activated",
                 *           "installation_status": "installed",
                 *           "provider_status": {
                 *             "profile": "IN_USE",
                 *             "smdp": "ENABLED"
                 *           },
                 *           "usage": {
                 *             "total_mb": 5120,
                 *             "used_mb": 1280,
                 *             "remaining_mb": 3840,
                 *             "usage_percent": 25
                 *           },
                 *           "device": {
                 *             "brand": "Apple",
                 *             "model": "iPhone 17",
                 *             "eid": "89049032007108882600012345678901"
                 *           },
                 *           "validity": {
                 *             "days": 30,
                 *             "activated_at": "2026-11-21 08:12:40",
                 *             "installed_at": "2026-11-20 18:30:05",
                 *             "expires_at": "2026-12-21 08:12:40"
                 *           },
                 *           "network": {
                 *             "name": "Turkcell",
                 *             "apn": "drei.at"
                 *           },
                 *           "last_provider_sync_at": "2026-11-23 09:00:00"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["EsimUsageUpdatedEvent"];
            };
        };
        responses: {
            /** @description Received. Answer within 15 seconds and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone: the endpoint is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received, redirects included: it is sent again, up to 12 times over 72 hours. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onIntegrationTest: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Standard Webhooks: the event id
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "webhook-id": string;
                /**
                 * @description Standard Webhooks: `v1,` and, in base64, the HMAC-SHA-256 of `<id>.<timestamp>.<raw body>` under the base64-decoded part of the secret after `whsec_`. Two, separated by a blank, while a secret is being rotated
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Standard Webhooks: unix seconds of this attempt
                 * @example 1795179600
                 */
                "webhook-timestamp": string;
                /**
                 * @description The event's name
                 * @example integration.test
                 */
                "X-SVC-Event": string;
                /**
                 * @description The same at every attempt: deduplicate by it
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "X-SVC-Event-Id": string;
                /**
                 * @description `sha256=` and, in lower-case hex, the HMAC-SHA-256 of `<X-SVC-Timestamp>.<raw body>` under the UTF-8 bytes of the whole secret (`whsec_…`)
                 * @example sha256=3d9a2c41f0b7e85d6c1f4a7e9b2d5c8f0a3b6e9d1c4f7a0b3e6d9c2f5a8b1e4d
                 */
                "X-SVC-Signature": string;
                /**
                 * @description Unix seconds of this attempt; refuse one older than 300 seconds
                 * @example 1795179600
                 */
                "X-SVC-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                 *       "type": "integration.test",
                 *       "api_version": "v1",
                 *       "environment": "live",
                 *       "created_at": "2026-11-20T13:00:00+00:00",
                 *       "sequence": 20817,
                 *       "data": {}
                 *     }
                 */
                "application/json": components["schemas"]["IntegrationTestEvent"];
            };
        };
        responses: {
            /** @description Received. Answer within 15 seconds and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone: the endpoint is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received, redirects included: it is sent again, up to 12 times over 72 hours. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderCancelled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Standard Webhooks: the event id
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "webhook-id": string;
                /**
                 * @description Standard Webhooks: `v1,` and, in base64, the HMAC-SHA-256 of `<id>.<timestamp>.<raw body>` under the base64-decoded part of the secret after `whsec_`. Two, separated by a blank, while a secret is being rotated
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Standard Webhooks: unix seconds of this attempt
                 * @example 1795179600
                 */
                "webhook-timestamp": string;
                /**
                 * @description The event's name
                 * @example order.cancelled
                 */
                "X-SVC-Event": string;
                /**
                 * @description The same at every attempt: deduplicate by it
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "X-SVC-Event-Id": string;
                /**
                 * @description `sha256=` and, in lower-case hex, the HMAC-SHA-256 of `<X-SVC-Timestamp>.<raw body>` under the UTF-8 bytes of the whole secret (`whsec_…`)
                 * @example sha256=3d9a2c41f0b7e85d6c1f4a7e9b2d5c8f0a3b6e9d1c4f7a0b3e6d9c2f5a8b1e4d
                 */
                "X-SVC-Signature": string;
                /**
                 * @description Unix seconds of this attempt; refuse one older than 300 seconds
                 * @example 1795179600
                 */
                "X-SVC-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                 *       "type": "order.cancelled",
                 *       "api_version": "v1",
                 *       "environment": "live",
                 *       "created_at": "2026-11-20T13:00:00+00:00",
                 *       "sequence": 20817,
                 *       "data": {
                 *         "order": {
                 *           "id": 1042,
                 *           "reference": "B2B-1042",
                 *           "client_reference": "shop-4711",
                 *           "status": "cancelled",
                 *           "requested_quantity": 2,
                 *           "delivered_quantity": 2,
                 *           "unit_price": 7.912,
                 *           "total_amount": 15.824,
                 *           "currency": "EUR",
                 *           "package_id": 4211,
                 *           "package_name": "Turkey 5GB 30Days",
                 *           "iccid": "8999901123456789010",
                 *           "activation_code": "LPA:1$rsp.esimaccess.com$4F1C9A7B2E6D4C0F8A5B3E7D1C9F2A6B",
                 *           "profiles": [
                 *             {
                 *               "iccid": "8999901123456789010",
                 *               "imsi": "454001234567890",
                 *               "provider": "esimaccess",
                 *               "activation_status": "cancelled",
                 *               "installation_status": "deleted",
                 *               "activation_code": "LPA:1$rsp.esimaccess.com$4F1C9A7B2E6D4C0F8A5B3E7D1C9F2A6B",
                 *               "smdp_address": "rsp.esimaccess.com"
                 *             },
                 *             {
                 *               "iccid": "8999901123456789028",
                 *               "imsi": "454001234567891",
                 *               "provider": "esimaccess",
                 *               "activation_status": "cancelled",
                 *               "installation_status": "deleted",
                 *               "activation_code": "LPA:1$rsp.esimaccess.com$9B3E7A1F5C2D4E8B6A0F9C7D3E1B5A2F",
                 *               "smdp_address": "rsp.esimaccess.com"
                 *             }
                 *           ],
                 *           "created_at": "2026-11-20 13:00:00"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OrderCancelledEvent"];
            };
        };
        responses: {
            /** @description Received. Answer within 15 seconds and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone: the endpoint is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received, redirects included: it is sent again, up to 12 times over 72 hours. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Standard Webhooks: the event id
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "webhook-id": string;
                /**
                 * @description Standard Webhooks: `v1,` and, in base64, the HMAC-SHA-256 of `<id>.<timestamp>.<raw body>` under the base64-decoded part of the secret after `whsec_`. Two, separated by a blank, while a secret is being rotated
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Standard Webhooks: unix seconds of this attempt
                 * @example 1795179600
                 */
                "webhook-timestamp": string;
                /**
                 * @description The event's name
                 * @example order.created
                 */
                "X-SVC-Event": string;
                /**
                 * @description The same at every attempt: deduplicate by it
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "X-SVC-Event-Id": string;
                /**
                 * @description `sha256=` and, in lower-case hex, the HMAC-SHA-256 of `<X-SVC-Timestamp>.<raw body>` under the UTF-8 bytes of the whole secret (`whsec_…`)
                 * @example sha256=3d9a2c41f0b7e85d6c1f4a7e9b2d5c8f0a3b6e9d1c4f7a0b3e6d9c2f5a8b1e4d
                 */
                "X-SVC-Signature": string;
                /**
                 * @description Unix seconds of this attempt; refuse one older than 300 seconds
                 * @example 1795179600
                 */
                "X-SVC-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                 *       "type": "order.created",
                 *       "api_version": "v1",
                 *       "environment": "live",
                 *       "created_at": "2026-11-20T13:00:00+00:00",
                 *       "sequence": 20817,
                 *       "data": {
                 *         "order": {
                 *           "id": 1042,
                 *           "reference": "B2B-1042",
                 *           "client_reference": "shop-4711",
                 *           "status": "queued",
                 *           "requested_quantity": 2,
                 *           "delivered_quantity": 0,
                 *           "unit_price": 7.912,
                 *           "total_amount": 15.824,
                 *           "currency": "EUR",
                 *           "package_id": 4211,
                 *           "package_name": "Turkey 5GB 30Days",
                 *           "iccid": null,
                 *           "activation_code": null,
                 *           "profiles": [],
                 *           "created_at": "2026-11-20 13:00:00"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OrderCreatedEvent"];
            };
        };
        responses: {
            /** @description Received. Answer within 15 seconds and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone: the endpoint is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received, redirects included: it is sent again, up to 12 times over 72 hours. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderDelivered: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Standard Webhooks: the event id
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "webhook-id": string;
                /**
                 * @description Standard Webhooks: `v1,` and, in base64, the HMAC-SHA-256 of `<id>.<timestamp>.<raw body>` under the base64-decoded part of the secret after `whsec_`. Two, separated by a blank, while a secret is being rotated
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Standard Webhooks: unix seconds of this attempt
                 * @example 1795179600
                 */
                "webhook-timestamp": string;
                /**
                 * @description The event's name
                 * @example order.delivered
                 */
                "X-SVC-Event": string;
                /**
                 * @description The same at every attempt: deduplicate by it
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "X-SVC-Event-Id": string;
                /**
                 * @description `sha256=` and, in lower-case hex, the HMAC-SHA-256 of `<X-SVC-Timestamp>.<raw body>` under the UTF-8 bytes of the whole secret (`whsec_…`)
                 * @example sha256=3d9a2c41f0b7e85d6c1f4a7e9b2d5c8f0a3b6e9d1c4f7a0b3e6d9c2f5a8b1e4d
                 */
                "X-SVC-Signature": string;
                /**
                 * @description Unix seconds of this attempt; refuse one older than 300 seconds
                 * @example 1795179600
                 */
                "X-SVC-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                 *       "type": "order.delivered",
                 *       "api_version": "v1",
                 *       "environment": "live",
                 *       "created_at": "2026-11-20T13:00:00+00:00",
                 *       "sequence": 20817,
                 *       "data": {
                 *         "order": {
                 *           "id": 1042,
                 *           "reference": "B2B-1042",
                 *           "client_reference": "shop-4711",
                 *           "status": "delivered",
                 *           "requested_quantity": 2,
                 *           "delivered_quantity": 2,
                 *           "unit_price": 7.912,
                 *           "total_amount": 15.824,
                 *           "currency": "EUR",
                 *           "package_id": 4211,
                 *           "package_name": "Turkey 5GB 30Days",
                 *           "iccid": "8999901123456789010",
                 *           "activation_code": "LPA:1$rsp.esimaccess.com$4F1C9A7B2E6D4C0F8A5B3E7D1C9F2A6B",
                 *           "profiles": [
                 *             {
                 *               "iccid": "8999901123456789010",
                 *               "imsi": "454001234567890",
                 *               "provider": "esimaccess",
                 *               "activation_status": "ready",
                 *               "installation_status": "not_installed",
                 *               "activation_code": "LPA:1$rsp.esimaccess.com$4F1C9A7B2E6D4C0F8A5B3E7D1C9F2A6B",
                 *               "smdp_address": "rsp.esimaccess.com"
                 *             },
                 *             {
                 *               "iccid": "8999901123456789028",
                 *               "imsi": "454001234567891",
                 *               "provider": "esimaccess",
                 *               "activation_status": "ready",
                 *               "installation_status": "not_installed",
                 *               "activation_code": "LPA:1$rsp.esimaccess.com$9B3E7A1F5C2D4E8B6A0F9C7D3E1B5A2F",
                 *               "smdp_address": "rsp.esimaccess.com"
                 *             }
                 *           ],
                 *           "created_at": "2026-11-20 13:00:00"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OrderDeliveredEvent"];
            };
        };
        responses: {
            /** @description Received. Answer within 15 seconds and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone: the endpoint is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received, redirects included: it is sent again, up to 12 times over 72 hours. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Standard Webhooks: the event id
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "webhook-id": string;
                /**
                 * @description Standard Webhooks: `v1,` and, in base64, the HMAC-SHA-256 of `<id>.<timestamp>.<raw body>` under the base64-decoded part of the secret after `whsec_`. Two, separated by a blank, while a secret is being rotated
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Standard Webhooks: unix seconds of this attempt
                 * @example 1795179600
                 */
                "webhook-timestamp": string;
                /**
                 * @description The event's name
                 * @example order.failed
                 */
                "X-SVC-Event": string;
                /**
                 * @description The same at every attempt: deduplicate by it
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "X-SVC-Event-Id": string;
                /**
                 * @description `sha256=` and, in lower-case hex, the HMAC-SHA-256 of `<X-SVC-Timestamp>.<raw body>` under the UTF-8 bytes of the whole secret (`whsec_…`)
                 * @example sha256=3d9a2c41f0b7e85d6c1f4a7e9b2d5c8f0a3b6e9d1c4f7a0b3e6d9c2f5a8b1e4d
                 */
                "X-SVC-Signature": string;
                /**
                 * @description Unix seconds of this attempt; refuse one older than 300 seconds
                 * @example 1795179600
                 */
                "X-SVC-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                 *       "type": "order.failed",
                 *       "api_version": "v1",
                 *       "environment": "live",
                 *       "created_at": "2026-11-20T13:00:00+00:00",
                 *       "sequence": 20817,
                 *       "data": {
                 *         "order": {
                 *           "id": 1042,
                 *           "reference": "B2B-1042",
                 *           "client_reference": "shop-4711",
                 *           "status": "failed",
                 *           "requested_quantity": 2,
                 *           "delivered_quantity": 0,
                 *           "unit_price": 7.912,
                 *           "total_amount": 15.824,
                 *           "currency": "EUR",
                 *           "package_id": 4211,
                 *           "package_name": "Turkey 5GB 30Days",
                 *           "iccid": null,
                 *           "activation_code": null,
                 *           "profiles": [],
                 *           "created_at": "2026-11-20 13:00:00"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OrderFailedEvent"];
            };
        };
        responses: {
            /** @description Received. Answer within 15 seconds and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone: the endpoint is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received, redirects included: it is sent again, up to 12 times over 72 hours. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderPartiallyDelivered: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Standard Webhooks: the event id
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "webhook-id": string;
                /**
                 * @description Standard Webhooks: `v1,` and, in base64, the HMAC-SHA-256 of `<id>.<timestamp>.<raw body>` under the base64-decoded part of the secret after `whsec_`. Two, separated by a blank, while a secret is being rotated
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Standard Webhooks: unix seconds of this attempt
                 * @example 1795179600
                 */
                "webhook-timestamp": string;
                /**
                 * @description The event's name
                 * @example order.partially_delivered
                 */
                "X-SVC-Event": string;
                /**
                 * @description The same at every attempt: deduplicate by it
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "X-SVC-Event-Id": string;
                /**
                 * @description `sha256=` and, in lower-case hex, the HMAC-SHA-256 of `<X-SVC-Timestamp>.<raw body>` under the UTF-8 bytes of the whole secret (`whsec_…`)
                 * @example sha256=3d9a2c41f0b7e85d6c1f4a7e9b2d5c8f0a3b6e9d1c4f7a0b3e6d9c2f5a8b1e4d
                 */
                "X-SVC-Signature": string;
                /**
                 * @description Unix seconds of this attempt; refuse one older than 300 seconds
                 * @example 1795179600
                 */
                "X-SVC-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                 *       "type": "order.partially_delivered",
                 *       "api_version": "v1",
                 *       "environment": "live",
                 *       "created_at": "2026-11-20T13:00:00+00:00",
                 *       "sequence": 20817,
                 *       "data": {
                 *         "order": {
                 *           "id": 1042,
                 *           "reference": "B2B-1042",
                 *           "client_reference": "shop-4711",
                 *           "status": "partially_delivered",
                 *           "requested_quantity": 2,
                 *           "delivered_quantity": 1,
                 *           "unit_price": 7.912,
                 *           "total_amount": 15.824,
                 *           "currency": "EUR",
                 *           "package_id": 4211,
                 *           "package_name": "Turkey 5GB 30Days",
                 *           "iccid": "8999901123456789010",
                 *           "activation_code": "LPA:1$rsp.esimaccess.com$4F1C9A7B2E6D4C0F8A5B3E7D1C9F2A6B",
                 *           "profiles": [
                 *             {
                 *               "iccid": "8999901123456789010",
                 *               "imsi": "454001234567890",
                 *               "provider": "esimaccess",
                 *               "activation_status": "ready",
                 *               "installation_status": "not_installed",
                 *               "activation_code": "LPA:1$rsp.esimaccess.com$4F1C9A7B2E6D4C0F8A5B3E7D1C9F2A6B",
                 *               "smdp_address": "rsp.esimaccess.com"
                 *             }
                 *           ],
                 *           "created_at": "2026-11-20 13:00:00"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OrderPartiallyDeliveredEvent"];
            };
        };
        responses: {
            /** @description Received. Answer within 15 seconds and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone: the endpoint is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received, redirects included: it is sent again, up to 12 times over 72 hours. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTopupCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Standard Webhooks: the event id
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "webhook-id": string;
                /**
                 * @description Standard Webhooks: `v1,` and, in base64, the HMAC-SHA-256 of `<id>.<timestamp>.<raw body>` under the base64-decoded part of the secret after `whsec_`. Two, separated by a blank, while a secret is being rotated
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Standard Webhooks: unix seconds of this attempt
                 * @example 1795179600
                 */
                "webhook-timestamp": string;
                /**
                 * @description The event's name
                 * @example topup.completed
                 */
                "X-SVC-Event": string;
                /**
                 * @description The same at every attempt: deduplicate by it
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "X-SVC-Event-Id": string;
                /**
                 * @description `sha256=` and, in lower-case hex, the HMAC-SHA-256 of `<X-SVC-Timestamp>.<raw body>` under the UTF-8 bytes of the whole secret (`whsec_…`)
                 * @example sha256=3d9a2c41f0b7e85d6c1f4a7e9b2d5c8f0a3b6e9d1c4f7a0b3e6d9c2f5a8b1e4d
                 */
                "X-SVC-Signature": string;
                /**
                 * @description Unix seconds of this attempt; refuse one older than 300 seconds
                 * @example 1795179600
                 */
                "X-SVC-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                 *       "type": "topup.completed",
                 *       "api_version": "v1",
                 *       "environment": "live",
                 *       "created_at": "2026-11-20T13:00:00+00:00",
                 *       "sequence": 20817,
                 *       "data": {
                 *         "action": {
                 *           "action_id": 118,
                 *           "action": "topup",
                 *           "status": "succeeded",
                 *           "iccid": "8999901123456789010",
                 *           "order_reference": "B2B-1042",
                 *           "package_code": "TOPUP_TR_3_30",
                 *           "amount": 4.6,
                 *           "currency": "EUR",
                 *           "charged": true,
                 *           "refunded": false,
                 *           "refunded_at": null,
                 *           "settled_at": "2026-11-23T09:05:04+00:00",
                 *           "created_at": "2026-11-23T09:05:00+00:00"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TopupCompletedEvent"];
            };
        };
        responses: {
            /** @description Received. Answer within 15 seconds and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone: the endpoint is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received, redirects included: it is sent again, up to 12 times over 72 hours. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTopupFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Standard Webhooks: the event id
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "webhook-id": string;
                /**
                 * @description Standard Webhooks: `v1,` and, in base64, the HMAC-SHA-256 of `<id>.<timestamp>.<raw body>` under the base64-decoded part of the secret after `whsec_`. Two, separated by a blank, while a secret is being rotated
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                /**
                 * @description Standard Webhooks: unix seconds of this attempt
                 * @example 1795179600
                 */
                "webhook-timestamp": string;
                /**
                 * @description The event's name
                 * @example topup.failed
                 */
                "X-SVC-Event": string;
                /**
                 * @description The same at every attempt: deduplicate by it
                 * @example evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C
                 */
                "X-SVC-Event-Id": string;
                /**
                 * @description `sha256=` and, in lower-case hex, the HMAC-SHA-256 of `<X-SVC-Timestamp>.<raw body>` under the UTF-8 bytes of the whole secret (`whsec_…`)
                 * @example sha256=3d9a2c41f0b7e85d6c1f4a7e9b2d5c8f0a3b6e9d1c4f7a0b3e6d9c2f5a8b1e4d
                 */
                "X-SVC-Signature": string;
                /**
                 * @description Unix seconds of this attempt; refuse one older than 300 seconds
                 * @example 1795179600
                 */
                "X-SVC-Timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
                 *       "type": "topup.failed",
                 *       "api_version": "v1",
                 *       "environment": "live",
                 *       "created_at": "2026-11-20T13:00:00+00:00",
                 *       "sequence": 20817,
                 *       "data": {
                 *         "action": {
                 *           "action_id": 118,
                 *           "action": "topup",
                 *           "status": "failed",
                 *           "iccid": "8999901123456789010",
                 *           "order_reference": "B2B-1042",
                 *           "package_code": "TOPUP_TR_3_30",
                 *           "amount": 4.6,
                 *           "currency": "EUR",
                 *           "charged": true,
                 *           "refunded": true,
                 *           "refunded_at": "2026-11-23T09:05:04+00:00",
                 *           "settled_at": "2026-11-23T09:05:04+00:00",
                 *           "created_at": "2026-11-23T09:05:00+00:00"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TopupFailedEvent"];
            };
        };
        responses: {
            /** @description Received. Answer within 15 seconds and do the work afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Gone: the endpoint is disabled at once. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not received, redirects included: it is sent again, up to 12 times over 72 hours. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
