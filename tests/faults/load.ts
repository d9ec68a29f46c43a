import { ulid } from "#server/kernel/ids.ts";
import { controlSimulator } from "#server/simulator/control.ts";
import type { Service } from "../support/service.ts";
import type { Random } from "./random.ts";

/** What the client itself saw: compared with everybody's books in the end. */
export type Witness = {
  orders: { reference: string; quantity: number; total: number }[];
  topups: { actionId: number; iccid: string; amount: number }[];
  cancels: string[];
  refusals: Map<string, number>;
  misbehaviours: Map<string, number>;
};

export type Plan = { key: string; packages: Map<string, string[]>; orders: number; share: number; clients: number };

const MODES: Record<string, readonly string[]> = {
  order: [
    "slow",
    "reject",
    "timeout_before",
    "timeout_after",
    "error_before",
    "error_after",
    "garbage",
    "rate_limited",
    "not_found_then_found",
    "late",
    "partial",
    "duplicate",
    "reordered",
    "lost",
  ],
  query: ["slow", "timeout_before", "error_before", "garbage", "rate_limited", "not_found_then_found"],
  topup: [
    "slow",
    "reject",
    "timeout_before",
    "timeout_after",
    "error_before",
    "error_after",
    "garbage",
    "rate_limited",
  ],
  cancel: [
    "slow",
    "reject",
    "timeout_before",
    "timeout_after",
    "error_before",
    "error_after",
    "garbage",
    "rate_limited",
  ],
};

/** Some of the supplier's next calls go wrong. What a supplier has no such mode for is left out. */
export async function misbehave(
  service: Service,
  supplier: string,
  operation: string,
  random: Random,
  witness: Pick<Witness, "misbehaviours">,
) {
  const mode = random.pick(MODES[operation]!);
  const command = { kind: "set", supplier, operation, mode, times: 1, latencyMs: 100 + random.below(600), quantity: 1 };
  try {
    await controlSimulator(service.dataDir, command as Parameters<typeof controlSimulator>[1]);
    const name = `${operation} ${mode}`;
    witness.misbehaviours.set(name, (witness.misbehaviours.get(name) ?? 0) + 1);
  } catch (error) {
    if (!/does not|has no|not support|unknown/i.test((error as Error).message)) throw error;
  }
}

const refused = (witness: Witness, what: string, code: string) =>
  witness.refusals.set(`${what} ${code}`, (witness.refusals.get(`${what} ${code}`) ?? 0) + 1);

/** Places the orders with several clients side by side; of the delivered ones some are topped up, some cancelled. */
export async function drive(service: Service, plan: Plan, random: Random): Promise<Witness> {
  const witness: Witness = { orders: [], topups: [], cancels: [], refusals: new Map(), misbehaviours: new Map() };
  let left = plan.orders;
  const client = async () => {
    while (left-- > 0) {
      const supplier = random.pick([...plan.packages.keys()]);
      if (random.next() < plan.share)
        await misbehave(service, supplier, random.next() < 0.7 ? "order" : "query", random, witness);
      await placeOne(service, plan, random.pick(plan.packages.get(supplier)!), 1 + random.below(5), witness);
      if (random.next() < 0.6) await liveOn(service, plan, random, witness);
    }
  };
  await Promise.all(Array.from({ length: plan.clients }, client));
  return witness;
}

async function placeOne(service: Service, { key }: Plan, packageId: string, quantity: number, witness: Witness) {
  const { status, json } = await service.call(
    key,
    "POST",
    "/orders",
    { package_id: packageId, quantity },
    { "idempotency-key": ulid() },
  );
  if (status !== 200) {
    refused(witness, "order", json.error.code);
    return;
  }
  witness.orders.push({ reference: json.data.reference, quantity, total: json.data.total_amount });
}

async function liveOn(service: Service, plan: Plan, random: Random, witness: Witness): Promise<void> {
  const { key } = plan;
  const earlier = witness.orders.slice(0, Math.ceil(witness.orders.length * 0.8));
  if (earlier.length === 0) return;
  const { reference } = random.pick(earlier);
  const { json } = await service.call(key, "GET", `/orders/${reference}`);
  const [profile] = json.data.profiles as { iccid: string; provider: string }[];
  if (!profile || json.data.status !== "delivered") return;
  const cancels = random.next() < 0.4;
  if (random.next() < plan.share)
    await misbehave(service, profile.provider, cancels ? "cancel" : "topup", random, witness);
  if (cancels) {
    const { status, json: answer } = await service.call(key, "POST", `/orders/${reference}/cancel`, {});
    if (status === 200) witness.cancels.push(reference);
    else refused(witness, "cancel", answer.error.code);
    return;
  }
  const options = await service.call(key, "GET", `/esims/${profile.iccid}/topup-options`);
  const [option] = options.json.data?.items ?? [];
  if (!option) {
    refused(witness, "topup-options", options.json.error?.code ?? "none");
    return;
  }
  const { status, json: answer } = await service.call(
    key,
    "POST",
    `/esims/${profile.iccid}/topups`,
    { package_code: option.package_code },
    { "idempotency-key": ulid() },
  );
  if (status === 200)
    witness.topups.push({ actionId: answer.data.action_id, iccid: profile.iccid, amount: answer.data.amount });
  else refused(witness, "topup", answer.error.code);
}
