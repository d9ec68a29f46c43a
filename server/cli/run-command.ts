import { type Command, CommanderError, InvalidArgumentError } from "commander";
import { asRefusal, wasUnanswered } from "#server/kernel/database-errors.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import { explain } from "../process/explain-failure.ts";
import { buildProgram } from "./program.ts";

/** `help wallet fund` is `wallet fund --help`: of commander's own help a verb has none, and what is misspelt has everybody's. */
function asAsked(program: Command, [first = "help", ...names]: string[]): string[] {
  if (first !== "help" || names.length === 0) return [first, ...names];
  const path: string[] = [];
  let at = program;
  for (const name of names) {
    const next = at.commands.find((command) => command.name() === name);
    // A noun without such a verb says so; what follows a verb is not looked at.
    if (!next) return at.commands.length > 0 && !name.startsWith("-") ? [...path, name] : [...path, "--help"];
    path.push(name);
    at = next;
  }
  return [...path, "--help"];
}

/** Runs one command line; returns the exit code. */
export async function runCommand(args: string[]): Promise<number> {
  const program = buildProgram();
  try {
    await program.parseAsync(asAsked(program, args), { from: "user" });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    // What is read of an option has been told by its reader; what a command reads of an argument itself has not.
    if (error instanceof InvalidArgumentError) process.stderr.write(`error: ${error.message}\n`);
    // Help that was asked for is an answer; a noun without its verb is shown it as well, and is wrong usage.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    process.stderr.write(`${sayFault(error)}
`);
    return 1;
  }
}

/** Why a command failed, for whoever gave it. */
export function sayFault(error: unknown): string {
  const refusal = asRefusal(error);
  if (refusal) return refusal.message;
  if (wasUnanswered(error))
    return "The database took what was asked and has not answered in time. It may be done all the same, now or later: look whether it is before you ask for it again.";
  const isSpoken = isServiceError(error) || (error instanceof Error && error.constructor === Error);
  return isSpoken ? (error as Error).message : explain(error);
}
