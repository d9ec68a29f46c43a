import { createUser, findSession, type PersonCtx, signIn } from "#server/domain/people/staff/index.ts";
import { type Clock, systemClock } from "#server/kernel/clock.ts";
import type { AccountCtx, Environment } from "#server/kernel/context.ts";
import { database } from "#server/kernel/db.ts";
import { ulid } from "#server/kernel/ids.ts";
import type { Role } from "#server/kernel/roles.ts";
import { appRouter } from "#server/trpc/root.ts";
import { createCallerFactory } from "#server/trpc/trpc.ts";
import { enter, newAccount, system } from "./world.ts";

export const PASSWORD = "correct horse battery staple";
export const DEVICE = { ip: "203.0.113.9", userAgent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0" };

/** A clock that tests move. */
export function movableClock(start = Date.now()): Clock & { move(ms: number): void } {
  let now = start;
  return {
    now: () => new Date(now),
    move: (ms) => {
      now += ms;
    },
  };
}

/** Somebody on the team of an account, signed in. */
export async function newPerson(role: Role = "owner", accountCode?: string, clock: Clock = systemClock) {
  const code = accountCode ?? (await newAccount({ wallet: 100 })).code;
  const email = `${ulid().toLowerCase()}@example.com`;
  await createUser(system({ clock }), code, { email, role, password: PASSWORD });
  const signed = await signIn(system({ clock }), { email, password: PASSWORD }, DEVICE);
  if (signed.outcome !== "signed_in") throw new Error("A person without a second factor was asked for one.");
  const person = (await findSession(database(), signed.sessionId, clock.now()))!;
  const actor = { kind: "staff", name: email, role } as const;
  const personCtx: PersonCtx = {
    ...system({ clock, actor }),
    person: { userId: person.userId, sessionId: signed.sessionId },
  };
  const session = async () => (await findSession(database(), signed.sessionId, new Date()))!;
  const inAccount = async (environment: Environment = "live"): Promise<AccountCtx> => ({
    ...(await enter(code, environment)),
    actor,
    clock,
  });
  /** The portal's API as this person's browser reaches it. */
  const api = async (environment: Environment | null = "live", accountCode: string | null = null) =>
    createCallerFactory(appRouter)({
      ...system({ actor }),
      client: DEVICE,
      person: await session(),
      environment,
      accountCode,
    });
  return { code, email, userId: person.userId, sessionId: signed.sessionId, personCtx, inAccount, session, api };
}
