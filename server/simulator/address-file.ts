import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SimulatedSupplier } from "./credentials.ts";

export type Addresses = Record<SimulatedSupplier | "fx" | "control", string>;

/** Where the simulators listen, or last did, and the word that the control server wants to hear. */
export type AddressFile = { addresses: Addresses; token: string };

export const simulatorFolder = (dataDir: string): string => join(dataDir, "simulator");
const fileOf = (dataDir: string) => join(simulatorFolder(dataDir), "address.json");

/** Null when there never was one, or what is there cannot be read. */
export function readAddressFile(dataDir: string): AddressFile | null {
  try {
    const { addresses, token } = JSON.parse(readFileSync(fileOf(dataDir), "utf8")) as Partial<AddressFile>;
    return addresses && token ? { addresses, token } : null;
  } catch {
    return null;
  }
}

/** For the owner's eyes only, and whole at any moment. */
export function writeAddressFile(dataDir: string, content: AddressFile): void {
  mkdirSync(simulatorFolder(dataDir), { recursive: true, mode: 0o700 });
  const temporary = `${fileOf(dataDir)}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(temporary, fileOf(dataDir));
}
