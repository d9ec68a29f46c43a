import type { Actor } from "./actor.ts";
import { roleOf } from "./actor.ts";
import { isAllowed } from "./permissions.ts";

/** Stands where a code would be that installs an eSIM. */
const HIDDEN = "hidden";

/** Whoever has such a code has the eSIM: it is told to the roles that hand codes on, and to programs with their scopes. */
export function seesInstallation({ actor }: { actor: Actor }): boolean {
  const role = roleOf(actor);
  return role === null || isAllowed(role, "installation:read");
}

/** An eSIM as the role may see it. */
export const withoutCodes = <T extends { activationCode: string; smdpAddress: string }>(
  ctx: { actor: Actor },
  esim: T,
): T => (seesInstallation(ctx) ? esim : { ...esim, activationCode: HIDDEN, smdpAddress: HIDDEN });

/** LPA strings wherever they stand, and fields of JSON, also of JSON within JSON. */
const CODES: readonly RegExp[] = [
  /(LPA:1\$)[^\s"\\]+/gi,
  /(\\*"(?:activation_?code|smdp_?address|matching_?id)\\*":\s*\\*")[^"\\]+/gi,
];

/** The same of a text, such as the body of an event. */
export const textWithoutCodes = (ctx: { actor: Actor }, text: string): string =>
  seesInstallation(ctx) ? text : CODES.reduce((left, code) => left.replace(code, `$1${HIDDEN}`), text);
