import { after, DAY } from "#server/kernel/time.ts";
import { newPlan } from "./allocate-sims.ts";
import { findTopup } from "./catalogue.ts";
import { nextNumbers } from "./place-order.ts";
import { readOptionalText, readText } from "./read-field.ts";
import { refuse, refuseUnknown } from "./refusal.ts";
import { type Asked, priceOf, type Said, type Shop, soldAs } from "./shop.ts";
import { statusOf, toWireOrder } from "./wire.ts";

/** Puts a package on an eSIM. A description seen before means nothing: who repeats the call pays again. */
export function topupSim({ journal }: Shop, { body }: Asked): Said {
  const packageId = readText(body, "package_id", 200);
  const iccid = readText(body, "iccid", 22);
  const description = readOptionalText(body, "description", 255);
  const state = journal.state();
  const sim = state.sims.get(iccid) ?? refuseUnknown();
  if (sim.recycledAt) return refuse(73);
  const { operator } = soldAs(sim.plans[0]!.packageId);
  if (!operator.isRechargeable || sim.isExpired) return refuse(23);
  const item = findTopup(packageId);
  if (!item || !operator.topups.includes(item)) return refuse(34);
  const price = priceOf(state, item);
  if (price > state.balance) return refuse(11);

  const numbers = nextNumbers(state);
  // The data of an eSIM that is in use goes on at once when none is left, else when the rest is used up.
  const now = new Date();
  const starts = statusOf(sim) === "FINISHED";
  journal.append({
    type: "topped_up",
    ...numbers,
    iccid,
    packageId,
    description,
    price,
    paid: price,
    plan: {
      ...newPlan(state, item),
      ...(starts && {
        status: "ACTIVE",
        activatedAt: now.toISOString(),
        expiresAt: after(now, item.days * DAY).toISOString(),
      }),
    },
  });
  return { data: toWireOrder(journal.state().orders.get(numbers.id)!) };
}
