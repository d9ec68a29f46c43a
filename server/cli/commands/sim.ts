import type { Command } from "commander";
import {
  findSandboxEsim,
  isSandboxIccid,
  LIFE_EVENTS,
  type LifeEvent,
  liveSandboxEsim,
} from "#server/domain/selling/esims/index.ts";
import { MB } from "#server/kernel/data-size.ts";
import { env } from "#server/kernel/env.ts";
import { fail } from "#server/kernel/errors.ts";
import { controlSimulator } from "#server/simulator/control.ts";
import { MODES, OPERATIONS } from "#server/simulator/modes.ts";
import { LIFE_EVENTS as SUPPLIER_EVENTS } from "#server/simulator/supplier-simulator.ts";
import { decimal, oneOf, whole } from "../parse.ts";
import { print } from "../print.ts";
import { withPlatform } from "../with-platform.ts";

type SetOptions = {
  supplier: string;
  operation: string;
  mode: string;
  times?: number;
  latencyMs?: number;
  quantity?: number;
};

export function addSimCommands(program: Command): void {
  const sim = program.command("sim").description("the supplier simulators");
  const control = async (command: Command, request: Parameters<typeof controlSimulator>[1]) =>
    print(command, (await controlSimulator(env().dataDir, request)) as Record<string, unknown>);
  sim
    .command("set")
    .description("make the next calls of an operation behave in some way")
    .requiredOption("--supplier <code>", "such as esimaccess")
    .requiredOption("--operation <name>", OPERATIONS.join(", "), oneOf(...OPERATIONS))
    .requiredOption("--mode <mode>", MODES.join(", "), oneOf(...MODES))
    .option("--times <n>", "that many calls; default: until reset", whole)
    .option("--latency-ms <n>", "how long slow and late take", whole)
    .option("--quantity <n>", "how many partial delivers", whole)
    .action((options: SetOptions, command: Command) => control(command, { kind: "set", ...options }));
  sim
    .command("reset")
    .description("back to normal")
    .action((_options, command: Command) => control(command, { kind: "reset" }));
  sim
    .command("show")
    .description("the suppliers' own records")
    .action((_options, command: Command) => control(command, { kind: "show" }));
  sim
    .command("price <package> <usd>")
    .description("move a cost")
    .requiredOption("--supplier <code>", "such as esimaccess")
    .action((supplierPackageId: string, usd: string, { supplier }: { supplier: string }, command: Command) =>
      control(command, { kind: "price", supplier, supplierPackageId, usd: decimal(usd).toNumber() } as Parameters<
        typeof controlSimulator
      >[1]),
    );
  sim
    .command("event <iccid> <event>")
    .description(`the eSIM's life goes on: ${SUPPLIER_EVENTS.join(", ")} (by the supplier; live eSIMs only)`)
    .option("--used-mb <n>", "for usage", whole)
    .action(async (iccid: string, text: string, { usedMb }: { usedMb?: number }, command: Command) => {
      const event = oneOf(...(isSandboxIccid(iccid) ? LIFE_EVENTS : SUPPLIER_EVENTS))(text);
      const lived = await liveTestEsim(iccid, event as LifeEvent, usedMb);
      if (lived) return print(command, lived);
      await control(command, { kind: "event", iccid, event, usedMb } as Parameters<typeof controlSimulator>[1]);
    });
}

/** Test eSIMs are the built-in sandbox's, which no simulator knows. Null when the ICCID is not one of them. */
async function liveTestEsim(
  iccid: string,
  event: LifeEvent,
  usedMb: number | undefined,
): Promise<Record<string, unknown> | null> {
  if (!isSandboxIccid(iccid)) return null;
  return await withPlatform(async (ctx) => {
    const esim = await findSandboxEsim(ctx, iccid);
    if (!esim) return fail("resource_not_found", `There is no test eSIM with the ICCID ${iccid}.`);
    const { status, usedBytes, totalBytes } = await liveSandboxEsim(ctx, esim, event, usedMb);
    return { supplier: "sandbox", iccid, event, status, usedMb: usedBytes / MB, totalMb: totalBytes / MB };
  });
}
