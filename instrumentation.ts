/** Where Next runs without `server/main.ts`, this is what that process would have set. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { setEventPresenter } = await import("#server/kernel/events.ts");
  const { presentEventData } = await import("#server/api/v1/events.ts");
  setEventPresenter(presentEventData);
  const { env } = await import("#server/kernel/env.ts");
  // next-auth takes the address that people see from here and nowhere else.
  process.env.NEXTAUTH_URL = env().publicUrl;
}
