import { randomBytes } from "node:crypto";
import { type Addresses, readAddressFile, simulatorFolder, writeAddressFile } from "./address-file.ts";
import { serveControl } from "./control-server.ts";
import { SIMULATED_SUPPLIERS } from "./credentials.ts";
import { RATES_PATH, serveRates } from "./exchange-rates.ts";
import { type Listening, listen } from "./http.ts";
import { forget } from "./later.ts";
import { openSuppliers } from "./suppliers.ts";

type ServerName = keyof Addresses;

export type SimulatorOptions = {
  /** Absolute. */
  dataDir: string;
  /** Where each supplier's webhooks go. */
  notify?: Partial<Record<string, string>>;
  /** Instead of the ports of the last run. Whatever is taken gives way to a free one. */
  ports?: Partial<Record<ServerName, number>>;
  /** What part of their time suppliers take to make eSIMs. */
  pace?: number;
};

export type RunningSimulators = { addresses: Addresses; close(): Promise<void> };

/** Starts a server for each supplier, one for the exchange rates and one that is told what to simulate. */
export async function startSimulators({
  dataDir,
  notify = {},
  ports = {},
  pace,
}: SimulatorOptions): Promise<RunningSimulators> {
  const former = readAddressFile(dataDir);
  const suppliers = openSuppliers(simulatorFolder(dataDir), pace);
  const token = randomBytes(32).toString("hex");
  const servers: Listening[] = [];
  const close = async () => {
    await Promise.all(servers.map((server) => server.close()));
    for (const code of SIMULATED_SUPPLIERS) suppliers[code].close();
    forget();
  };
  const open = async (name: ServerName, respond: Parameters<typeof listen>[0]) => {
    const server = await listen(respond, ports[name] ?? portOf(former?.addresses[name]));
    servers.push(server);
    return [name, server.url] as const;
  };
  try {
    const opened = await Promise.all([
      ...SIMULATED_SUPPLIERS.map((code) => open(code, suppliers[code].respond)),
      open("fx", serveRates),
      open("control", (request, response) => serveControl(suppliers, token, request, response)),
    ]);
    const urls = Object.fromEntries(opened) as Addresses;
    const addresses: Addresses = { ...urls, fx: `${urls.fx}${RATES_PATH}` };
    writeAddressFile(dataDir, { addresses, token });
    for (const code of SIMULATED_SUPPLIERS) {
      const url = notify[code];
      if (url) suppliers[code].notifyAt(url);
      suppliers[code].start();
    }
    return { addresses, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function portOf(url: string | undefined): number {
  return url && URL.canParse(url) ? Number(new URL(url).port) : 0;
}
