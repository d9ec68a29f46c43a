import { InvalidArgumentError } from "commander";
import { CURRENCIES } from "#server/domain/reseller/accounts/index.ts";
import { HOME } from "#server/kernel/cell.ts";
import { isEmail } from "#server/kernel/email.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { parseDuration } from "#server/kernel/time.ts";

/** Readers of option values; a wrong one is wrong usage (exit code 2) with a sentence. */

export function decimal(text: string): Money {
  if (!/^[+-]?\d{1,12}(\.\d{1,8})?$/.test(text))
    throw new InvalidArgumentError(`"${text}" is not a plain decimal number such as 12.50.`);
  return money(text);
}

export function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError(`"${text}" is not a whole number from 0 to 999999999.`);
  return Number(text);
}

/** Of something that there has to be. */
export function atLeastOne(text: string): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0)
    throw new InvalidArgumentError(`"${text}" is not a whole number from 1 to 999999999.`);
  return Number(text);
}

export function truth(text: string): boolean {
  if (text !== "true" && text !== "false") throw new InvalidArgumentError(`"${text}" is neither true nor false.`);
  return text === "true";
}

/** Milliseconds. */
export function duration(text: string): number {
  const ms = parseDuration(text);
  if (ms === null) throw new InvalidArgumentError(`"${text}" is not a duration such as 90s, 15m, 72h or 30d.`);
  return ms;
}

/** The same, of something that lasts. */
export function lastingDuration(text: string): number {
  const ms = duration(text);
  if (ms === 0) throw new InvalidArgumentError(`"${text}" is no time at all. Give a duration such as 15m or 30d.`);
  return ms;
}

/** A time in UTC; a day means its last millisecond. */
export function moment(text: string): Date {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const time = new Date(isDay ? `${text}T23:59:59.999Z` : text);
  if (Number.isNaN(time.getTime()) || (!isDay && !/T.*(Z|[+-]\d{2}:\d{2})$/.test(text)))
    throw new InvalidArgumentError(`"${text}" is not a time such as 2026-11-30 or 2026-11-30T12:00:00Z.`);
  return time;
}

/** A moment, or how long ago it was. */
export function since(text: string): Date {
  const ago = parseDuration(text);
  const at = ago === null ? new Date(text) : new Date(Date.now() - ago);
  if (Number.isNaN(at.getTime()) || (ago === null && !/^\d{4}-\d\d-\d\d/.test(text)))
    throw new InvalidArgumentError(`"${text}" is neither a time such as 2026-11-01 nor a duration such as 30d.`);
  return at;
}

export function currencyCode(text: string): string {
  const code = text.toUpperCase();
  if (!(CURRENCIES as readonly string[]).includes(code))
    throw new InvalidArgumentError(`"${text}" is not one of ${CURRENCIES.join(", ")}.`);
  return code;
}

export const list = (text: string): string[] => text.split(",").flatMap((part) => part.trim() || []);

export const oneOf =
  <const T extends string>(...values: readonly T[]) =>
  (text: string): T => {
    if (!(values as readonly string[]).includes(text))
      throw new InvalidArgumentError(`"${text}" is not one of ${values.join(", ")}.`);
    return text as T;
  };

export function email(text: string): string {
  if (!isEmail(text)) throw new InvalidArgumentError(`"${text}" is not an e-mail address.`);
  return text;
}

/** Where a program is reached over HTTP: without a path. */
export function origin(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/` || url.username)
    throw new InvalidArgumentError(`"${text}" is not an address such as http://10.0.0.7:3000.`);
  return url.origin;
}

export function postgresUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length < 2)
    throw new InvalidArgumentError("It is not an address such as postgresql://user:password@host/name.");
  return text;
}

/** As the variable CELL takes it, of any cell but home. */
export function cellName(text: string): string {
  if (text === HOME) throw new InvalidArgumentError("home is the name of this one: choose another.");
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(text))
    throw new InvalidArgumentError(
      `"${text}" is not a name of small letters, digits and dashes, 31 at most, that begins with a letter.`,
    );
  return text;
}
