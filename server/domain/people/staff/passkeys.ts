import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type { Ctx } from "#server/kernel/context.ts";
import { env } from "#server/kernel/env.ts";
import { fail } from "#server/kernel/errors.ts";
import { after, MINUTE } from "#server/kernel/time.ts";
import { findKnownDevice } from "./known-devices.ts";
import { type Device, lockPerson, type PersonCtx } from "./person.ts";
import { markSecondFactor, requireFactorLeft } from "./second-factor.ts";
import { leaveNoOther, openSession } from "./sessions.ts";
import { tellPerson } from "./tell-person.ts";

/** A tenth of a command's whole start, and no command and no worker needs it. */
const webauthn = () => import("@simplewebauthn/server");

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

export async function beginPasskey(ctx: PersonCtx): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { userId } = ctx.person;
  const held = await ctx.db.prisma.passkey.findMany({ where: { userId } });
  requireRoom(held.length);
  const options = await (await webauthn()).generateRegistrationOptions({
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

function requireRoom(held: number): void {
  if (held >= MAX_PASSKEYS) fail("conflict", `You have ${held} passkeys, the most there can be. Remove one first.`);
}

export async function addPasskey(
  ctx: PersonCtx,
  { name, response }: { name: string; response: RegistrationResponseJSON },
): Promise<void> {
  const { userId } = ctx.person;
  const { rpID, origin } = party();
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await withoutVouchers(response)
    .then((bare) =>
      verifyRegistrationResponse({
        response: bare,
        expectedChallenge: (challenge) => consume(ctx, challenge, userId),
        expectedOrigin: origin,
        expectedRPID: rpID,
      }),
    )
    .catch(notAccepted);
  if (!verified.verified) return notAccepted();
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  await ctx.db.transaction(async (tx) => {
    await lockPerson(tx, userId);
    requireRoom(await tx.prisma.passkey.count({ where: { userId } }));
    const data = { id, userId, name, publicKey, counter, transports, createdAt: ctx.clock.now() };
    await tx.prisma.passkey.create({ data });
    await markSecondFactor(tx, ctx);
    await tellPerson(tx, ctx, userId, {
      act: "passkey.add",
      email: ctx.actor.name,
      text: `The passkey “${name}” was added: it signs in as you, without your password.`,
      details: { name },
    });
  });
}

/**
 * Who made a device is not asked, so what is sent to vouch for it is left out unread, as browsers leave it out: its certificates may be
 * anybody's own, and name addresses that would be fetched from here to see whether they still hold.
 */
async function withoutVouchers(answer: RegistrationResponseJSON): Promise<RegistrationResponseJSON> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import("@simplewebauthn/server/helpers");
  const sent = decodeAttestationObject(isoBase64URL.toBuffer(answer.response.attestationObject));
  const kept = new Map<string, string | Uint8Array | Map<string, string>>([
    ["fmt", "none"],
    ["attStmt", new Map<string, string>()],
    ["authData", sent.get("authData")],
  ]);
  const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(kept));
  return { ...answer, response: { ...answer.response, attestationObject } };
}

/** What it opened ends with it: whoever has it, or the device that it is on, is out. */
export async function removePasskey(ctx: PersonCtx, id: string): Promise<void> {
  const { userId } = ctx.person;
  await ctx.db.transaction(async (tx) => {
    const held = await tx.prisma.passkey.findFirst({ where: { id, userId } });
    if (!held) return fail("resource_not_found", "There is no such passkey.");
    await tx.prisma.passkey.deleteMany({ where: { id, userId } });
    await requireFactorLeft(tx, userId);
    await leaveNoOther(tx, ctx);
    await tellPerson(tx, ctx, userId, {
      act: "passkey.remove",
      email: ctx.actor.name,
      text: `The passkey “${held.name}” was removed: it no longer signs in as you. All other sessions were ended.`,
      details: { name: held.name },
    });
  });
}

/** For somebody who has not said who they are: the passkey says it. */
export const beginPasskeySignIn = (ctx: Ctx): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  askForPasskey(ctx, null);

/** A challenge for anybody, or for one person and their passkeys. */
export async function askForPasskey(ctx: Ctx, userId: number | null): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const held =
    userId === null ? undefined : await ctx.db.prisma.passkey.findMany({ where: { userId }, select: { id: true } });
  const options = await (await webauthn()).generateAuthenticationOptions({
    rpID: party().rpID,
    userVerification: "required",
    allowCredentials: held,
  });
  await remember(ctx, options.challenge, userId);
  return options;
}

/** A passkey is something one has and is or knows: no code is asked for. */
export async function signInWithPasskey(ctx: Ctx, response: AuthenticationResponseJSON, device: Device) {
  const { id: passkey, user } = await verifyPasskey(ctx, response, null);
  const known = await findKnownDevice(ctx, user.id, device.tokens);
  return await openSession(ctx, user, { ...device, id: known?.id ?? null }, { method: "passkey", passkey });
}

/** The passkey that signed a challenge of ours, which is used up by that. @param userId whom the challenge was for */
export async function verifyPasskey(ctx: Ctx, response: AuthenticationResponseJSON, userId: number | null) {
  const passkey = await ctx.db.prisma.passkey.findUnique({ where: { id: idOf(response) }, include: { user: true } });
  if (!passkey)
    return fail("validation_error", "This passkey is not known here. It may have been removed.", { field: "passkey" });
  const { rpID, origin } = party();
  const { id, publicKey, counter, transports } = passkey;
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => consume(ctx, challenge, userId),
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { id, publicKey: Uint8Array.from(publicKey), counter: Number(counter), transports: transports as [] },
  }).catch(notAccepted);
  if (!verified.verified) return notAccepted();
  const { newCounter } = verified.authenticationInfo;
  await ctx.db.prisma.passkey.update({ where: { id }, data: { counter: newCounter, lastUsedAt: ctx.clock.now() } });
  return passkey;
}

/** What a browser sends may be anything: what names no passkey is nobody's. */
const idOf = (response: unknown): string => {
  const { id } = Object(response) as { id?: unknown };
  return typeof id === "string" ? id : "";
};

const notAccepted = (): never =>
  fail("validation_error", "The passkey was not accepted. Try again.", { field: "passkey" });

async function remember(ctx: Ctx, challenge: string, userId: number | null): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.prisma.passkeyChallenge.deleteMany({ where: { expiresAt: { lt: now } } });
  await ctx.db.prisma.passkeyChallenge.create({ data: { challenge, userId, expiresAt: after(now, OPEN_FOR) } });
}

async function consume(ctx: Ctx, challenge: string, userId: number | null): Promise<boolean> {
  // It is read out of what a browser sends, where anything can stand, also nothing: that would match every challenge.
  if (typeof challenge !== "string") return false;
  const { count } = await ctx.db.prisma.passkeyChallenge.deleteMany({
    where: { challenge, userId, expiresAt: { gt: ctx.clock.now() } },
  });
  return count === 1;
}
