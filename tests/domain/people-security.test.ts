import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { mailNotifications } from "#server/domain/messaging/mail/index.ts";
import {
  beginTotp,
  changePassword,
  confirmTotp,
  createOperator,
  disableTotp,
  findSession,
  muteNotifications,
  renewRecoveryCodes,
  requestPasswordReset,
  resetPassword,
  sendRecovery,
  signIn,
} from "#server/domain/people/staff/index.ts";
import { decrypt } from "#server/kernel/crypto.ts";
import { database, sql } from "#server/kernel/db.ts";
import { appRouter } from "#server/trpc/root.ts";
import { createCallerFactory } from "#server/trpc/trpc.ts";
import { late } from "#tests/support/late.ts";
import { codeOf, newOperator } from "#tests/support/operators.ts";
import { DEVICE, newPerson, PASSWORD } from "#tests/support/people.ts";
import { system } from "#tests/support/world.ts";

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => error as { code: string; cause?: { details?: { confirm?: string } } },
  );
const appCode = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

type Mail = { kind: string; subject: string; text: Uint8Array };
const mailsTo = async (email: string) =>
  (await database().query<Mail>(sql`select kind, subject, text from mails where recipient = ${email} order by id`)).map(
    ({ text, ...mail }) => ({ ...mail, text: decrypt(text) }),
  );
const kindsTo = async (email: string) => (await mailsTo(email)).map(({ kind }) => kind);

/** As if the person had signed in a while ago. */
const letTimePass = (sessionId: string) =>
  database().query(
    sql`update sessions set confirmed_at = now() - interval '10 minutes 1 second' where id = ${sessionId}`,
  );

