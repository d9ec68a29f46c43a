import { CommanderError } from "commander";
import { asRefusal } from "#server/kernel/database-errors.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import { explain } from "../process/explain-failure.ts";
import { buildProgram } from "./program.ts";

/** Runs one command line; returns the exit code. */
export async function runCommand(args: string[]): Promise<number> {
  const program = buildProgram();
  try {
    await program.parseAsync(args.length === 0 ? ["help"] : args, { from: "user" });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError)
      return ["commander.help", "commander.helpDisplayed", "commander.version"].includes(error.code) ? 0 : 2;
    const refusal = asRefusal(error);
    const isSpoken = isServiceError(error) || (error instanceof Error && error.constructor === Error);
    process.stderr.write(`${refusal?.message ?? (isSpoken ? (error as Error).message : explain(error))}\n`);
    return 1;
  }
}
