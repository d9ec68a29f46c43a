import { headers } from "next/headers";

/** Which steps are shown first; every other device is one tap away. iPads say that they are Macs. */
export async function guessDevice(): Promise<"ios" | "android" | "other"> {
  const agent = (await headers()).get("user-agent") ?? "";
  if (/iPhone|iPad|iPod/.test(agent)) return "ios";
  return /Android/.test(agent) ? "android" : "other";
}
