import { SECOND } from "#server/kernel/time.ts";
import { type AddressFile, readAddressFile, simulatorFolder } from "./address-file.ts";
import { applyCommand, type CommandResult, type SimulatorCommand } from "./apply-command.ts";
import { CONTROL_PATH } from "./control-server.ts";
import { SIMULATED_SUPPLIERS } from "./credentials.ts";
import { openSuppliers } from "./suppliers.ts";

export type { SimulatorCommand } from "./apply-command.ts";
export type { SupplierRecords } from "./supplier-simulator.ts";

const ANSWER_WITHIN = 30 * SECOND;

/**
 * Tells the simulators of a data directory what to do: the running process, or, when none runs, their records. In the
 * latter case it returns only when the webhooks that follow were delivered or given up. Rejects with one clear sentence.
 */
export async function controlSimulator<C extends SimulatorCommand>(
  dataDir: string,
  command: C,
): Promise<CommandResult<C["kind"]>> {
  const file = readAddressFile(dataDir);
  const said = file ? await askRunning(file, command) : null;
  return (said ? said.result : await applyToRecords(dataDir, command)) as CommandResult<C["kind"]>;
}

/** Null when nobody listens there, or somebody who is not our simulator. */
async function askRunning(
  { addresses, token }: AddressFile,
  command: SimulatorCommand,
): Promise<{ result: unknown } | null> {
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(`${addresses.control}${CONTROL_PATH}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(command),
      signal: AbortSignal.timeout(ANSWER_WITHIN),
    });
    text = await answer.text();
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    if (code === "ECONNREFUSED") return null;
    throw new Error("The simulators run but did not answer: look at them with `sim show` before you try again.", {
      cause: error,
    });
  }
  if (answer.status !== 200 && answer.status !== 422) return null;
  const { result, error } = JSON.parse(text) as { result?: unknown; error?: string };
  if (error) throw new Error(error);
  return { result };
}

async function applyToRecords(dataDir: string, command: SimulatorCommand): Promise<unknown> {
  const suppliers = openSuppliers(simulatorFolder(dataDir));
  try {
    const result = applyCommand(suppliers, command);
    await Promise.all(SIMULATED_SUPPLIERS.map((code) => suppliers[code].settled()));
    return result;
  } finally {
    for (const code of SIMULATED_SUPPLIERS) suppliers[code].close();
  }
}
