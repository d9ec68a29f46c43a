import { join } from "node:path";
import ts from "typescript";
import { beforeAll, expect, test } from "vitest";
import { eventShapes } from "#server/api/v1/events.ts";
import { BASE_PATH } from "#server/http/dispatch.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { setEventShapes } from "#server/kernel/events.ts";
import { generateClient } from "#tests/client/generate.ts";
import { playIntegration } from "#tests/client/integration-flow.ts";
import { direct } from "#tests/support/api.ts";
import { newAccount, newKey, newPackage } from "#tests/support/world.ts";

const ROOT = join(import.meta.dirname, "../..");
const ORIGIN = "http://127.0.0.1:9911";

beforeAll(() => {
  overrideEnv({ webhookAllowedOrigins: [ORIGIN] });
  setEventShapes(eventShapes);
});

/** The client's own HTTP, ending at the dispatcher, where every answer is held against the document. */
async function fetch(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const body = await request.text();
  const { status, headers, json } = await direct.send({
    method: request.method,
    path: pathname.slice(BASE_PATH.length) + search,
    headers: Object.fromEntries(request.headers),
    ...(body !== "" && { body }),
  });
  return new Response(JSON.stringify(json), { status, headers });
}

test("a client made by a third party's generator compiles against the whole flow", async () => {
  await generateClient();
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, ROOT);
  const program = ts.createProgram([join(ROOT, "tests/client/integration-flow.ts")], {
    ...options,
    incremental: false,
    noEmit: true,
    plugins: [],
  });
  const faults = ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
  expect(faults).toEqual([]);
});

test("that client plays the whole integration", async () => {
  const { code } = await newAccount({ wallet: 100 });
  const key = await newKey(code, "test");
  await newPackage({ costUsd: 4 });
  const played = await playIntegration({
    baseUrl: `http://service.example${BASE_PATH}`,
    key,
    fetch,
    webhookUrl: `${ORIGIN}/hook`,
  });
  const { quote, placed, order } = played;
  expect(played.authentication).toMatchObject({ status: "valid", environment: "test", hmac_required: false });
  expect(played.currentPrice).toBe(quote.unit_price);
  expect(placed).toMatchObject({ status: "delivered", unit_price: quote.unit_price, total_amount: quote.total_amount });
  expect(played.replayed).toBe("true");
  expect(played.repeated.data?.data).toEqual(placed);
  expect(order).toEqual(placed);
  expect(order.profiles).toHaveLength(2);
  for (const { activation_code } of order.profiles) expect(activation_code).toMatch(/^LPA:1\$/);
  expect(played.esims.items.map(({ reference }) => reference)).toEqual([order.reference, order.reference]);
  expect(played.usage.current).toMatchObject({ total_mb: 5120, used_mb: 0 });
  expect(played.topup).toMatchObject({ status: "succeeded", charged: false, ledger_reference: null });
  expect(played.action).toMatchObject({ action: "topup", status: "succeeded", order_reference: order.reference });
  expect(played.cancel.actions.map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
  expect(played.after.status).toBe("cancelled");
  expect(played.deliveries.items[0]).toMatchObject({
    event_id: played.tested.event_id,
    event_type: "integration.test",
  });
  expect(played.disabled.status).toBe("disabled");
  expect(played.changed).toMatchObject({ name: "Sunny Travel", colors: played.brand.colors });
});