describe("what cannot be taken back", () => {
  type Api = Awaited<ReturnType<Awaited<ReturnType<typeof newPerson>>["api"]>>;
  const ASKED: [string, (api: Api, userId: number) => Promise<unknown>][] = [
    [
      "make a key",
      (api) =>
        api.keys.create({
          name: "k",
          scopes: ["catalog:read"],
          allowedIps: [],
          requireHmac: false,
          expiresInDays: null,
        }),
    ],
    ["change a key", (api) => api.keys.change({ prefix: "svc_live_00000000", name: "k", allowedIps: [] })],
    ["rotate a key", (api) => api.keys.rotate({ prefix: "svc_live_00000000", overlapHours: 1 })],
    ["set payment keys", (api) => api.storefront.setStripeKeys({ secretKey: "sk_live_12345678" })],
    ["remove payment keys", (api) => api.storefront.removeStripeKeys()],
    [
      "switch automatic funding on",
      (api) => api.balance.setAutoFunding({ threshold: "5", amount: "5", monthlyCap: "5" }),
    ],
    ["switch automatic funding off", (api) => api.balance.stopAutoFunding()],
    ["save a card", (api) => api.balance.saveCard()],
    ["remove the card", (api) => api.balance.removeCard()],
    ["change the domain", (api) => api.brand.setDomain({ custom_domain: "esim.example.com" })],
    ["invite to the team", (api, userId) => api.team.invite({ email: `${userId}@evil.example`, role: "admin" })],
    ["change a role", (api, userId) => api.team.changeRole({ userId, role: "viewer" })],
    ["hand the account over", (api, userId) => api.team.transfer({ userId })],
    ["end somebody's sessions", (api, userId) => api.team.endSessions({ userId })],
    ["begin an app", (api) => api.person.beginTotp()],
    ["remove the app", (api) => api.person.disableTotp()],
    ["renew recovery codes", (api) => api.person.renewRecoveryCodes()],
    ["begin a passkey", (api) => api.person.beginPasskey()],
    ["remove a passkey", (api) => api.person.removePasskey({ id: "x" })],
  ];

  test.each(ASKED)("takes a confirmation of the last ten minutes to %s", async (_what, ask) => {
    const owner = await newPerson("owner");
    const admin = await newPerson("admin", owner.code);
    await letTimePass(owner.sessionId);
    const refused = await refusal(ask(await owner.api("live"), admin.userId));
    expect(refused).toMatchObject({ code: "FORBIDDEN", cause: { details: { confirm: "any" } } });
    await (await owner.api("live")).person.confirm({ password: PASSWORD });
    const then = await refusal(ask(await owner.api("live"), admin.userId));
    expect(then?.cause?.details?.confirm).toBeUndefined();
  });

  test("is nothing that whoever may not do it is asked to confirm: they are refused", async () => {
    const viewer = await newPerson("viewer");
    await letTimePass(viewer.sessionId);
    const own = (["make a key", "set payment keys", "change the domain", "hand the account over"] as const).map(
      (what) => ASKED.find(([name]) => name === what)!,
    );
    for (const [what, ask] of own) {
      const refused = await refusal(ask(await viewer.api("live"), viewer.userId));
      expect(refused, what).toMatchObject({ code: "FORBIDDEN" });
      expect(refused!.cause!.details!.confirm, what).toBeUndefined();
    }
    const support = await newOperator("support");
    await letTimePass(support.sessionId);
    const { operator } = await support.api();
    const deposit = {
      kind: "deposit",
      accountCode: viewer.code,
      amount: "5",
      bankReference: "B-1",
      reason: "r",
    } as const;
    for (const asked of [
      operator.decisions.ask(deposit),
      operator.operators.invite({ email: "x@platform.example", role: "admin" }),
      operator.suppliers.removeCredentials({ code: "airalo" }),
    ])
      expect((await refusal(asked))!.cause!.details!.confirm).toBeUndefined();
  });

  test("is not had by guessing at the code, however often the password is known", async () => {
    const { personCtx, api } = await newPerson();
    const { secret } = await beginTotp(personCtx);
    await confirmTotp(personCtx, appCode(secret));
    const { person } = await api();
    const codes: string[] = [];
    for (let guess = 0; guess < 8; guess++) {
      codes.push((await refusal(person.confirm({ code: `00000${guess}` })))!.code);
      await person.confirm({ password: PASSWORD });
    }
    expect(codes.filter((code) => code === "UNPROCESSABLE_CONTENT")).toHaveLength(5);
  });

  test("takes the app, for who has one, to change how they sign in: the password alone, where it was enough, is not", async () => {
    const person = await newPerson();
    // As in a browser that is trusted, or before there was an app.
    const { secret } = await beginTotp(person.personCtx);
    const { recoveryCodes } = await confirmTotp(person.personCtx, appCode(secret));
    await database().query(sql`update sessions set second_factor_at = null where id = ${person.sessionId}`);
    await (await person.api()).person.confirm({ password: PASSWORD });
    const changes: ((api: Api) => Promise<unknown>)[] = [
      (api) => api.person.disableTotp(),
      (api) => api.person.renewRecoveryCodes(),
      (api) => api.person.beginPasskey(),
      (api) => api.person.addPasskey({ name: "Mine", response: {} as never }),
      (api) => api.person.removePasskey({ id: "x" }),
    ];
    for (const change of changes)
      expect(await refusal(change(await person.api()))).toMatchObject({
        code: "FORBIDDEN",
        cause: { details: { confirm: "factor" } },
      });
    // All else is as ever, and a recovery code stands in for the app.
    expect(await (await person.api()).person.confirmed()).toBe(true);
    await (await person.api()).person.confirm({ code: recoveryCodes[0]! });
    await (await person.api()).person.disableTotp();
  });

  test("is not had with a passkey's answer of any other shape, which is refused like a wrong one", async () => {
    const { person } = await (await newPerson()).api();
    const { id: _none, ...shapeless } = { id: "", response: {} };
    for (const passkey of [{ id: { contains: "" } }, { id: 5 }, { id: null }, shapeless, { id: "x", response: null }])
      expect(await refusal(person.confirm({ passkey: passkey as never }))).toMatchObject({
        code: "UNPROCESSABLE_CONTENT",
      });
  });

  test("is not had with a passkey's answer to no challenge or to any, and such an answer uses none up", async () => {
    const owner = await newPerson();
    const { person } = await owner.api();
    const id = `pk-${owner.email}`;
    await database().query(sql`
      insert into passkeys (id, user_id, name, public_key, transports, created_at)
      select ${id}, id, 'Key', '\\x00', '{}', now() from users where email = ${owner.email}`);
    await database().query(sql`
      insert into passkey_challenges (challenge, user_id, expires_at)
      select ${id}, id, now() + interval '1 hour' from users where email = ${owner.email}`);
    for (const challenge of [undefined, null, { not: "" }, { contains: "" }]) {
      const said = Buffer.from(JSON.stringify({ type: "webauthn.get", challenge })).toString("base64url");
      const response = { clientDataJSON: said, authenticatorData: "", signature: "" };
      const passkey = { id, rawId: id, type: "public-key", response, clientExtensionResults: {} };
      expect(await refusal(person.confirm({ passkey: passkey as never }))).toMatchObject({
        code: "UNPROCESSABLE_CONTENT",
      });
    }
    expect(await database().query(sql`select from passkey_challenges where challenge = ${id}`)).toHaveLength(1);
  });

  test("is not had by guessing at the open screen, which locks nothing else; a new domain has no side entrance", async () => {
    const owner = await newPerson("owner");
    await letTimePass(owner.sessionId);
    const api = await owner.api("live");
    const guesses = Array.from({ length: 12 }, (_, i) => refusal(api.person.confirm({ password: `guess ${i}` })));
    const codes = (await Promise.all(guesses)).map((error) => error!.code);
    expect(codes.filter((code) => code === "UNPROCESSABLE_CONTENT")).toHaveLength(5);
    expect(await refusal(api.person.confirm({ password: PASSWORD }))).toMatchObject({ code: "TOO_MANY_REQUESTS" });
    expect(
      await refusal(api.brand.saveDraft({ fields: { custom_domain: "esim.example.com" }, revision: 0 })),
    ).toMatchObject({
      code: "UNPROCESSABLE_CONTENT",
    });
    const signed = await signIn(system(), { email: owner.email, password: PASSWORD }, DEVICE);
    expect(signed).toMatchObject({ outcome: "signed_in" });
  });
});

