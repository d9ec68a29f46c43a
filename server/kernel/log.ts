import pino, { type Logger } from "pino";
import { env } from "./env.ts";
import { processSingleton } from "./process-singleton.ts";

/**
 * What may be seen of it, and what may not; only the first part stays. A backslash is never hidden: in JSON it belongs to what
 * follows. None is tried again from each letter of a long word: whoever wrote that would hold up the process.
 */
const SECRETS: readonly RegExp[] = [
  /\b(svc_(?:test|live|sign)_[0-9A-Za-z]{4})[0-9A-Za-z]+/g,
  /\b(whsec_|[srp]k_(?:test|live)_|Bearer\s+|Basic\s+)[0-9A-Za-z+/=_.~-]{6,}/g,
  /\b(LPA:1\$[^$\s"\\]+\$)[^\s"$\\]+/g,
  // user and password in an address
  /(:\/\/)[^\s/@":]*:[^\s/@"]+(?=@)/g,
  // links that open something by themselves
  /(\/(?:recovery|invitation|sign-up|preview|order|my|esim|share|pay|suppliers\/\w+)\/)[0-9A-Za-z_-]{20,}/g,
  /(session-token(?:\.\d)?=)[^\s;"\\]+/g,
  // fields of JSON, also of JSON within JSON
  /("(?:\w*[pP]assword|passwordHash|secret|\w*[sS]ecret|token|\w+Token|activation_?[cC]ode|matching_?[iI]d|cookie|authorization)\\*":\s*\\*")[^"\\]{4,}/g,
];
const ADDRESS = /([\w.+-])[\w.+-]{0,63}(@[\w-]+\.[\w.-]+)/g;

/** Hides keys, secrets, activation codes, links that open something, and e-mail addresses in a text. */
export const redact = (text: string): string =>
  SECRETS.reduce((left, secret) => left.replace(secret, "$1…"), text).replace(ADDRESS, "$1…$2");

/** One JSON line per fact on standard output. */
export function log(): Logger {
  return processSingleton("log", () => {
    const out = pino.destination({ dest: 1, sync: false, minLength: 4096 });
    setInterval(() => out.flush(), 250).unref();
    process.on("exit", () => out.flushSync());
    return pino(
      {
        level: env().logLevel,
        base: undefined,
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
        hooks: { streamWrite: redact },
      },
      out,
    );
  });
}
