import { openAiralo } from "./airalo/simulator.ts";
import { SIMULATED_SUPPLIERS, type SimulatedSupplier } from "./credentials.ts";
import { openEsimAccess } from "./esimaccess/simulator.ts";
import { openEsimGo } from "./esimgo/simulator.ts";
import type { SupplierSimulator } from "./supplier-simulator.ts";

const OPENERS: Record<SimulatedSupplier, (folder: string, pace: number) => SupplierSimulator> = {
  esimaccess: openEsimAccess,
  airalo: openAiralo,
  esimgo: openEsimGo,
};

export type Suppliers = Record<SimulatedSupplier, SupplierSimulator>;

/**
 * All suppliers, with the records of the data directory. They take no calls and deliver nothing until told to.
 *
 * @param pace what part of its time a supplier takes to make eSIMs
 */
export function openSuppliers(folder: string, pace = 1): Suppliers {
  return Object.fromEntries(SIMULATED_SUPPLIERS.map((code) => [code, OPENERS[code](folder, pace)])) as Suppliers;
}
