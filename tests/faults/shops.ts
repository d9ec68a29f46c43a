import type { Queryable } from "#server/kernel/db.ts";
import { sql } from "#server/kernel/db.ts";
import { comparePayments, listCheckouts } from "./reconcile-payments.ts";
import type { Journey } from "./travellers.ts";
import { type Asked, emailOf } from "./witness.ts";

/**
 * The travellers' own notes, the provider's record and ours: each payment that a traveller was told of led to one order or
 * went back, to the cent; nobody else paid or got anything.
 */
export async function compareShops(db: Queryable, asked: Asked[], provider: Journey["stripe"]): Promise<string[]> {
  const faults: string[] = [];
  const rows = await listCheckouts(db);
  const known = new Map(rows.map((row) => [row.email, row]));
  const orders = await db.query<{ reference: string; id: number }>(
    sql`select client_reference as reference, id from orders where client_reference like 'storefront-%'`,
  );
  const placed = Map.groupBy(orders, ({ reference }) => reference);
  const answered = (id: string) =>
    asked.some((one) => one.id === id && one.answers.some(({ status }) => status === 200));
  const attempts = new Map(asked.filter(({ what }) => what === "checkout").map(({ id }) => [emailOf(id), id]));
  for (const [email, id] of attempts)
    if (answered(id) && !known.has(email)) faults.push(`checkout ${id} was opened and does not exist`);
  for (const { email, id, environment, status, orderId } of rows) {
    const attempt = attempts.get(email);
    const name = `checkout ${id} (${attempt})`;
    const isPaid = !["opened", "abandoned"].includes(status);
    if (!attempt) faults.push(`${name} exists and nobody asked for it`);
    if (isPaid && !asked.some((one) => one.id === `${attempt}:paid`)) faults.push(`${name} is paid and nobody paid`);
    if (answered(`${attempt}:paid`) && !isPaid) faults.push(`${name} was paid for and is ${status}`);
    if (environment === "test" && isPaid && status !== "delivered") faults.push(`${name} is paid and ${status}`);
    const own = placed.get(`storefront-${id}`) ?? [];
    if (own.length !== (orderId === null ? 0 : 1) || own.some((order) => order.id !== orderId))
      faults.push(`${name} has order ${orderId}, and ${own.length} were placed for it`);
  }
  return [...faults, ...comparePayments(rows, provider)];
}
