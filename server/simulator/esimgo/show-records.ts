import type { SupplierRecords } from "../supplier-simulator.ts";
import { MEGABYTE } from "./catalogue.ts";
import { inUsd } from "./shop.ts";
import type { Esim, Order, State } from "./state.ts";

export function showRecords(supplier: string, state: State): SupplierRecords {
  const orders = [...state.orders.values()];
  const isTopup = ({ lines }: Order) => lines.some(({ iccids }) => iccids.length > 0);
  return {
    supplier,
    balanceUsd: inUsd(state.balance),
    modes: [...state.modes].map(([operation, setting]) => ({ operation, ...setting })),
    orders: orders.filter((order) => !isTopup(order)).map((order) => showOrder(state, order)),
    esims: [...state.esims.values()].map(showEsim),
    topups: orders.filter(isTopup).flatMap((order) =>
      order.lines.flatMap(({ item, price, iccids }) =>
        iccids.map((iccid) => ({
          reference: "",
          supplierReference: order.reference,
          iccid,
          package: item,
          paidUsd: inUsd(price),
          // A top-up is an order of one bundle.
          refundedUsd: inUsd(order.refunded),
          createdAt: order.createdAt,
        })),
      ),
    ),
  };
}

/** The buyer's reference is what the buyer has written to the first eSIM that it made: an order has no place for one. */
function showOrder(state: State, order: Order): SupplierRecords["orders"][number] {
  const iccids = order.delivered.flat();
  const made = iccids.map((iccid) => state.esims.get(iccid)).find((esim) => esim?.orderReference === order.reference);
  return {
    reference: made?.customerRef ?? "",
    supplierReference: order.reference,
    package: [...new Set(order.lines.map(({ item }) => item))].join(","),
    quantity: order.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    delivered: iccids.length,
    paidUsd: inUsd(order.paid),
    refundedUsd: inUsd(order.refunded),
    createdAt: order.createdAt,
    esims: iccids,
  };
}

function showEsim(esim: Esim): SupplierRecords["esims"][number] {
  return {
    iccid: esim.iccid,
    supplierEsimId: esim.iccid,
    supplierReference: esim.orderReference,
    package: esim.assignments[0]?.bundle ?? "",
    status: statusOf(esim),
    paidUsd: inUsd(esim.assignments.find(({ isTopup }) => !isTopup)?.paid ?? 0),
    ...usageOf(esim),
    createdAt: esim.createdAt,
  };
}

/** In the supplier's own words. */
export function statusOf({ state, profileStatus, inAccount, assignments }: Esim): string {
  const bundles = [...new Set(assignments.map((assignment) => assignment.state))].join(", ");
  return `${inAccount ? state : "returned"} / ${profileStatus} / ${bundles}`;
}

export function usageOf({ assignments }: Esim): { usedMb: number; totalMb: number } {
  const total = assignments.reduce((sum, { bytes }) => sum + bytes, 0);
  const left = assignments.reduce((sum, { remaining }) => sum + remaining, 0);
  return { usedMb: (total - left) / MEGABYTE, totalMb: total / MEGABYTE };
}
