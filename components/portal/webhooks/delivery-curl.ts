import { inShell } from "../in-shell.ts";

type Request = { url: string; headers: Record<string, string>; body: string };

/** The very request as a command: what was sent can be sent again by hand. */
export const toCurl = ({ url, headers, body }: Request): string =>
  [
    `curl -sS -X POST ${inShell(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${inShell(`${name}: ${value}`)}`),
    `--data-raw ${inShell(body)}`,
  ].join(" \\\n  ");
