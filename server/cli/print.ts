import type { Command } from "commander";
import { Decimal } from "decimal.js";
import { recordTime } from "#server/kernel/time.ts";

type Value = unknown;

/** Prints what a command made: with --json one object, else a table or `name  value` lines. */
export function print(command: Command, result: Record<string, Value>): void {
  if (command.optsWithGlobals().json) {
    process.stdout.write(`${JSON.stringify(plain(result))}\n`);
    return;
  }
  const rows = Object.values(result).find(isRows);
  const scalars = Object.entries(result).filter(([, value]) => !isRows(value));
  for (const [name, value] of scalars) process.stdout.write(`${name.padEnd(20)} ${shown(value)}\n`);
  if (rows) process.stdout.write(table(rows));
}

const isRows = (value: Value): value is Record<string, Value>[] =>
  Array.isArray(value) && value.every((row) => typeof row === "object" && row !== null);

/** JSON as the API writes it: amounts are numbers, times are UTC records. */
function plain(value: Value): Value {
  if (Decimal.isDecimal(value)) return (value as Decimal).toNumber();
  if (value instanceof Date) return recordTime(value);
  if (Array.isArray(value)) return value.map(plain);
  if (value && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item)]));
  return value;
}

function shown(value: Value): string {
  const text = plain(value);
  if (text === null || text === undefined || text === "") return "–";
  return typeof text === "object" ? JSON.stringify(text) : String(text);
}

function table(rows: Record<string, Value>[]): string {
  if (rows.length === 0) return "(none)\n";
  const names = Object.keys(rows[0]!);
  const cells = rows.map((row) => names.map((name) => shown(row[name])));
  const widths = names.map((name, i) => Math.max(name.length, ...cells.map((row) => row[i]!.length)));
  const line = (row: string[]) =>
    `${row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join("  ")
      .trimEnd()}\n`;
  return [names, widths.map((width) => "─".repeat(width)), ...cells].map(line).join("");
}
