import type { SupplierRecords } from "../supplier-simulator.ts";
import type { Sim, State } from "./state.ts";
import { statusOf, totalMb, usd, usedMb } from "./wire.ts";

export function showRecords(supplier: string, state: State): SupplierRecords {
  const all = [...state.orders.values()];
  return {
    supplier,
    balanceUsd: usd(state.balance),
    modes: [...state.modes].map(([operation, setting]) => ({ operation, ...setting })),
    orders: all
      .filter(({ type }) => type === "sim")
      .map((order) => ({
        reference: order.description ?? "",
        supplierReference: String(order.id),
        package: order.packageId,
        quantity: order.quantity,
        delivered: order.sims.length,
        paidUsd: usd(order.paid),
        refundedUsd: order.status === "refunded" ? usd(order.paid) : 0,
        createdAt: order.createdAt,
        esims: order.sims.map(({ iccid }) => iccid),
      })),
    esims: [...state.sims.values()].map((sim) => showSim(state, sim)),
    topups: all
      .filter(({ type }) => type === "topup")
      .map((order) => ({
        reference: order.description ?? "",
        supplierReference: String(order.id),
        iccid: order.iccid!,
        package: order.packageId,
        paidUsd: usd(order.paid),
        refundedUsd: order.status === "refunded" ? usd(order.paid) : 0,
        createdAt: order.createdAt,
      })),
  };
}

function showSim({ orders }: State, sim: Sim): SupplierRecords["esims"][number] {
  const order = orders.get(sim.orderId)!;
  return {
    iccid: sim.iccid,
    supplierEsimId: String(sim.id),
    supplierReference: String(order.id),
    package: order.packageId,
    status: showStatus(sim),
    paidUsd: usd(order.price),
    usedMb: usedMb(sim),
    totalMb: totalMb(sim),
    createdAt: sim.createdAt,
  };
}

/** What buyers see, and what happened on the phone, which they do not. */
export function showStatus(sim: Sim): string {
  return `${statusOf(sim)} / ${sim.isDeleted ? "deleted" : sim.isInstalled ? "installed" : "not installed"}`;
}
