const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

type Request = { url: string; headers: Record<string, string>; body: string };

/** The very request as a command: what was sent can be sent again by hand. */
export const toCurl = ({ url, headers, body }: Request): string =>
  [
    `curl -sS -X POST ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-raw ${quoted(body)}`,
  ].join(" \\\n  ");
