/** A path of ours to go on to after signing in: whatever else an address asks for leads to the start of the portal. */
export function safeReturn(to: string | undefined): string {
  const fallback = "/portal";
  if (!to?.startsWith("/") || /^\/[/\\]|[\n\r\t]/.test(to)) return fallback;
  return /^\/(sign-in|recovery|invitation|api)(\/|\?|$)/.test(to) ? fallback : to;
}