describe("an operator", () => {
  /** Signed in with a password, in a fresh session or a given one. */
  async function newcomer() {
    const email = `op-${crypto.randomUUID()}@platform.example`;
    await createOperator(system(), { email, password: PASSWORD });
    const enter = async (code?: string) => {
      const signed = await signIn(system(), { email, password: PASSWORD, code }, DEVICE);
      return (signed as { sessionId: string }).sessionId;
    };
    const actor = { kind: "operator", name: email, operatorRole: "admin" } as const;
    const api = async (sessionId: string) =>
      createCallerFactory(appRouter)({
        ...system({ actor: { ...actor, role: "viewer" } }),
        ...{ client: DEVICE, person: await findSession(database(), sessionId, new Date()) },
        ...{ environment: null, accountCode: null },
      });
    return { email, enter, api };
  }

  test("does nothing before a second factor is set up and shown, then everything; the last one stays", async () => {
    const { enter, api } = await newcomer();
    const sessionId = await enter();
    expect(await codeOf((await api(sessionId)).operator.concerns())).toBe("FORBIDDEN");
    const { secret } = await (await api(sessionId)).person.beginTotp();
    expect(await codeOf((await api(sessionId)).operator.concerns())).toBe("FORBIDDEN");
    await (await api(sessionId)).person.confirmTotp({ code: appCode(secret) });
    expect(await codeOf((await api(sessionId)).operator.concerns())).toBe("done");
    expect(await codeOf((await api(sessionId)).person.disableTotp())).toBe("CONFLICT");
  });

  test("who knows only the password of one with a passkey adds no factor of their own", async () => {
    const { email, enter, api } = await newcomer();
    const sessionId = await enter();
    await database().query(sql`
      insert into passkeys (id, user_id, name, public_key, transports, created_at)
      select ${`pk-${email}`}, id, 'Key', '\\x00', '{}', now() from users where email = ${email}`);
    for (const ask of ["beginTotp", "beginPasskey", "disableTotp", "renewRecoveryCodes"] as const) {
      const refused = await refusal((await api(sessionId)).person[ask]());
      expect(refused, ask).toMatchObject({ code: "FORBIDDEN", cause: { details: { confirm: "factor" } } });
    }
    // The password confirms nothing here.
    await (await api(sessionId)).person.confirm({ password: PASSWORD });
    expect(await refusal((await api(sessionId)).person.beginTotp())).toMatchObject({ code: "FORBIDDEN" });
    expect(await codeOf((await api(sessionId)).operator.concerns())).toBe("FORBIDDEN");
  });

  test("ends a person's sessions and known devices, on record and told; admins end those of their team, not an owner's", async () => {
    const owner = await newPerson("owner");
    const member = await newPerson("viewer", owner.code);
    const admin = await newPerson("admin", owner.code);
    const stranger = await newPerson("owner");
    const signedOut = async (sessionId: string) => (await findSession(database(), sessionId, new Date())) === null;
    const adminApi = await admin.api("live");
    expect(await codeOf(adminApi.team.endSessions({ userId: owner.userId }))).toBe("FORBIDDEN");
    expect(await codeOf(adminApi.team.endSessions({ userId: stranger.userId }))).toBe("NOT_FOUND");
    await adminApi.team.endSessions({ userId: member.userId });
    expect(await signedOut(member.sessionId)).toBe(true);
    expect((await mailsTo(member.email)).at(-1)!.text).toContain(`by ${admin.email}`);

    const operator = await newOperator();
    const { accounts } = (await operator.api()).operator;
    expect(await codeOf(accounts.endSessions({ code: owner.code, userId: stranger.userId }))).toBe("NOT_FOUND");
    await accounts.endSessions({ code: owner.code, userId: owner.userId });
    expect(await signedOut(owner.sessionId)).toBe(true);
    expect(await signedOut(stranger.sessionId)).toBe(false);
    const [left] = await database().query<{ devices: number; entries: number }>(sql`
      select (select count(*)::int from known_devices where user_id = ${owner.userId}) as devices,
             (select count(*)::int from audit_entries where act = 'session.end' and actor = ${`operator:${operator.email}`}) as entries`);
    expect(left).toEqual({ devices: 0, entries: 1 });
    expect(await kindsTo(owner.email)).toContain("security-session-end");
  });
});

