/** The samples tell one story: Sunny Travel, a reseller in euros, buys two eSIMs for Turkey. */

const data = { amount: "5 GB", mb: 5120, unlimited: false, per_day: false };

const turkey = {
  id: 4211,
  package_id: "esimaccess-TR_5_30",
  name: "Turkey 5GB 30Days",
  type: "local",
  country_code: "TR",
  country_name: "Türkiye",
  region: "Europe",
  region_code: "europe",
  coverage: { count: 1, countries: ["TR"] },
  data,
  duration_days: 30,
  validity_days: 180,
  network: {
    type: "4G/5G",
    speed: "5G",
    operators: [
      { country: "TR", name: "Turkcell" },
      { country: "TR", name: "Vodafone" },
    ],
    hotspot: true,
  },
  product_key: "local:TR:5120mb:30d",
  is_variant: false,
  topup_supported: true,
  price: 7.912,
  currency: "EUR",
  recommended_retail_price: 9.89,
  updated_at: "2026-11-20T04:00:00+00:00",
  provider: "esimaccess",
  reseller_price: 7.912,
  retail_price: 9.89,
  data_amount: "5 GB",
  data_amount_mb: 5120,
  network_type: "4G/5G",
};

export const CATALOGUE_SAMPLES = {
  listPackages: {
    data: {
      items: [turkey],
      pagination: { limit: 1, next_cursor: 4211, has_more: true, total: 17 },
      currency: "EUR",
    },
  },
  getPackage: { data: { ...turkey, replaced_package_id: "esimaccess-TR_5_30_OLD" } },
  listCountries: {
    data: { items: [{ code: "TR", name: "Türkiye", package_count: 12, min_retail_price: "2.40" }] },
  },
  listRegions: {
    data: {
      items: [
        { code: "europe", name: "Europe", type: "regional", package_count: 14, max_coverage: 42 },
        { code: "global", name: "Global", type: "global", package_count: 9, max_coverage: 118 },
      ],
    },
  },
  createQuote: {
    body: { package_id: "esimaccess-TR_5_30", quantity: 2 },
    data: {
      quote_id: "qt_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
      environment: "live",
      package: {
        id: turkey.id,
        package_id: turkey.package_id,
        name: turkey.name,
        country_code: "TR",
        data,
        validity_days: 180,
        duration_days: 30,
      },
      quantity: 2,
      unit_price: 7.912,
      total_amount: 15.824,
      currency: "EUR",
      pricing: { base_currency: "USD", base_unit_price: 8.6, fx_rate: 0.92, recommended_retail_price: 9.89 },
      funds: {
        available_to_spend: 350,
        sufficient: true,
        shortfall: 0,
        credit_enabled: true,
        credit_status: "active",
        charged_on_order: true,
      },
      expires_at: "2026-11-20T13:05:00+00:00",
    },
  },
};
