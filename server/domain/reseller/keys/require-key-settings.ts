import { toSubnet } from "#server/kernel/addresses.ts";
import { fail } from "#server/kernel/errors.ts";

/** What holds for a key when it is made and when it is changed. */
export function requireKeySettings({ name, allowedIps = [] }: { name: string; allowedIps?: string[] }): void {
  const wrong = allowedIps.find((text) => !toSubnet(text));
  if (wrong !== undefined)
    fail(
      "validation_error",
      `"${wrong}" is neither an IP address nor a CIDR such as 203.0.113.0/24 or 2001:db8::/32.`,
      { field: "allowed_ips" },
    );
  if (name.trim() === "" || name.length > 80)
    fail("validation_error", "A key needs a name of at most 80 characters, so that you know it again.", {
      field: "name",
    });
}
