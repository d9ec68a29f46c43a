import pino, { type Logger } from "pino";
import { env } from "./env.ts";
import { once } from "./once.ts";

const SECRET =
  /\b(svc_(?:test|live|sign)_[0-9A-Za-z]{4})[0-9A-Za-z]+|\b(whsec_)[0-9A-Za-z+/=]+|\b(LPA:1\$[^$\s"]+\$)[^\s"$]+|([\w.+-])[\w.+-]*(@[\w-]+\.[\w.-]+)/g;

/** Hides keys, secrets, activation codes and e-mail addresses in a text. */
export const redact = (text: string): string =>
  text.replace(SECRET, (_all, key, webhook, lpa, first, domain) => `${key ?? webhook ?? lpa ?? first}…${domain ?? ""}`);

/** One JSON line per fact on standard output. */
export function log(): Logger {
  return once("log", () => {
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
