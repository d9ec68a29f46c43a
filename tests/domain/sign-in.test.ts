import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import {
  beginTotp,
  changePassword,
  confirmTotp,
  disableTotp,
  endAllTrust,
  endMemberSessions,
  findSession,
  listSessions,
  type PersonCtx,
  removePasskey,
  revokeSessions,
  signIn,
} from "#server/domain/people/staff/index.ts";
import { openSession } from "#server/domain/people/staff/sessions.ts";
import { database, sql, type Transaction } from "#server/kernel/db.ts";
import { DAY, HOUR, MINUTE, SECOND } from "#server/kernel/time.ts";
import { late } from "#tests/support/late.ts";
import { DEVICE, movableClock, newPerson, PASSWORD } from "#tests/support/people.ts";
import { until } from "#tests/support/until.ts";
import { system } from "#tests/support/world.ts";

const WAITING = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => error as { code: string; message: string },
  );
const codeOf = (secret: string, at: Date) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

describe("signing in", () => {
  test("says the same of a wrong password and of an address that nobody has, and takes as long", async () => {
    const { email } = await newPerson();
    const attempt = async (address: string) => {
      const startedAt = performance.now();
      const error = await refusal(signIn(system(), { email: address, password: "not the password" }, DEVICE));
      return { error, ms: performance.now() - startedAt };
    };
    await attempt(`first-${email}`);
    // The quickest of each: a busy machine makes single ones slow, but none quicker than its hash.
    let [wrong, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let i = 0; i < 3 || (unknown < wrong / 2 && i < 60); i++) {
      const [somebody, nobody] = [(await newPerson()).email, `${i}-${email}`];
      const first = await attempt(somebody);
      const second = await attempt(nobody);
      expect(second.error).toMatchObject({ code: first.error!.code, message: first.error!.message });
      wrong = Math.min(wrong, first.ms);
      unknown = Math.min(unknown, second.ms);
    }
    expect(unknown).toBeGreaterThan(wrong / 2);
  });

  test("locks an address after five failures, whether anybody has it or not, says the wait, and opens again", async () => {
    const clock = movableClock();
    const { email } = await newPerson("owner", undefined, clock);
    for (const address of [email, `nobody-${email}`]) {
      for (let i = 0; i < 5; i++)
        await refusal(signIn(system({ clock }), { email: address, password: "wrong wrong" }, DEVICE));
      const locked = await refusal(signIn(system({ clock }), { email: address, password: PASSWORD }, DEVICE));
      expect(locked).toMatchObject({ code: "rate_limit_exceeded" });
      expect(locked!.message).toMatch(/open again in (1 minute|60 seconds)/);
    }
    clock.move(MINUTE + SECOND);
    expect(await signIn(system({ clock }), { email, password: PASSWORD }, DEVICE)).toMatchObject({
      outcome: "signed_in",
    });
  });

  test("evaluates at most five of 25 guesses made at once, whether anybody has the address or not", async () => {
    const { email } = await newPerson();
    for (const address of [email, `nobody-${email}`]) {
      const guesses = Array.from({ length: 25 }, (_, i) =>
        signIn(system(), { email: address, password: `guess ${i}` }, DEVICE),
      );
      const codes = (await Promise.all(guesses.map(refusal))).map((error) => error!.code);
      expect(
        codes.filter((code) => code === "authentication_failed"),
        address,
      ).toHaveLength(5);
      expect(
        codes.filter((code) => code === "rate_limit_exceeded"),
        address,
      ).toHaveLength(20);
    }
  });

  test("stores neither passwords nor addresses of failures in the clear", async () => {
    const { email } = await newPerson();
    await refusal(signIn(system(), { email, password: "a wrong password" }, DEVICE));
    const rows = await database().query<{ hash: string }>(
      sql`select password_hash as hash from users where email = ${email}`,
    );
    expect(rows[0]!.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const failures = await database().query<{ subject: Buffer }>(sql`select subject from sign_in_failures`);
    expect(failures.every(({ subject }) => subject.length === 32)).toBe(true);
  });
});

describe("a new password", () => {
  const change = async (password: string) => {
    const { personCtx } = await newPerson();
    return await refusal(changePassword(personCtx, { currentPassword: PASSWORD, password }));
  };

  test.each([
    ["short", "nine char"],
    ["among the most used, in whatever case", "Q1W2E3R4T5"],
    ["a keyboard's row", "1qaz2wsx3edc"],
    ["one letter", "aaaaaaaaaaaaaa"],
    ["longer than anybody types", "x".repeat(201)],
    ["two of the most used words", "DragonMonkey"],
    ["a word with figures behind it, spelled with figures", "P4ssw0rd!2026"],
    ["figures with a letter", "a9876501234"],
    ["what is sold and a year", "Reseller-eSIM-2026"],
  ])("is refused when it is %s", async (_why, password) => {
    expect(await change(password)).toMatchObject({ code: "validation_error", details: { field: "password" } });
  });

  test("is refused when it holds the name in the address", async () => {
    const { personCtx, email } = await newPerson();
    const password = `hello ${email.split("@")[0]!.toUpperCase()}`;
    const refused = await refusal(changePassword(personCtx, { currentPassword: PASSWORD, password }));
    expect(refused).toMatchObject({ code: "validation_error" });
  });

  test("is refused when it is the company's, the brand's or the domain's name with a few signs", async () => {
    const { personCtx, inAccount } = await newPerson();
    const { account } = await inAccount();
    await database().query(sql`update accounts set company_name = 'Fernweh Kontor GmbH' where id = ${account.id}`);
    const attempt = (password: string) =>
      refusal(changePassword(personCtx, { currentPassword: PASSWORD, password })).then((error) => error?.message);
    expect(await attempt("Fernweh-Kontor-2026!")).toContain("names that others know");
    expect(await attempt("fernweh horse battery")).toBeUndefined();
  });

  test("may be long, and of any letters", async () => {
    for (const password of [
      "vier zufällige Wörter 🦊 nacheinander",
      "日本語のパスワードです。",
      "no digits and no capitals",
    ])
      expect(await change(password)).toBeNull();
  });
});

describe("the authenticator app", () => {
  test("is asked for once confirmed; a code opens once, a recovery code opens once", async () => {
    const clock = movableClock();
    const { email, personCtx } = await newPerson("owner", undefined, clock);
    const { secret } = await beginTotp(personCtx);
    expect(await refusal(confirmTotp(personCtx, "000000"))).toMatchObject({ code: "validation_error" });
    const { recoveryCodes } = await confirmTotp(personCtx, codeOf(secret, clock.now()));
    expect(new Set(recoveryCodes).size).toBe(10);

    const attempt = (code?: string) => signIn(system({ clock }), { email, password: PASSWORD, code }, DEVICE);
    expect(await attempt()).toEqual({ outcome: "code_needed", eachTime: false });
    expect(await refusal(attempt(codeOf(secret, clock.now())))).toMatchObject({ code: "authentication_failed" });
    clock.move(MINUTE);
    const code = codeOf(secret, clock.now());
    const both = await Promise.allSettled([attempt(code), attempt(code)]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);

    expect(await attempt(recoveryCodes[0]!.toLowerCase())).toMatchObject({ outcome: "signed_in" });
    expect(await refusal(attempt(recoveryCodes[0]))).toMatchObject({ code: "authentication_failed" });
  });

  test("is turned off again, after which the password alone signs in", async () => {
    const { personCtx, email } = await newPerson();
    const { secret } = await beginTotp(personCtx);
    await confirmTotp(personCtx, codeOf(secret, new Date()));
    await disableTotp(personCtx);
    expect(await signIn(system(), { email, password: PASSWORD }, DEVICE)).toMatchObject({ outcome: "signed_in" });
  });
});

describe("a browser that is trusted", () => {
  /** Somebody with an app, signed in in a browser that they trust from now on. */
  async function withTrust() {
    const clock = movableClock();
    const person = await newPerson("owner", undefined, clock);
    const { email, personCtx, userId } = person;
    const { secret } = await beginTotp(personCtx);
    await confirmTotp(personCtx, codeOf(secret, clock.now()));
    const enter = async (tokens: string[], code?: string, trust?: boolean) =>
      await signIn(system({ clock }), { email, password: PASSWORD, code, trust }, { ...DEVICE, tokens });
    const byCode = async (tokens: string[], trust: boolean) => {
      clock.move(MINUTE);
      const signed = await enter(tokens, codeOf(secret, clock.now()), trust);
      if (signed.outcome !== "signed_in") throw new Error("The right code was not enough.");
      return signed;
    };
    const { sessionId, deviceToken } = await byCode([], true);
    const there: PersonCtx = { ...personCtx, person: { userId, sessionId } };
    const tokens = [deviceToken!];
    const isAsked = async (of = tokens) => (await enter(of)).outcome === "code_needed";
    return { ...person, clock, secret, enter, byCode, there, tokens, isAsked };
  }

  test("is not asked for a code for thirty days; every other one is", async () => {
    const { clock, enter, isAsked, byCode } = await withTrust();
    expect(await isAsked()).toBe(false);
    expect(await isAsked([])).toBe(true);
    const elsewhere = await byCode([], false);
    expect(await isAsked([elsewhere.deviceToken!])).toBe(true);
    expect(await enter([], undefined, true)).toMatchObject({ outcome: "code_needed" });
    clock.move(30 * DAY);
    expect(await isAsked()).toBe(true);
  });

  test("still takes the right password, and has shown no second factor", async () => {
    const { clock, email, tokens, enter } = await withTrust();
    const wrong = signIn(system({ clock }), { email, password: "not the password" }, { ...DEVICE, tokens });
    expect(await refusal(wrong)).toMatchObject({ code: "authentication_failed" });
    const signed = await enter(tokens);
    if (signed.outcome !== "signed_in") throw new Error("It was asked for a code.");
    expect(await findSession(database(), signed.sessionId, clock.now())).toMatchObject({ secondFactorAt: null });
    const entry = await database().prisma.auditEntry.findFirstOrThrow({
      where: { act: "session.open", subject: email },
      orderBy: { id: "desc" },
    });
    expect(entry.details).toMatchObject({ method: "password", code: "spared" });
  });

  test("stays trusted after signing out of it", async () => {
    const { there, isAsked } = await withTrust();
    await revokeSessions(there, { id: there.person.sessionId });
    expect(await isAsked()).toBe(false);
  });

  const makeOperator = async (id: number) => {
    const data = { isOperator: true, operatorRole: "admin", operatorSince: new Date() };
    await database().prisma.user.update({ where: { id }, data });
  };

  const ends: Record<string, (person: Awaited<ReturnType<typeof withTrust>>) => Promise<unknown>> = {
    "its session was ended elsewhere": ({ personCtx, there }) =>
      revokeSessions(personCtx, { id: there.person.sessionId }),
    "everything else was signed out": ({ personCtx }) => revokeSessions(personCtx, "others"),
    "everything was signed out": ({ there }) => revokeSessions(there, "all"),
    "no browser is to be trusted": ({ there }) => endAllTrust(there),
    "the password was changed in it": ({ there }) =>
      changePassword(there, { currentPassword: PASSWORD, password: `${PASSWORD} anew` }),
    "another app was set up": async ({ there, clock }) => {
      await disableTotp(there);
      const { secret } = await beginTotp(there);
      await confirmTotp(there, codeOf(secret, clock.now()));
    },
    "the person works for the platform now": ({ userId }) => makeOperator(userId),
  };
  test.each(Object.keys(ends))("is asked again after %s", async (what) => {
    const person = await withTrust();
    await ends[what]!(person);
    const password = what.startsWith("the password") ? `${PASSWORD} anew` : PASSWORD;
    const { clock, email, tokens } = person;
    expect(await signIn(system({ clock }), { email, password }, { ...DEVICE, tokens })).toMatchObject({
      outcome: "code_needed",
    });
  });

  test("gives whoever knows the password no further guesses at the code", async () => {
    const { enter, tokens } = await withTrust();
    const codes: string[] = [];
    for (let guess = 0; guess < 8; guess++) {
      codes.push((await refusal(enter(tokens, `00000${guess}`)))!.code);
      expect(await enter(tokens)).toMatchObject({ outcome: "signed_in" });
    }
    expect(codes.filter((code) => code === "authentication_failed")).toHaveLength(5);
  });

  test("opens nothing for whoever had just been spared the code when trust ends", async () => {
    const { clock, email, there, tokens } = await withTrust();
    const slow = late(system({ clock }), () => endAllTrust(there));
    expect(await refusal(signIn(slow, { email, password: PASSWORD }, { ...DEVICE, tokens }))).toMatchObject({
      code: "authentication_failed",
    });
  });

  const endings: Record<string, (person: Awaited<ReturnType<typeof withTrust>>) => Promise<unknown>> = {
    "its owner signs out everywhere else": ({ personCtx }) => revokeSessions(personCtx, "others"),
    "its owner signs out everywhere": ({ personCtx }) => revokeSessions(personCtx, "all"),
    "an owner of the team ends all that is theirs": async ({ code, userId }) =>
      endMemberSessions(await (await newPerson("owner", code)).inAccount(), userId),
  };
  test.each(Object.keys(endings))("lets nobody in without a code at the moment at which %s", async (what) => {
    const person = await withTrust();
    const { clock, email, tokens } = person;
    const ctx = system({ clock });
    let ending: Promise<unknown> = Promise.resolve();
    // The sign-in has done all but to end its transaction.
    const db = new Proxy(ctx.db, {
      get: (target, name) =>
        name === "transaction"
          ? (work: (tx: Transaction) => Promise<unknown>) =>
              target.transaction(async (tx) => {
                const done = await work(tx);
                let isOver = false;
                ending = endings[what]!(person).finally(() => {
                  isOver = true;
                });
                await until(async () => isOver || (await database().query(WAITING)).length > 0);
                return done;
              })
          : target[name as keyof typeof target],
    });
    const signed = await signIn({ ...ctx, db }, { email, password: PASSWORD }, { ...DEVICE, tokens });
    await ending;
    if (signed.outcome !== "signed_in") throw new Error("It was asked for a code.");
    expect(await findSession(database(), signed.sessionId, clock.now())).toBeNull();
  });

  test("is none for operators: they are asked each time", async () => {
    const { userId, byCode, tokens, enter } = await withTrust();
    await makeOperator(userId);
    await byCode(tokens, true);
    expect(await enter(tokens)).toEqual({ outcome: "code_needed", eachTime: true });
  });
});

describe("a factor that is removed", () => {
  const removals: Record<string, (person: Awaited<ReturnType<typeof newPerson>>) => Promise<unknown>> = {
    "a passkey": async ({ personCtx, userId }) => {
      const id = `removed-${userId}`;
      const data = { id, userId, name: "Lost", publicKey: Buffer.alloc(8), transports: [], createdAt: new Date() };
      await database().prisma.passkey.create({ data });
      await removePasskey(personCtx, id);
    },
    "the app": async ({ personCtx }) => {
      const { secret } = await beginTotp(personCtx);
      await confirmTotp(personCtx, codeOf(secret, new Date()));
      await disableTotp(personCtx);
    },
  };
  test.each(Object.keys(removals))(
    "%s ends all sessions but the one it is removed in, also one that it opened",
    async (what) => {
      const person = await newPerson();
      const { email, sessionId } = person;
      const other = (await signIn(system(), { email, password: PASSWORD }, DEVICE)) as { sessionId: string };
      const stranger = await newPerson();
      await removals[what]!(person);
      const isOpen = async (id: string) => (await findSession(database(), id, new Date())) !== null;
      expect(await Promise.all([sessionId, other.sessionId, stranger.sessionId].map(isOpen))).toEqual([
        true,
        false,
        true,
      ]);
    },
  );

  test("opens nothing more for whoever had just shown it", async () => {
    const { userId } = await newPerson();
    const user = await database().prisma.user.findUniqueOrThrow({ where: { id: userId } });
    const way = { method: "passkey", passkey: `gone-${userId}` } as const;
    expect(await refusal(openSession(system(), user, { ...DEVICE, id: null }, way))).toMatchObject({
      code: "authentication_failed",
    });
    expect(await database().prisma.session.count({ where: { userId, revokedAt: null } })).toBe(1);
  });

  test.each(["a code of the app", "a recovery code"])(
    "opens nothing more for whoever had just shown %s",
    async (what) => {
      const clock = movableClock();
      const { email, userId, personCtx } = await newPerson("owner", undefined, clock);
      const { secret } = await beginTotp(personCtx);
      const { recoveryCodes } = await confirmTotp(personCtx, codeOf(secret, clock.now()));
      clock.move(MINUTE);
      const code = what === "a recovery code" ? recoveryCodes[0] : codeOf(secret, clock.now());
      const slow = late(system({ clock }), () => disableTotp(personCtx));
      expect(await refusal(signIn(slow, { email, password: PASSWORD, code }, DEVICE))).toMatchObject({
        code: "authentication_failed",
      });
      expect(await database().prisma.session.count({ where: { userId, revokedAt: null } })).toBe(1);
      expect(await signIn(system({ clock }), { email, password: PASSWORD }, DEVICE)).toMatchObject({
        outcome: "signed_in",
      });
    },
  );
});

describe("a device that is known", () => {
  const tokenOf = (signed: Awaited<ReturnType<typeof signIn>>) =>
    signed.outcome === "signed_in" ? signed.deviceToken : null;

  test("is not locked out by strangers, who stay locked; its own guesses are counted", async () => {
    const { email } = await newPerson();
    const attempt = (password: string, tokens: string[] = []) =>
      signIn(system(), { email, password }, { ...DEVICE, tokens });
    const token = tokenOf(await attempt(PASSWORD))!;
    expect(token).toMatch(/^[0-9A-Za-z]{43}$/);
    for (let i = 0; i < 6; i++) await refusal(attempt("a stranger's guess"));
    expect(await refusal(attempt(PASSWORD))).toMatchObject({ code: "rate_limit_exceeded" });
    // Known already: no further token is given out.
    expect(await attempt(PASSWORD, ["of somebody else", token])).toMatchObject({
      outcome: "signed_in",
      deviceToken: null,
    });
    expect(await refusal(attempt(PASSWORD))).toMatchObject({ code: "rate_limit_exceeded" });
    for (let i = 0; i < 5; i++) await refusal(attempt("a guess at the screen", [token]));
    expect(await refusal(attempt(PASSWORD, [token]))).toMatchObject({ code: "rate_limit_exceeded" });
  });

  test("is one of the person's, and a stranger again once the password is changed elsewhere", async () => {
    const { email, personCtx } = await newPerson();
    const other = await newPerson();
    const attempt = (who: string, password: string, tokens: string[] = []) =>
      signIn(system(), { email: who, password }, { ...DEVICE, tokens });
    const token = tokenOf(await attempt(email, PASSWORD))!;
    expect(tokenOf(await attempt(other.email, PASSWORD, [token]))).not.toBeNull();
    const password = "four other random words";
    await changePassword(personCtx, { currentPassword: PASSWORD, password });
    expect(tokenOf(await attempt(email, password, [token]))).not.toBeNull();
    const [row] = await database().query<{ leaks: number }>(
      sql`select count(*)::int as leaks from known_devices where position(convert_to(${token}, 'UTF8') in token_hash) > 0`,
    );
    expect(row!.leaks).toBe(0);
  });
});

describe("sessions", () => {
  test("end at once when they are revoked, and by themselves after two weeks", async () => {
    const { sessionId, personCtx } = await newPerson();
    const found = (at = new Date()) => findSession(database(), sessionId, at);
    expect(await found()).not.toBeNull();
    expect(await found(new Date(Date.now() + 15 * DAY))).toBeNull();
    expect(await listSessions(personCtx)).toMatchObject([{ current: true, ip: DEVICE.ip }]);
    await revokeSessions(personCtx, "all");
    expect(await found()).toBeNull();
  });

  test("end when nobody uses them: after three days, and of the platform's people after twelve hours", async () => {
    const { sessionId, userId } = await newPerson();
    const found = (ms: number) => findSession(database(), sessionId, new Date(Date.now() + ms));
    expect(await found(2.9 * DAY)).not.toBeNull();
    // It was used just then: the days count anew.
    expect(await found(5.8 * DAY)).not.toBeNull();
    expect(await found(8.9 * DAY)).toBeNull();
    await database().query(
      sql`update users set is_operator = true, operator_role = 'support', operator_since = now() where id = ${userId}`,
    );
    await database().query(sql`update sessions set last_seen_at = now() where id = ${sessionId}`);
    expect(await found(11 * HOUR)).not.toBeNull();
    await database().query(sql`update sessions set last_seen_at = now() where id = ${sessionId}`);
    expect(await found(13 * HOUR)).toBeNull();
  });

  test("nobody ends a session of somebody else", async () => {
    const one = await newPerson();
    const other = await newPerson();
    expect(await revokeSessions(other.personCtx, { id: one.sessionId.slice(0, 8) })).toBe(0);
    expect(await revokeSessions(other.personCtx, { id: "" })).toBe(0);
    expect(await findSession(database(), one.sessionId, new Date())).not.toBeNull();
    expect(await findSession(database(), other.sessionId, new Date())).not.toBeNull();
  });

  test("a new password ends all others", async () => {
    const { email, personCtx, sessionId } = await newPerson();
    const elsewhere = await signIn(system(), { email, password: PASSWORD }, DEVICE);
    const password = "four other random words";
    await changePassword(personCtx, { currentPassword: PASSWORD, password });
    expect(await findSession(database(), sessionId, new Date())).not.toBeNull();
    expect(await findSession(database(), (elsewhere as { sessionId: string }).sessionId, new Date())).toBeNull();
    expect(await refusal(signIn(system(), { email, password: PASSWORD }, DEVICE))).not.toBeNull();
  });
});
