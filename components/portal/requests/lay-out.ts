const INDENT = "  ";

/** JSON over lines, also when its end was cut off: what is there is laid out as far as it goes. Whatever is no JSON stays as it is. */
export function layOut(body: string): string {
  if (!/^\s*[[{]/.test(body)) return body;
  let depth = 0;
  const line = () => `\n${INDENT.repeat(Math.max(0, depth))}`;
  // A text with its escapes, the last of which may have no end; what opens, closes and parts; space between; the rest.
  return body.replace(/"(?:[^"\\]|\\.)*"?|[[{]\s*[\]}]|[[{]|[\]}]|,|:|\s+|[^"[\]{},:\s]+/gs, (token) => {
    if (/^[[{]\s*[\]}]$/.test(token)) return token.replace(/\s/g, "");
    if (token === "{" || token === "[") {
      depth++;
      return token + line();
    }
    if (token === "}" || token === "]") {
      depth--;
      return line() + token;
    }
    if (token === ",") return `,${line()}`;
    if (token === ":") return ": ";
    return /^\s/.test(token) ? "" : token;
  });
}
