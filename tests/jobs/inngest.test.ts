import { InngestTestEngine } from "@inngest/test";
import { expect, test } from "vitest";
import { GET, PUT } from "#app/api/inngest/route.ts";
import { jobs, schedules } from "#inngest/functions/index.ts";
import { inngestFunctions } from "#inngest/index.ts";
import { getOrder, placeOrder } from "#server/domain/orders/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { simulatedSupplier } from "#tests/support/simulated-supplier.ts";
import { claim, enter, newAccount } from "#tests/support/world.ts";

await simulatedSupplier();

test("without an Inngest server there is no /api/inngest", async () => {
  expect((await GET(new Request("http://localhost/api/inngest"), {})).status).toBe(404);
});

test("with one, every job and schedule is a function of it, and unsigned calls are refused", async () => {
  overrideEnv({
    inngest: { baseUrl: "http://127.0.0.1:1", eventKey: "key", signingKey: `signkey-test-${"ab".repeat(32)}` },
  });
  const functions = inngestFunctions();
  expect(functions.map((item) => item.id()).sort()).toEqual([...jobs, ...schedules].map(({ name }) => name).sort());
  const unsigned = new Request("http://localhost/api/inngest?fnId=fulfil-order&stepId=step", {
    method: "POST",
    body: "{}",
  });
  const { POST } = await import("#app/api/inngest/route.ts");
  expect((await POST(unsigned, {})).status).toBe(401);
  expect(PUT).toBeTypeOf("function");
});

test("an order is fulfilled by the function as Inngest runs it", async () => {
  const { code } = await newAccount({ wallet: 100 });
  const ctx = await enter(code);
  const { response } = await placeOrder(ctx, { packageId: "esimaccess-TR_1_7", quantity: 1 }, claim());
  const { id } = JSON.parse(response);
  const fulfil = inngestFunctions().find((item) => item.id() === "fulfil-order")!;
  for (let run = 0; run < 30 && (await getOrder(ctx, `B2B-${id}`)).status !== "delivered"; run++) {
    const engine = new InngestTestEngine({
      function: fulfil,
      events: [{ name: "service/fulfil-order", data: { orderId: id } }],
    });
    const { error } = await engine.execute();
    expect(error).toBeUndefined();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect((await getOrder(ctx, `B2B-${id}`)).status).toBe("delivered");
  expect(await database().query(sql`select sends from supplier_orders where order_id = ${id}`)).toEqual([{ sends: 1 }]);
});
