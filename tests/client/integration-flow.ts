import createClient from "openapi-fetch";
import type { components, paths } from "#generated/client/schema.d.ts";

type Order = components["schemas"]["Order"];
type Failure = { error: { code: string; message: string } };
type Answer<T> = { data?: { data: T }; error?: Failure };

/** The data of an answer, or its refusal as an exception. */
async function dataOf<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data, error } = await answer;
  if (!data) throw new Error(`${error?.error.code}: ${error?.error.message}`);
  return data.data;
}

type Options = { baseUrl: string; key: string; fetch: (request: Request) => Promise<Response>; webhookUrl: string };

/** The whole integration, written against nothing but the generated types. Returns what each step came to. */
export async function playIntegration({ baseUrl, key, fetch, webhookUrl }: Options) {
  const api = createClient<paths>({ baseUrl, fetch, headers: { Authorization: `Bearer ${key}` } });

  const { authentication } = await dataOf(api.POST("/auth/test"));
  const webhook = await dataOf(api.POST("/webhooks", { body: { url: webhookUrl, events: ["order.delivered"] } }));
  const packages = await dataOf(
    api.GET("/packages", { params: { query: { country: "TR", type: "local", limit: 5 } } }),
  );
  const [item] = packages.items;
  if (!item) throw new Error("There is no package for Turkey.");

  const quote = await dataOf(api.POST("/quotes", { body: { package_id: item.package_id, quantity: 2 } }));
  const dearer = await api.POST("/orders", {
    params: { header: { "Idempotency-Key": "shop-1" } },
    body: { package_id: item.package_id, quantity: 2, max_unit_price: quote.unit_price / 2 },
  });
  // The generated types know the codes of each status, and the details of each code.
  const refusal = dearer.error?.error;
  const currentPrice = refusal?.code === "price_changed" ? refusal.details.current_unit_price : undefined;

  const place = () =>
    api.POST("/orders", {
      params: { header: { "Idempotency-Key": "shop-1" } },
      body: {
        package_id: item.package_id,
        quantity: 2,
        client_reference: "shop-1",
        max_unit_price: quote.unit_price,
      },
    });
  const placed: Order = await dataOf(place());
  const repeated = await place();
  const replayed = repeated.response.headers.get("Idempotent-Replayed");
  const reference = { params: { path: { reference: placed.reference } } };
  const order = await dataOf(api.GET("/orders/{reference}", reference));

  const esims = await dataOf(api.GET("/esims", { params: { query: { status: "ready", limit: 10 } } }));
  const [first] = order.profiles;
  if (!first) throw new Error("The order has no profile.");
  const esim = { params: { path: { iccid: first.iccid } } };
  const usage = await dataOf(api.GET("/esims/{iccid}/usage", esim));
  const options = await dataOf(api.GET("/esims/{iccid}/topup-options", esim));
  const [option] = options.items;
  if (!option) throw new Error("There is no top-up.");
  const topup = await dataOf(
    api.POST("/esims/{iccid}/topups", {
      params: { ...esim.params, header: { "Idempotency-Key": "shop-1-topup" } },
      body: { package_code: option.package_code, max_price: option.price },
    }),
  );
  const action = await dataOf(api.GET("/actions/{id}", { params: { path: { id: String(topup.action_id) } } }));
  const cancel = await dataOf(api.POST("/orders/{reference}/cancel", reference));
  const after = await dataOf(api.GET("/orders/{reference}", reference));

  const endpoint = { params: { path: { id: String(webhook.id) } } };
  const tested = await dataOf(api.POST("/webhooks/{id}/test", endpoint));
  const deliveries = await dataOf(api.GET("/webhooks/{id}/deliveries", endpoint));
  const disabled = await dataOf(api.POST("/webhooks/{id}/disable", endpoint));
  const changed = await dataOf(api.POST("/brand", { body: { brand_name: "Sunny Travel" } }));
  const brand = await dataOf(api.GET("/brand"));
  return {
    authentication,
    currentPrice,
    quote,
    placed,
    repeated,
    replayed,
    order,
    esims,
    usage,
    topup,
    action,
    cancel,
    after,
    tested,
    deliveries,
    disabled,
    changed,
    brand,
  };
}
