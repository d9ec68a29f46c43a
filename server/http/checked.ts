import { env } from "#server/kernel/env.ts";
import { JsonText, type Operation } from "./operation.ts";

/** Outside production every answer is held against its declared shape; in production the compiler's word is enough. */
export function checked(operation: Operation, data: unknown): unknown {
  if (env().mode !== "production") operation.data.parse(data);
  return data;
}

/** The same as JSON. */
export function checkedText(operation: Operation, data: unknown): string {
  if (!(data instanceof JsonText)) return JSON.stringify(checked(operation, data));
  if (env().mode !== "production") checked(operation, JSON.parse(data.text));
  return data.text;
}
