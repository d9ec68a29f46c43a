import { controlSimulator } from "#server/simulator/control.ts";
import type { Service } from "../support/service.ts";
import type { Random } from "./random.ts";
import { MODES } from "./schedule.ts";

/** Some of the supplier's next calls go wrong. What a supplier has no such mode for is left out. */
export async function misbehave(
  service: Service,
  supplier: string,
  operation: string,
  random: Random,
  seen: { misbehaviours: Map<string, number> },
  except = "",
): Promise<void> {
  const mode = random.pick(MODES[operation]!.filter((one) => one !== except));
  const command = { kind: "set", supplier, operation, mode, times: 1, latencyMs: 100 + random.below(600), quantity: 1 };
  try {
    await controlSimulator(service.dataDir, command as Parameters<typeof controlSimulator>[1]);
    const name = `${operation} ${mode}`;
    seen.misbehaviours.set(name, (seen.misbehaviours.get(name) ?? 0) + 1);
  } catch (error) {
    if (!/does not|has no|not support|unknown/i.test((error as Error).message)) throw error;
  }
}
