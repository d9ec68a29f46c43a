import { afterEach, expect, test } from "vitest";
import { overrideSuppliers } from "#server/domain/catalogue/suppliers/index.ts";
import type { Delivered, Found, Outcome, Supplier, SupplierEsim } from "#server/domain/catalogue/suppliers/port.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { fulfilOrder } from "#server/domain/selling/orders/index.ts";
import { database, one, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { type Placed, placed, statusOf } from "#tests/support/bought.ts";
import { until } from "#tests/support/until.ts";
import { newPackage, system } from "#tests/support/world.ts";

// A worker may sleep as long as it likes between any two steps: what it then learns belongs to the attempt that it made, and
// changes nothing when there is a newer one. What it bought is not forgotten either.

type Bought = Outcome<{ supplierReference: string }>;
type Call = { answer(outcome: Bought): void };

/** Calls under way, oldest first; what the supplier has under our reference. */
const calls: Call[] = [];
let has: string[] = [];
/** Looks that are under way, when they are to be held. */
let looks: (() => void)[] | null = null;
let serial = 0;

const esimOf = (supplierReference: string): SupplierEsim => ({
  supplierEsimId: `E${supplierReference}`,
  iccid: `8900${String(++serial).padStart(15, "0")}`,
  imsi: null,
  activationCode: `LPA:1$a$${supplierReference}-${serial}`,
  smdpAddress: "a",
  status: "ready",
  installationStatus: "not_installed",
  supplierStatus: "",
  supplierSmdpStatus: "",
  totalBytes: 1,
  usedBytes: 0,
  apn: null,
  networkName: null,
  eid: null,
  device: null,
  installedAt: null,
  activatedAt: null,
  expiresAt: null,
});

const scripted = (supplier: Supplier): Supplier => ({
  ...supplier,
  idempotentOrders: true,
  order: () => new Promise<Bought>((answer) => calls.push({ answer })),
  async findOrder(_request, _since, linked): Promise<Found<{ supplierReference: string }>> {
    const [found] = has.filter((reference) => reference !== "");
    const taken = await linked(has);
    const free = has.find((reference) => !taken.has(reference));
    if (looks) await new Promise<void>((go) => looks!.push(go));
    return found && free ? { kind: "found", value: { supplierReference: free } } : { kind: "not_found" };
  },
  getEsims: async (esims) =>
    new Map(
      esims.map(({ supplierEsimId, supplierReference }) => [
        supplierEsimId,
        { kind: "found", value: esimOf(supplierReference) },
      ]),
    ),
  getOrderEsims: async (reference): Promise<Found<Delivered>> => ({
    kind: "found",
    value: { esims: [esimOf(reference)], allocating: false },
  }),
  cancel: async () => ({ kind: "rejected", code: "refused", message: "no" }),
});

overrideSuppliers(scripted);

overrideEnv({ timeScale: 0.001 });

afterEach(async () => {
  calls.length = 0;
  has = [];
  looks = null;
  expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
});

type Row = {
  status: string;
  sends: number;
  supplierReference: string | null;
  lostAt: Date | null;
  stray: string | null;
};
const part = async ({ id }: Placed): Promise<Row> =>
  one(
    await database().query<Row>(sql`
      select status, sends, supplier_reference, lost_at, stray from supplier_orders where order_id = ${id}`),
  );

/** An order that a first worker has sent and sleeps over, and that a second one has sent again. */
async function sentTwice(): Promise<{ order: Placed; first: Promise<void>; second: Promise<void> }> {
  const order = await placed((await newPackage()).packageId);
  const first = fulfilOrder(system(), order.id);
  await until(() => calls.length === 1);
  await database().query(
    sql`update supplier_orders set busy_until = now() - interval '1 second' where order_id = ${order.id}`,
  );
  // Looks, finds nothing, and sends it again.
  await fulfilOrder(system(), order.id);
  const second = fulfilOrder(system(), order.id);
  await until(() => calls.length === 2);
  expect(await part(order)).toMatchObject({ status: "sent", sends: 2 });
  return { order, first, second };
}

const end = async (order: Placed) => {
  for (let run = 0; run < 3; run++) await fulfilOrder(system(), order.id);
  expect(await statusOf(order)).toBe("delivered");
};

test.each<Bought>([
  { kind: "rejected", code: "not_sent", message: "its turn came too late" },
  { kind: "rejected", code: "out_of_stock", message: "sold out" },
  { kind: "rejected", code: "price_changed", message: "dearer" },
  { kind: "unknown", message: "no answer" },
])("$kind $code, learned by a worker that slept while another sent again, changes nothing", async (late) => {
  const { order, first, second } = await sentTwice();
  calls[0]!.answer(late);
  await first;
  expect(await part(order)).toMatchObject({ status: "sent", sends: 2 });
  calls[1]!.answer({ kind: "done", value: { supplierReference: `Y${order.id}` } });
  await second;
  await end(order);
  expect(calls).toHaveLength(2);
});

test("what it bought while another bought it again is looked for, and comes before people", async () => {
  const { order, first, second } = await sentTwice();
  calls[1]!.answer({ kind: "done", value: { supplierReference: `Y${order.id}` } });
  await second;
  await end(order);
  await database().query(sql`update supplier_orders set lost_at = null, watch_at = null where order_id = ${order.id}`);
  calls[0]!.answer({ kind: "done", value: { supplierReference: `X${order.id}` } });
  await first;
  expect(await part(order)).toMatchObject({
    status: "delivered",
    supplierReference: `Y${order.id}`,
    lostAt: expect.any(Date),
  });
  has = [`Y${order.id}`, `X${order.id}`];
  const { checkLateOrder } = await import("#server/domain/selling/orders/index.ts");
  const { reference } = one(
    await database().query<{ reference: string }>(
      sql`select reference from supplier_orders where order_id = ${order.id}`,
    ),
  );
  await checkLateOrder(system(), reference);
  expect(await part(order)).toMatchObject({ status: "delivered", stray: "waiting" });
});

test("of two looks at one attempt the one that finds it counts, though the other found nothing first", async () => {
  const order = await placed((await newPackage()).packageId);
  const first = fulfilOrder(system(), order.id);
  await until(() => calls.length === 1);
  calls[0]!.answer({ kind: "unknown", message: "no answer" });
  await first;
  looks = [];
  const nothing = fulfilOrder(system(), order.id);
  await until(() => looks!.length === 1);
  has = [`Z${order.id}`];
  const found = fulfilOrder(system(), order.id);
  await until(() => looks!.length === 2);
  looks[0]!();
  await nothing;
  expect((await part(order)).status).toBe("intended");
  looks[1]!();
  await found;
  looks = null;
  expect(await part(order)).toMatchObject({ status: "accepted", sends: 1, supplierReference: `Z${order.id}` });
  await end(order);
  expect(calls).toHaveLength(1);
});
