/** A path of ours to go on to after signing in: whatever else an address asks for leads to the start of the portal. */
export function safeReturn(wanted: string | string[] | undefined): string {
  const fallback = "/portal";
  // A name that stands twice in an address has several values.
  const to = [wanted].flat()[0];
  if (!to?.startsWith("/") || /^\/[/\\]|[\n\r\t]/.test(to)) return fallback;
  return /^\/(sign-in|recovery|invitation|api)(\/|\?|$)/.test(to) ? fallback : to;
}
