import { refuse } from "./refusal.ts";
import type { Body, Shop } from "./shop.ts";
import type { Esim } from "./state.ts";

/** A text that must be there. */
export function readText(body: Body, name: string, maxLength: number): string {
  const value = body[name];
  if (value === undefined) return refuse("000105", name);
  if (typeof value !== "string" || value === "") return refuse("000106", name);
  return value.length <= maxLength ? value : refuse("000107", name);
}

/** A text that may be missing, null or empty. */
export function readOptionalText(body: Body, name: string): string | null {
  const value = body[name];
  if (value === undefined || value === null || value === "") return null;
  return typeof value === "string" ? value : refuse("000106", name);
}

export function readWhole(body: Body, name: string, min: number, max: number): number {
  const value = body[name];
  if (value === undefined) return refuse("000105", name);
  if (!Number.isInteger(value)) return refuse("000106", name);
  return (value as number) >= min && (value as number) <= max ? (value as number) : refuse("000107", name);
}

/** Days of a day pass; other packages have no say in it. */
export function readPeriods(body: Body, isDayPass: boolean): number {
  if (body.periodNum === undefined || body.periodNum === null) return 1;
  return isDayPass ? readWhole(body, "periodNum", 1, 365) : refuse("200008", "periodNum");
}

/** Checked only when it was sent. */
export function checkAmount(sent: unknown, due: number, code: "200005" | "200006"): void {
  if (sent !== undefined && sent !== null && sent !== due) refuse(code);
}

/** The eSIM that a call is about: by `esimTranNo`, or else by `iccid`. */
export function readEsim(shop: Shop, body: Body): Esim {
  const state = shop.journal.state();
  const esimTranNo = readOptionalText(body, "esimTranNo");
  const iccid = readOptionalText(body, "iccid");
  if (!esimTranNo && !iccid) return refuse("000105", "esimTranNo");
  return (esimTranNo ? state.esims.get(esimTranNo) : state.byIccid.get(iccid!)) ?? refuse("310403");
}
