import type { Rows, Theme } from "./theme.ts";

/** Keeps the theme in a cookie that the server reads; whoever calls refreshes the page. */
export const keepTheme = (chosen: Theme): void => keep("theme", chosen);
export const keepRows = (chosen: Rows): void => keep("rows", chosen);

function keep(what: string, chosen: string): void {
  // Named as the server names its own: over https it is of this host alone.
  const [name, flag] = location.protocol === "https:" ? [`__Host-${what}`, ";secure"] : [what, ""];
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser, and the server reads this one.
  document.cookie = `${name}=${chosen};path=/;max-age=31536000;samesite=lax${flag}`;
}

/** Fetched when somebody leaves: no page needs it before. */
export async function signOut(): Promise<void> {
  const auth = await import("next-auth/react");
  await auth.signOut({ callbackUrl: "/sign-in" });
}
