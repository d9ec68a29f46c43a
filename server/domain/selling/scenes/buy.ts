import { listPackages, type PricedPackage } from "#server/domain/catalogue/catalog/index.ts";
import { describeSupplier, type SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { getEsim } from "#server/domain/selling/esims/index.ts";
import { deliverQueued, type Order, placeOrder, type TestScenario } from "#server/domain/selling/orders/index.ts";
import { getTopupOptions, requestTopup, type TopupScenario } from "#server/domain/selling/topups/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { fingerprint, type IdempotencyClaim } from "#server/kernel/idempotency.ts";
import { orderReference, ulid } from "#server/kernel/ids.ts";

/** `iccid`: null when nothing was delivered. */
export type Bought = { orderReference: string; iccid: string | null };
type Wish = { packageId: string | null; testScenario?: Exclude<TestScenario, "insufficient_balance"> | undefined };

const LOOKED_THROUGH = 500;

/** An order of the sandbox: of one eSIM, of two where one is missing. */
export async function buy(ctx: AccountCtx, { packageId, testScenario }: Wish): Promise<Bought> {
  const code = packageId ?? (await choosePackage(ctx)).packageId;
  const quantity = testScenario === "partially_delivered" ? 2 : 1;
  const { response } = await placeOrder(ctx, { packageId: code, quantity, testScenario }, once(toBought));
  const { id, iccid } = JSON.parse(response) as { id: number; iccid: string | null };
  if (testScenario === "queued") return toBought(await deliverQueued(ctx, id));
  return { orderReference: orderReference(id), iccid };
}

const toBought = ({ id, profiles }: Order) => ({
  id,
  orderReference: orderReference(id),
  iccid: profiles[0]?.iccid ?? null,
});

/** With the first of what its eSIM can be topped up with. */
export async function topUp(ctx: AccountCtx, iccid: string, testScenario?: TopupScenario): Promise<{ id: number }> {
  const { items } = await getTopupOptions(ctx, await getEsim(ctx, iccid));
  const [option] = items;
  if (!option) return fail("topup_not_supported", "The package cannot be topped up. Name another one as package_id.");
  const request = { iccid, packageCode: option.packageCode, testScenario };
  const { response } = await requestTopup(
    ctx,
    request,
    once(({ action }) => ({ action_id: action.id })),
  );
  return { id: (JSON.parse(response) as { action_id: number }).action_id };
}

/** Each scene is played anew. */
const once = <T>(toAnswer: (result: T) => object): IdempotencyClaim<T> => ({
  operation: "POST /trigger",
  key: ulid(),
  fingerprint: fingerprint({}),
  answer: (result) => JSON.stringify(toAnswer(result)),
});

/** One to which everything can happen: topped up, suspended, cancelled. */
async function choosePackage(ctx: AccountCtx): Promise<PricedPackage> {
  const { items } = await listPackages(ctx, { topup: true, includeVariants: true }, { limit: LOOKED_THROUGH });
  const found = items.find(({ supplierCode }) => {
    const { capabilities } = describeSupplier(supplierCode as SupplierCode);
    return capabilities.topup && capabilities.cancel && capabilities.suspend && capabilities.resume;
  });
  return (
    found ?? fail("conflict", "No package on sale can be topped up, suspended and cancelled. Name one as package_id.")
  );
}
