import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { fail } from "#server/kernel/errors.ts";
import { after, MINUTE } from "#server/kernel/time.ts";
import { requirePassword } from "./change-password.ts";
import { auditPerson, type Device, type PersonCtx } from "./person.ts";
import { openSession } from "./sessions.ts";

const OPEN_FOR = 5 * MINUTE;
const MAX_PASSKEYS = 20;

/** Passkeys are bound to the host name that people see. */
const party = () => ({ rpID: new URL(env().publicUrl).hostname, origin: env().publicUrl });

export type PasskeySummary = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null };

export async function listPasskeys(ctx: PersonCtx): Promise<PasskeySummary[]> {
  return await ctx.db.prisma.passkey.findMany({
    where: { userId: ctx.person.userId },
    select: { id: true, name: true, createdAt: true, lastUsedAt: true },
    orderBy: { createdAt: "asc" },
  });
}

export async function beginPasskey(
  ctx: PersonCtx,
  currentPassword: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  await requirePassword(ctx, currentPassword);
  const { userId } = ctx.person;
  const held = await ctx.db.prisma.passkey.findMany({ where: { userId } });
  if (held.length >= MAX_PASSKEYS)
    fail("conflict", `You have ${held.length} passkeys, the most there can be. Remove one first.`);
  const options = await generateRegistrationOptions({
    rpName: "Reseller eSIM Service",
    rpID: party().rpID,
    userName: ctx.actor.name,
    userID: new TextEncoder().encode(String(userId)),
    excludeCredentials: held.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await remember(ctx, options.challenge, userId);
  return options;
}

export async function addPasskey(
  ctx: PersonCtx,
  { name, response }: { name: string; response: RegistrationResponseJSON },
): Promise<void> {
  const { userId } = ctx.person;
  const { rpID, origin } = party();
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => consume(ctx, challenge, userId),
    expectedOrigin: origin,
    expectedRPID: rpID,
  }).catch(notAccepted);
  if (!verified.verified) return notAccepted();
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  await ctx.db.prisma.$transaction(async (tx) => {
    const data = { id, userId, name, publicKey, counter, transports, createdAt: ctx.clock.now() };
    await tx.passkey.create({ data });
    await auditPerson(tx, ctx, userId, { act: "passkey.add", subject: ctx.actor.name, details: { name } });
  });
}

export async function removePasskey(ctx: PersonCtx, id: string): Promise<void> {
  const { userId } = ctx.person;
  await ctx.db.prisma.$transaction(async (tx) => {
    const { count } = await tx.passkey.deleteMany({ where: { id, userId } });
    if (count === 0) fail("resource_not_found", "There is no such passkey.");
    await auditPerson(tx, ctx, userId, { act: "passkey.remove", subject: ctx.actor.name });
  });
}

/** For somebody who has not said who they are: the passkey says it. */
export async function beginPasskeySignIn(ctx: Ctx): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options = await generateAuthenticationOptions({ rpID: party().rpID, userVerification: "required" });
  await remember(ctx, options.challenge, null);
  return options;
}

/** A passkey is something one has and is or knows: no code is asked for. */
export async function signInWithPasskey(
  ctx: Ctx,
  response: AuthenticationResponseJSON,
  device: Device,
): Promise<{ sessionId: string }> {
  const passkey = await ctx.db.prisma.passkey.findUnique({ where: { id: response.id }, include: { user: true } });
  if (!passkey) return fail("authentication_failed", "This passkey is not known here. It may have been removed.");
  const { rpID, origin } = party();
  const { id, publicKey, counter, transports } = passkey;
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => consume(ctx, challenge, null),
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { id, publicKey: Uint8Array.from(publicKey), counter: Number(counter), transports: transports as [] },
  }).catch(notAccepted);
  if (!verified.verified) return notAccepted();
  const { newCounter } = verified.authenticationInfo;
  await ctx.db.prisma.passkey.update({ where: { id }, data: { counter: newCounter, lastUsedAt: ctx.clock.now() } });
  return { sessionId: await openSession(ctx, passkey.user, device, "passkey") };
}

const notAccepted = (): never => fail("authentication_failed", "The passkey was not accepted. Try again.");

async function remember(ctx: Ctx, challenge: string, userId: number | null): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.query(sql`
    with old as (delete from passkey_challenges where expires_at < ${now})
    insert into passkey_challenges (challenge, user_id, expires_at) values (${challenge}, ${userId}, ${after(now, OPEN_FOR)})`);
}

async function consume(ctx: Ctx, challenge: string, userId: number | null): Promise<boolean> {
  const rows = await ctx.db.query(sql`
    delete from passkey_challenges
     where challenge = ${challenge} and user_id is not distinct from ${userId}::int and expires_at > ${ctx.clock.now()} returning challenge`);
  return rows.length === 1;
}
