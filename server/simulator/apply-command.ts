import { SIMULATED_SUPPLIERS, type SimulatedSupplier } from "./credentials.ts";
import { isMode, isOperation, MODES, type ModeSetting, OPERATIONS } from "./modes.ts";
import { LIFE_EVENTS, type LifeEvent, type Lived, type PriceMove, type SupplierRecords } from "./supplier-simulator.ts";
import type { Suppliers } from "./suppliers.ts";

type SetMode = {
  kind: "set";
  supplier: string;
  operation: string;
  mode: string;
  times?: number;
  latencyMs?: number;
  quantity?: number;
};

export type SimulatorCommand =
  | SetMode
  | { kind: "reset" }
  | { kind: "show" }
  | { kind: "price"; supplier: string; supplierPackageId: string; usd: number }
  | { kind: "event"; iccid: string; event: string; usedMb?: number };

type WasSet = { supplier: string; operation: string } & ModeSetting;

export type CommandResult<K extends SimulatorCommand["kind"]> = {
  set: WasSet;
  reset: { reset: string[] };
  show: { suppliers: SupplierRecords[] };
  price: PriceMove;
  event: Lived;
}[K];

/** Does what the command line asks for. Throws one clear sentence when that makes no sense. */
export function applyCommand(suppliers: Suppliers, command: SimulatorCommand): CommandResult<SimulatorCommand["kind"]> {
  switch (command.kind) {
    case "set":
      return setMode(suppliers, command);
    case "reset":
      for (const code of SIMULATED_SUPPLIERS) suppliers[code].resetModes();
      return { reset: SIMULATED_SUPPLIERS };
    case "show":
      return { suppliers: SIMULATED_SUPPLIERS.map((code) => suppliers[code].showRecords()) };
    case "price":
      return movePrice(suppliers, command);
    case "event":
      return liveOn(suppliers, command);
    default:
      throw new Error("The simulators do not know this command.");
  }
}

function setMode(suppliers: Suppliers, { supplier, operation, mode, ...rest }: SetMode): WasSet {
  if (!isOperation(operation)) throw unknown("operation", operation, OPERATIONS);
  if (!isMode(mode)) throw unknown("mode", mode, MODES);
  const times = whole("times", rest.times, 1, 1_000_000);
  const latencyMs = whole("latency-ms", rest.latencyMs, 0, 86_400_000);
  const quantity = whole("quantity", rest.quantity, 0, 1_000_000);
  // What is not there at first is there after two looks, unless it is said otherwise; an order is found by other calls.
  const looks = mode === "not_found_then_found" && operation !== "order" ? 2 : null;
  const setting: ModeSetting = { mode, timesLeft: mode === "ok" ? null : (times ?? looks), latencyMs, quantity };
  suppliers[known(supplier)].setMode(operation, setting);
  return { supplier, operation, ...setting };
}

function movePrice(
  suppliers: Suppliers,
  { supplier, supplierPackageId, usd }: Extract<SimulatorCommand, { kind: "price" }>,
): PriceMove {
  const code = known(supplier);
  if (typeof usd !== "number" || !(usd >= 0.0001 && usd <= 100_000))
    throw new Error(`A price must be from 0.0001 to 100000 USD, not "${usd}".`);
  const move = suppliers[code].movePrice(supplierPackageId, usd);
  if (!move) throw new Error(`The supplier ${supplier} has no package "${supplierPackageId}".`);
  return move;
}

function liveOn(suppliers: Suppliers, { iccid, event, usedMb }: Extract<SimulatorCommand, { kind: "event" }>): Lived {
  if (!(LIFE_EVENTS as readonly string[]).includes(event)) throw unknown("event", event, LIFE_EVENTS);
  if (usedMb !== undefined && !(typeof usedMb === "number" && usedMb > 0 && usedMb <= 100_000_000))
    throw new Error(`--used-mb must be a number above 0, not "${usedMb}".`);
  for (const code of SIMULATED_SUPPLIERS) {
    const lived = suppliers[code].liveOn(String(iccid), event as LifeEvent, usedMb);
    if (lived) return lived;
  }
  throw new Error(`No simulated supplier has sold an eSIM with the ICCID "${iccid}".`);
}

function known(supplier: string): SimulatedSupplier {
  if ((SIMULATED_SUPPLIERS as string[]).includes(supplier)) return supplier as SimulatedSupplier;
  throw unknown("supplier", supplier, SIMULATED_SUPPLIERS);
}

const unknown = (what: string, text: unknown, choices: readonly string[]) =>
  new Error(`There is no ${what} "${text}" to simulate. Known are: ${choices.join(", ")}.`);

function whole(name: string, value: unknown, min: number, max: number): number | null {
  if (value === undefined) return null;
  if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) return value as number;
  throw new Error(`--${name} must be a whole number from ${min} to ${max}, not "${value}".`);
}
