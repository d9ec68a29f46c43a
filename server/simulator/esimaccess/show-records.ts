import type { SupplierRecords } from "../supplier-simulator.ts";
import { soldAs } from "./shop.ts";
import type { Esim, State } from "./state.ts";

const MB = 1024 * 1024;
const usd = (price: number) => price / 10_000;

export function showRecords(supplier: string, state: State): SupplierRecords {
  return {
    supplier,
    balanceUsd: usd(state.balance),
    modes: [...state.modes].map(([operation, setting]) => ({ operation, ...setting })),
    orders: [...state.orders.values()].map((order) => ({
      reference: order.transactionId,
      supplierReference: order.orderNo,
      package: [...new Set(order.lines.map(({ slug }) => slug))].join(","),
      quantity: order.lines.reduce((sum, { count }) => sum + count, 0),
      delivered: order.esims.length,
      paidUsd: usd(order.paid),
      refundedUsd: usd(order.refunded),
      createdAt: order.createdAt,
      esims: order.esims.map(({ iccid }) => iccid),
    })),
    esims: [...state.esims.values()].map(showEsim),
    topups: state.topups.map((topup) => ({
      reference: topup.transactionId,
      supplierReference: topup.topUpEsimTranNo,
      iccid: state.esims.get(topup.esimTranNo)!.iccid,
      package: topup.packageCode,
      paidUsd: usd(topup.paid),
      refundedUsd: 0,
      createdAt: topup.createdAt,
    })),
  };
}

const showEsim = (esim: Esim): SupplierRecords["esims"][number] => ({
  iccid: esim.iccid,
  supplierEsimId: esim.esimTranNo,
  supplierReference: esim.orderNo,
  package: soldAs(esim).slug,
  status: `${esim.esimStatus} / ${esim.smdpStatus}`,
  paidUsd: usd(esim.price),
  usedMb: esim.orderUsage / MB,
  totalMb: esim.totalVolume / MB,
  createdAt: esim.createdAt,
});