describe("mails about what an intruder would do", () => {
  test("tell a person of every change to their sign-in, and of a new device but not of the first", async () => {
    const { email, personCtx } = await newPerson();
    expect(await kindsTo(email)).toEqual([]);
    const { secret } = await beginTotp(personCtx);
    await confirmTotp(personCtx, appCode(secret));
    await renewRecoveryCodes(personCtx);
    await disableTotp(personCtx);
    const signed = await signIn(system(), { email, password: PASSWORD }, DEVICE);
    const tokens = [(signed as { deviceToken: string }).deviceToken];
    await signIn(system(), { email, password: PASSWORD }, { ...DEVICE, tokens });
    await changePassword(personCtx, { currentPassword: PASSWORD, password: "four other random words" });
    expect(await kindsTo(email)).toEqual([
      "security-totp-enable",
      "security-recovery-codes-renew",
      "security-totp-disable",
      "security-device-new",
      "security-password-change",
    ]);
    expect((await mailsTo(email))[3]!.text).toContain(DEVICE.ip);
  });

  test("tell the one who did it and the owners of changes to the account, whatever they switched off", async () => {
    const owner = await newPerson("owner");
    const admin = await newPerson("admin", owner.code);
    const viewer = await newPerson("viewer", owner.code);
    await muteNotifications(owner.personCtx, "api_key.made", true);
    const api = await admin.api("live");
    const { keyPrefix } = await api.keys.create({
      ...{ name: "Shop", scopes: ["catalog:read"], allowedIps: [], requireHmac: false, expiresInDays: null },
    });
    await api.keys.rotate({ prefix: keyPrefix, overlapHours: 1 });
    await api.brand.setDomain({ custom_domain: `${admin.userId}.esim.example.com` });
    await api.storefront.removeStripeKeys();
    await api.team.changeRole({ userId: viewer.userId, role: "support" });
    await (await owner.api("live")).team.transfer({ userId: admin.userId });
    await mailNotifications(system());
    const account = [
      "notice-api-key-made",
      "notice-api-key-made",
      "notice-domain-changed",
      "notice-payment-keys-changed",
    ];
    const all = [...account, "notice-member-role", "notice-ownership-transferred"];
    expect(await kindsTo(owner.email)).toEqual(all);
    expect(await kindsTo(admin.email)).toEqual(all);
    expect(await kindsTo(viewer.email)).toEqual(["notice-member-role"]);
    const [first] = await mailsTo(owner.email);
    expect(first!.text).toContain(keyPrefix);
    expect(first!.text).toContain(`by ${admin.email}`);
    expect((await (await owner.api("live")).person.noticeKinds()).map(({ kind }) => kind)).not.toContain(
      "api_key.made",
    );
  });

  test("a stranger who asks again and again fills no mailbox and makes no link worthless", async () => {
    const { email } = await newPerson();
    await requestPasswordReset(system(), email);
    for (let i = 0; i < 12; i++) await sendRecovery(system(), email);
    expect(await kindsTo(email)).toHaveLength(5);
    const [row] = await database().query<{ open: number }>(sql`
      select count(*)::int as open from password_resets r join users u on u.id = r.user_id where u.email = ${email} and used_at is null`);
    expect(row!.open).toBe(1);
  });
});

