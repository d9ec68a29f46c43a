import { openEsimAccess } from "./esimaccess/simulator.ts";
import type { SupplierSimulator } from "./supplier-simulator.ts";

const OPENERS = { esimaccess: openEsimAccess };

export type SimulatedSupplier = keyof typeof OPENERS;

export const SIMULATED_SUPPLIERS = Object.keys(OPENERS) as SimulatedSupplier[];

export type Suppliers = Record<SimulatedSupplier, SupplierSimulator>;

/** All suppliers, with the records of the data directory. They take no calls and deliver nothing until told to. */
export function openSuppliers(folder: string): Suppliers {
  return Object.fromEntries(SIMULATED_SUPPLIERS.map((code) => [code, OPENERS[code](folder)])) as Suppliers;
}
