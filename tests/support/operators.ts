import { createOperator, findSession, signIn } from "#server/domain/people/staff/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { ulid } from "#server/kernel/ids.ts";
import type { OperatorRole } from "#server/kernel/roles.ts";
import { appRouter } from "#server/trpc/root.ts";
import { createCallerFactory } from "#server/trpc/trpc.ts";
import { DEVICE, PASSWORD } from "./people.ts";
import { system } from "./world.ts";

/** One of the platform's own staff, signed in with a second factor. */
export async function newOperator(role: OperatorRole = "admin") {
  const email = `op-${ulid().toLowerCase()}@platform.example`;
  await createOperator(system(), { email, password: PASSWORD, role });
  const signed = await signIn(system(), { email, password: PASSWORD }, DEVICE);
  if (signed.outcome !== "signed_in") throw new Error("An operator without a second factor was asked for one.");
  const { sessionId } = signed;
  // As if a passkey had been shown: what leads there is tested on its own.
  await database().query(sql`update sessions set second_factor_at = now() where id = ${sessionId}`);
  const actor = { kind: "operator", name: email, operatorRole: role } as const;
  /** The API as this person's browser reaches it, in their own area or in an account that they visit. */
  const api = async (environment: "test" | "live" | null = null) =>
    createCallerFactory(appRouter)({
      ...system({ actor: { ...actor, role: "viewer" } }),
      client: DEVICE,
      person: await findSession(database(), sessionId, new Date()),
      environment,
      accountCode: null,
    });
  const ctx: Ctx = system({ actor });
  return { email, ctx, api, sessionId };
}

/** The refusal's code, or `done`. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: { code?: string }) => error.code ?? String(error),
  );
