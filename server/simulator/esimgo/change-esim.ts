import { randomUUID } from "node:crypto";
import { DAY } from "#server/kernel/time.ts";
import { refuse } from "./refusal.ts";
import type { Asked, Shop } from "./shop.ts";
import { readEsim } from "./show-esims.ts";
import type { Assignment, Esim } from "./state.ts";

const REFUNDABLE_FOR = 60 * DAY;

export function updateEsim(shop: Shop, { body }: Asked) {
  const { iccid } = readEsim(shop, body.iccid);
  if (typeof body.customerRef !== "string" || body.customerRef.length > 255)
    return refuse(400, "customerRef is not valid");
  const { customerRef } = body;
  shop.journal.append({
    type: "esim_changed",
    iccid,
    set: { customerRef },
    happened: [{ name: "eSIM Updated", bundleName: null }],
  });
  return { status: "eSIM updated successfully" };
}

export function suspendEsim(shop: Shop, { params, body }: Asked) {
  const { iccid, state } = readEsim(shop, params.iccid);
  if (typeof body.suspend !== "boolean") return refuse(400, "suspend must be true or false");
  const wanted = body.suspend ? "suspended" : "active";
  if (state === wanted) return refuse(400, body.suspend ? "eSIM is already suspended" : "eSIM is not suspended");
  shop.journal.append({ type: "esim_changed", iccid, set: { state: wanted }, happened: [] });
  return { status: `eSIM ${body.suspend ? "suspended" : "unsuspended"} successfully` };
}

/** The bundle is taken off; its price goes back when that is asked for. `validate` only says what would be. */
export function revokeBundle(shop: Shop, { params, query }: Asked) {
  const esim = readEsim(shop, params.iccid);
  const assignment = findAssignment(esim, params.bundle!, params.id);
  const wantsRefund = query.get("refundToBalance") === "true";
  const type = query.get("type") ?? "transaction";
  if (type !== "validate" && type !== "transaction") return refuse(400, "type must be validate or transaction");
  if (assignment.state !== "queued") return refuse(400, `the bundle is ${assignment.state} and cannot be refunded`);
  if (wantsRefund && Date.now() - Date.parse(assignment.assignedAt) > REFUNDABLE_FOR)
    return refuse(400, "the refund period of the bundle is over");
  const effect = wantsRefund ? "bundle has been refunded to balance" : "without refund";
  if (type === "validate") return { status: `Bundle can be revoked, ${effect}` };
  shop.journal.append({
    type: "revoked",
    iccid: esim.iccid,
    id: assignment.id,
    refund: wantsRefund ? assignment.paid : 0,
    refundReference: wantsRefund ? randomUUID() : null,
  });
  return { status: `Successfully Revoked Bundle, ${effect}` };
}

/** Without a number of its own, the oldest that was not begun. */
function findAssignment({ assignments }: Esim, bundle: string, id: string | undefined): Assignment {
  const named = assignments.filter((assignment) => assignment.bundle === bundle);
  const found = id
    ? named.find((assignment) => assignment.id === id)
    : (named.find(({ state }) => state === "queued") ?? named.at(-1));
  return found ?? refuse(400, "the bundle is not on the eSIM");
}
