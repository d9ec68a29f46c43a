/** Where Next runs without `server/main.ts`, this is what that process would have set. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { setEventShapes } = await import("#server/kernel/events.ts");
  const { eventShapes } = await import("#server/api/v1/events.ts");
  setEventShapes(eventShapes);
  const { env } = await import("#server/kernel/env.ts");
  // next-auth takes the address that people see from here and nowhere else.
  process.env.NEXTAUTH_URL = env().publicUrl;
  if (!env().databaseUrl || process.env.NEXT_PHASE === "phase-production-build") return;
  const { followKeyring } = await import("#server/domain/control/secrets/index.ts");
  const { database } = await import("#server/kernel/db.ts");
  await followKeyring(database(), "pages");
}
