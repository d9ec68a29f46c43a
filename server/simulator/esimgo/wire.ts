import { inUsd, soldAs } from "./shop.ts";
import type { Assignment, Esim, Order, OrderLine, Refund, State } from "./state.ts";

const SMDP_ADDRESS = "rsp.esimgo-sim.example";

export const toWireLines = (lines: OrderLine[]) =>
  lines.map(({ item, quantity, price, iccids }) => ({
    type: "bundle",
    item,
    quantity,
    subTotal: inUsd(price * quantity),
    pricePerUnit: inUsd(price),
    AllowReassign: false,
    ...(iccids.length > 0 && { iccids }),
  }));

/** @param withEsims what was delivered, as soon as it is */
export function toWireOrder(state: State, order: Order, withEsims: boolean) {
  const count = order.delivered.flat().length;
  const isEmpty = order.lines.every(({ quantity }) => quantity === 0);
  const lines = toWireLines(order.lines).map((line, index) => {
    const iccids = order.delivered[index] ?? [];
    if (!withEsims || !order.isDelivered) return { ...line, iccids: undefined };
    return { ...line, iccids, esims: iccids.map((iccid) => toInstallDetails(state.esims.get(iccid)!)) };
  });
  const outcome = isEmpty
    ? { status: "failed", statusMessage: "Order failed: no eSIM available" }
    : order.isDelivered
      ? { status: "completed", statusMessage: `Order completed: ${count} eSIM${count === 1 ? "" : "s"} assigned` }
      : { status: "processing", statusMessage: "Order is being processed" };
  return {
    order: lines,
    total: inUsd(order.paid),
    currency: "USD",
    ...outcome,
    orderReference: order.reference,
    createdDate: order.createdAt,
    assigned: order.isDelivered && !isEmpty,
    sourceIP: "127.0.0.1",
  };
}

export const toWireRefund = ({ reference, createdAt, item, amount }: Refund) => ({
  order: [{ type: "bundleRefund", item, quantity: 1, subTotal: inUsd(amount), pricePerUnit: inUsd(amount) }],
  total: 0,
  currency: "USD",
  status: "completed",
  statusMessage: "Refund completed",
  orderReference: reference,
  createdDate: createdAt,
});

export const toInstallDetails = ({ iccid, matchingId }: Esim) => ({ iccid, matchingId, smdpAddress: SMDP_ADDRESS });

export function toWireEsim(esim: Esim) {
  const installUrl = `https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=LPA:1$${SMDP_ADDRESS}$${esim.matchingId}`;
  return {
    ...toInstallDetails(esim),
    pin: "1234",
    puk: esim.iccid.slice(-9, -1),
    profileStatus: esim.profileStatus,
    firstInstalledDateTime: esim.firstInstalledAt ? Date.parse(esim.firstInstalledAt) : 0,
    customerRef: esim.customerRef,
    appleInstallUrl: installUrl,
    state: esim.state,
  };
}

export const toWireBundles = (assignments: Assignment[]) =>
  [...Map.groupBy(assignments, ({ bundle }) => bundle)].map(([name, group]) => ({
    name,
    description: soldAs(name).description,
    assignments: group.map(toWireAssignment),
  }));

export const toWireAssignment = (assignment: Assignment) => ({
  id: assignment.id,
  callTypeGroup: "data",
  initialQuantity: assignment.bytes,
  remainingQuantity: assignment.remaining,
  ...(assignment.startAt && { startTime: assignment.startAt }),
  ...(assignment.endAt && { endTime: assignment.endAt }),
  assignmentDateTime: assignment.assignedAt,
  assignmentReference: assignment.reference,
  bundleState: assignment.state,
  unlimited: soldAs(assignment.bundle).unlimited,
  offerId: `F${assignment.id}`,
});
