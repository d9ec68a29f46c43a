import { fail } from "#server/kernel/errors.ts";
import { checkAddress, isRefused } from "./address-rule.ts";

/** The address as it will be dialled; refuses what is not allowed, with the reason. */
export async function requireAddress(url: string): Promise<URL> {
  const checked = await checkAddress(url);
  if (!isRefused(checked)) return checked.url;
  return fail(
    "validation_error",
    `The webhook address ${checked.reason}. It must be a public HTTPS address; to receive events on your own machine, see /docs/listen.`,
    {
      field: "url",
      reason: checked.reason,
    },
  );
}