describe("of an app that is set up in two windows at once", () => {
  const isSetUp = async (userId: number) =>
    (await database().prisma.totp.findUnique({ where: { userId } }))?.confirmedAt;

  test("the one that was confirmed stays: the other secret is worth nothing", async () => {
    const { userId, personCtx } = await newPerson();
    let shown = "";
    const slow = late(personCtx, async () => {
      shown = (await beginTotp(personCtx)).secret;
      await confirmTotp(personCtx, appCode(shown));
    });
    expect(await refusal(beginTotp(slow))).toMatchObject({ code: "conflict" });
    const { secret } = await database().prisma.totp.findUniqueOrThrow({ where: { userId } });
    expect(decrypt(secret)).toBe(shown);
  });

  test("none counts whose code was not shown", async () => {
    const { userId, personCtx } = await newPerson();
    const { secret } = await beginTotp(personCtx);
    const slow = late(personCtx, () => beginTotp(personCtx));
    expect(await refusal(confirmTotp(slow, appCode(secret)))).toMatchObject({ code: "conflict" });
    expect(await isSetUp(userId)).toBeNull();
  });

  test("recovery codes are those that were made last, and end with it", async () => {
    const { userId, personCtx } = await newPerson();
    const { secret } = await beginTotp(personCtx);
    await confirmTotp(personCtx, appCode(secret));
    const left = () => database().prisma.recoveryCode.count({ where: { userId } });
    await Promise.all(Array.from({ length: 8 }, () => renewRecoveryCodes(personCtx)));
    expect(await left()).toBe(10);
    const slow = late(personCtx, () => disableTotp(personCtx));
    expect(await refusal(renewRecoveryCodes(slow))).toMatchObject({ code: "conflict" });
    expect(await left()).toBe(0);
  });
});

