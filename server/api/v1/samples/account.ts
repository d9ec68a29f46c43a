import { EVENTS } from "#server/kernel/events.ts";
import { SCOPE_MODULES, SCOPES } from "#server/kernel/scopes.ts";

const capabilities = {
  order: true,
  topup: true,
  cancel: true,
  suspend: true,
  resume: true,
  usage: true,
  refund_on_cancel: true,
};

const entry = (id: number, type: string, amount: number, before: number, after: number, description: string) => ({
  id,
  reference: `LED-${id}`,
  type,
  amount,
  currency: "EUR",
  balance_before: before,
  balance_after: after,
  description,
  created_at: id === 2081 ? "2026-11-23 09:05:00" : "2026-11-20 13:00:00",
});

export const ACCOUNT_SAMPLES = {
  getHealth: {
    data: { service: "reseller-esim-service", api_version: "v1", status: "ok", time: "2026-11-20T13:00:00+00:00" },
  },
  getReadiness: {
    data: {
      status: "ready",
      checks: {
        database: { status: "ok", age_seconds: null },
        catalog: { status: "ok", age_seconds: 1240 },
        exchange_rates: { status: "ok", age_seconds: 1240 },
        jobs: { status: "ok", age_seconds: null },
        pages: { status: "ok", age_seconds: null },
      },
      duration_ms: 1.84,
    },
  },
  testAuth: {
    data: {
      status: "ok",
      authentication: {
        status: "valid",
        key_prefix: "svc_live_1aB2c3D4",
        environment: "live",
        hmac_required: false,
        scopes: [...SCOPES],
        ip_allowlist_active: true,
      },
    },
  },
  listScopes: {
    data: {
      modules: SCOPE_MODULES.slice(4, 5).map(({ code, name, scopes }) => ({
        code,
        name,
        scopes: scopes.map((scope) => ({ code: scope.code, name: scope.name, risk_level: scope.risk })),
      })),
    },
  },
  listEvents: {
    data: {
      items: Object.entries(EVENTS)
        .slice(0, 3)
        .map(([event, description]) => ({ event, description })),
    },
  },
  getIntegration: {
    data: {
      environment: "live",
      base_url: "https://esim.example.com/api/v1",
      openapi_url: "https://esim.example.com/api/v1/openapi.json",
    },
  },
  getCapabilities: { data: { providers: { esimaccess: capabilities } } },
  getProviderCapabilities: {
    data: { provider: "esimaccess", topup: true, cancel: true, suspend: true, resume: true },
  },
  getUsage: {
    data: {
      minute: { used: 1, limit: 300 },
      day: { used: 1789, limit: 100_000 },
      last_24h: { requests: 2410, errors: 3, avg_latency_ms: 4.2 },
    },
  },
  getAccount: {
    data: {
      id: 31,
      account_code: "ACC-7K3M2PQ9",
      company_name: "Sunny Travel GmbH",
      email: "esim@sunny-travel.example",
      currency: "EUR",
      status: "active",
      test_enabled: 1,
      live_enabled: 1,
      credit_enabled: true,
      credit_status: "active",
      payment_terms_days: 14,
      created_at: "2026-02-02 09:15:00",
    },
  },
  getBalance: {
    data: {
      currency: "EUR",
      wallet_balance: -20,
      prepaid_balance: 0,
      credit: {
        enabled: true,
        status: "active",
        hold_reason: null,
        limit: 100,
        used: 20,
        available: 80,
        payment_terms_days: 14,
      },
      available_to_spend: 80,
      can_purchase: true,
      credit_limit: 100,
      credit_used: 20,
      available: 80,
    },
  },
  listLedger: {
    data: {
      items: [
        entry(2081, "debit", -4.6, 234.176, 229.576, "Top-up TOPUP_TR_3_30 of eSIM 8999901123456789010"),
        entry(2080, "debit", -15.824, 250, 234.176, "Order B2B-1042"),
      ],
      pagination: { limit: 2, next_cursor: 2080, has_more: true },
    },
  },
};
