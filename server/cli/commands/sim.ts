import type { Command } from "commander";
import { env } from "#server/kernel/env.ts";
import { controlSimulator } from "#server/simulator/control.ts";
import { decimal, oneOf, whole } from "../parse.ts";
import { print } from "../print.ts";

type SetOptions = {
  supplier: string;
  operation: string;
  mode: string;
  times?: number;
  latencyMs?: number;
  quantity?: number;
};

const MODES = [
  "ok",
  "slow",
  "reject",
  "partial",
  "timeout_before",
  "timeout_after",
  "error_before",
  "error_after",
  "garbage",
  "rate_limited",
  "not_found_then_found",
  "late",
  "duplicate",
  "reordered",
  "lost",
] as const;
const OPERATIONS = ["order", "query", "topup", "cancel", "suspend", "resume", "usage", "catalog"] as const;
const EVENTS = ["install", "activate", "usage", "exhaust", "expire", "delete"] as const;

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
    .description(`the eSIM's life goes on: ${EVENTS.join(", ")}`)
    .option("--used-mb <n>", "for usage", whole)
    .action((iccid: string, event: string, { usedMb }: { usedMb?: number }, command: Command) =>
      control(command, { kind: "event", iccid, event: oneOf(...EVENTS)(event), usedMb } as Parameters<
        typeof controlSimulator
      >[1]),
    );
}