describe("a password that was reset", () => {
  const NEW = "four other random words";
  /** The owner of the mailbox, with the link that is in it. */
  const toReset = async (email: string, password = NEW) => {
    await sendRecovery(system(), email);
    const token = /recovery\/(\w{43})/.exec((await mailsTo(email)).at(-1)!.text)![1]!;
    return () => resetPassword(system(), { token, password });
  };
  const openSessions = async (userId: number) => {
    const [row] = await database().query<{ open: number }>(sql`
      select (select count(*) from sessions where user_id = ${userId} and revoked_at is null)::int
             + (select count(*) from totp where user_id = ${userId} and confirmed_at is not null)::int as open`);
    return row!.open;
  };

  test("is not reset by another link that was asked for at the same moment", async () => {
    const { email } = await newPerson();
    await Promise.all(Array.from({ length: 4 }, () => sendRecovery(system(), email)));
    const links = (await mailsTo(email)).map(({ text }) => /recovery\/(\w{43})/.exec(text)![1]!);
    const used = await Promise.all(
      links.map((token) => codeOf(resetPassword(system(), { token, password: `${NEW} ${token.slice(0, 4)}` }))),
    );
    expect(used.sort()).toEqual(["done", ...Array(3).fill("resource_not_found")]);
  });

  test("gives whoever has the mailbox no further guesses at the code, however often they reset it", async () => {
    const { email, personCtx } = await newPerson();
    const { secret } = await beginTotp(personCtx);
    await confirmTotp(personCtx, appCode(secret));
    const codes: string[] = [];
    for (const round of [1, 2, 3]) {
      const password = `${NEW} ${round}`;
      const { deviceToken } = await (await toReset(email, password))();
      // In the browser in which it was reset, which is known, and in one that is not.
      for (const tokens of [[deviceToken], []])
        for (let guess = 0; guess < 4; guess++) {
          const asked = signIn(
            system(),
            { email, password, code: `00${round}${tokens.length}0${guess}` },
            { ...DEVICE, tokens },
          );
          codes.push((await refusal(asked))!.code);
        }
    }
    expect(codes.filter((code) => code === "authentication_failed")).toHaveLength(5);
    expect(codes.filter((code) => code === "rate_limit_exceeded")).toHaveLength(19);
  });

  test("lets nobody in whose old one was found right a moment before", async () => {
    const { email, userId } = await newPerson();
    const slow = late(system(), await toReset(email));
    expect(await refusal(signIn(slow, { email, password: PASSWORD }, DEVICE))).toMatchObject({
      code: "authentication_failed",
    });
    expect(await openSessions(userId)).toBe(0);
    expect((await signIn(system(), { email, password: NEW }, DEVICE)).outcome).toBe("signed_in");
  });

  test("is not replaced by who was about to change the old one", async () => {
    const { email, personCtx } = await newPerson();
    const slow = late(personCtx, await toReset(email));
    const change = { currentPassword: PASSWORD, password: "the words of an intruder" };
    expect(await refusal(changePassword(slow, change))).toMatchObject({ code: "conflict" });
    expect((await signIn(system(), { email, password: NEW }, DEVICE)).outcome).toBe("signed_in");
  });

  test("or changed in a session is not replaced by a link that was mailed before", async () => {
    const { email, personCtx } = await newPerson();
    const reset = await toReset(email);
    await changePassword(personCtx, { currentPassword: PASSWORD, password: "the words that were changed to" });
    expect(await refusal(reset())).toMatchObject({ code: "resource_not_found" });
    expect((await signIn(system(), { email, password: "the words that were changed to" }, DEVICE)).outcome).toBe(
      "signed_in",
    );
  });

  test("leaves no way in that a session was about to add which it ended", async () => {
    const { email, userId, personCtx } = await newPerson();
    const { secret } = await beginTotp(personCtx);
    const slow = late(personCtx, await toReset(email));
    expect(await refusal(confirmTotp(slow, appCode(secret)))).toMatchObject({ code: "authentication_failed" });
    expect(await openSessions(userId)).toBe(0);
  });
});
