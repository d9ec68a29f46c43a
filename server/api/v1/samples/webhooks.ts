/** Of the documentation alone: no endpoint ever gets it. */
export const SAMPLE_WEBHOOK_SECRET = "whsec_yvn5BrFqkcsBYMUKvayL1tuaKD+pdR+YAe+ZFVS0aoo=";

export const WEBHOOK_SAMPLES = {
  listWebhooks: {
    data: {
      items: [
        {
          id: 7,
          environment: "live",
          url: "https://shop.example.com/hooks/esim",
          events_json: '["order.delivered","order.failed"]',
          status: "active",
          failure_count: 0,
          last_success_at: "2026-11-20 13:00:02",
          created_at: "2026-11-01 10:00:00",
        },
      ],
    },
  },
  createWebhook: {
    body: { url: "https://shop.example.com/hooks/esim", events: ["order.delivered", "order.failed"] },
    data: { id: 7, secret: SAMPLE_WEBHOOK_SECRET },
  },
  disableWebhook: { data: { id: 7, status: "disabled" } },
  listDeliveries: {
    data: {
      items: [
        {
          event_id: "evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
          event_type: "order.delivered",
          status: "delivered",
          attempt_count: 2,
          last_http_status: 200,
          last_error: null,
          created_at: "2026-11-20 13:00:02",
          delivered_at: "2026-11-20 13:00:07",
        },
      ],
      limit: 25,
    },
  },
  testWebhook: { data: { event_id: "evt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C", status: "queued" } },
};

const brand = {
  name: "Sunny Travel",
  logo_url: "https://cdn.sunny-travel.example/logo.svg",
  favicon_url: null,
  colors: { primary: "#0F5C63", secondary: "#F2B705", accent: "#D9480F" },
  support: { email: "help@sunny-travel.example", phone: "+49 30 901820" },
  legal: { terms_url: "https://sunny-travel.example/terms", privacy_url: "https://sunny-travel.example/privacy" },
  custom_domain: "esim.sunny-travel.example",
  domain_verified: true,
  locale: "de-DE",
};

export const BRAND_SAMPLES = {
  getBrand: { data: brand },
  changeBrand: {
    body: { brand_name: "Sunny Travel", primary_color: "#0F5C63", support_phone: "+49 30 901820", locale: "de-DE" },
    data: { ...brand, company_legal_name: "Sunny Travel GmbH", portal_slug: "sunny-travel" },
  },
};
