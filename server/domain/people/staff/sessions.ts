import type { Ctx } from "#server/kernel/context.ts";
import { type Sql, sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { randomBase62 } from "#server/kernel/ids.ts";
import type { OperatorRole, Role } from "#server/kernel/roles.ts";
import { after, DAY, HOUR, MINUTE } from "#server/kernel/time.ts";
import { endTrust, forgetDevices, rememberDevice, trustDevice, useDevice } from "./known-devices.ts";
import { auditPerson, type Device, lockPerson, type PersonCtx } from "./person.ts";
import { tellPerson } from "./tell-person.ts";

const SESSION_LENGTH = 14 * DAY;
/** A session that is not used ends before: after days for staff, after hours for the platform's own people. */
const IDLE_LENGTH = { staff: 3 * DAY, operator: 12 * HOUR };
/** A session that is in use is written about this often. */
const SEEN_EVERY = MINUTE;

type SessionUser = { id: number; email: string; passwordHash: string; lastActiveAt: Date | null };
type KnownDevice = Device & { id: number | null };
/**
 * `app`: since when the authenticator app is there whose code was asked for; null where the password was enough. `spared`: in a browser
 * that is trusted; `trust`: from now on it is. `passkey`: the one that was shown.
 */
type Way =
  | { method: "password"; app: Date | null; spared?: boolean; trust?: boolean }
  | { method: "passkey"; passkey: string };

/**
 * 43 random characters: the session's id is what the browser's signed cookie carries. A browser that is not known yet gets
 * a token that makes it known, and the person a mail, unless it is their first sign-in at all. The person is as they were when they
 * showed who they are: with a password or a factor that was replaced since nobody comes in, since those who did are out.
 */
export async function openSession(
  ctx: Ctx,
  { id: userId, email, passwordHash: shown, lastActiveAt }: SessionUser,
  { ip, userAgent, id: knownId }: KnownDevice,
  way: Way,
): Promise<{ sessionId: string; deviceToken: string | null }> {
  const { method } = way;
  const id = randomBase62(43);
  const at = ctx.clock.now();
  const times = { createdAt: at, lastSeenAt: at, expiresAt: after(at, SESSION_LENGTH), confirmedAt: at };
  const browser = userAgent.slice(0, 300);
  const staff = asStaff(ctx, email);
  const spared = way.method === "password" && way.spared;
  const deviceToken = await ctx.db.transaction(async (tx) => {
    // Locks the person: whoever replaces the password or removes a factor comes before, and is seen here, or after, and ends this session.
    const { isOperator, operatorRole, passwordHash } = await tx.prisma.user.update({
      where: { id: userId },
      data: { lastActiveAt: at },
    });
    if (method === "password" && passwordHash !== shown)
      fail("authentication_failed", "The password was changed a moment ago. Sign in with the new one.");
    if (way.method === "password" && !(await isSameApp(tx, userId, way.app)))
      fail("authentication_failed", "Your authenticator app was added or removed a moment ago. Sign in again.");
    if (way.method === "passkey" && !(await tx.prisma.passkey.findUnique({ where: { id: way.passkey } })))
      fail("authentication_failed", "This passkey was removed a moment ago.");
    if (isOperator && operatorRole === null)
      fail("access_denied", "Your access was switched off. An admin of the platform can switch it on again.");
    const known = knownId === null ? null : await useDevice(tx, knownId, at);
    if (spared && (isOperator || !known?.trusted))
      fail("authentication_failed", "A code is asked for in this browser again. Sign in once more.");
    const made = known ? null : await rememberDevice(tx, userId, at);
    const deviceId = made?.id ?? known!.id;
    if (way.method === "password" && way.trust && !isOperator) await trustDevice(tx, deviceId, at);
    const secondFactorAt = method === "passkey" || (way.app && !spared) ? at : null;
    await tx.prisma.session.create({
      data: { id, userId, ip, userAgent: browser, deviceId, secondFactorAt, ...times },
    });
    await auditPerson(tx, staff, userId, {
      act: "session.open",
      subject: email,
      details: { method, ip, ...(spared && { code: "spared" }) },
    });
    if (made && lastActiveAt)
      await tellPerson(tx, staff, userId, {
        act: "device.new",
        email,
        text: `Somebody signed in as you in a browser that you had not used before, or not since your password was changed.\n\nFrom: ${ip ?? "an unknown address"}\nBrowser: ${browser || "unknown"}`,
        details: { ip },
      });
    return made?.token ?? null;
  });
  return { sessionId: id, deviceToken };
}

/** Whether it is still the one, or none, that the sign-in went by. */
async function isSameApp(tx: Transaction, userId: number, app: Date | null): Promise<boolean> {
  const held = await tx.prisma.totp.findUnique({ where: { userId } });
  return held?.confirmedAt?.getTime() === app?.getTime();
}

/** Who was a visitor a moment ago, and is now known. The role does not matter for what is written about them. */
export const asStaff = (ctx: Ctx, email: string): Ctx => ({
  ...ctx,
  actor: { kind: "staff", name: email, role: "viewer" },
});

export type SessionPerson = {
  sessionId: string;
  userId: number;
  email: string;
  name: string;
  isOperator: boolean;
  /** As it stands now; null for everybody else. */
  operatorRole: OperatorRole | null;
  lastEnvironment: "test" | "live";
  lastAccountId: number | null;
  /** Accounts that the person can enter, by name. */
  memberships: { accountId: number; code: string; companyName: string; role: Role }[];
  /** The reseller's account that an operator looks at. */
  visited: { accountId: number; code: string; companyName: string } | null;
  /** When they signed in or confirmed last, and when they showed a passkey or a code in this session. */
  confirmedAt: Date | null;
  secondFactorAt: Date | null;
  /** Whether there is a passkey or an authenticator app to show. */
  hasFactor: boolean;
  hasApp: boolean;
  /** Where the database's log was when they had changed something last: a replica must have played it. */
  writtenLsn: number | null;
};

/** Of a session `s` and its person `u`. */
const isOpen = (now: Date): Sql => sql`
  s.revoked_at is null and (u.operator_role is not null or not u.is_operator) and s.expires_at > ${now}
    and s.last_seen_at > case when u.is_operator then ${after(now, -IDLE_LENGTH.operator)}::timestamptz else ${after(now, -IDLE_LENGTH.staff)}::timestamptz end`;

/** Who it is alone, for those who only count: nothing is noted of it. */
export async function whoseSession(db: Transaction, sessionId: string, now: Date): Promise<number | null> {
  const [row] = await db.query<{ userId: number }>(
    sql`select s.user_id from sessions s join users u on u.id = s.user_id where s.id = ${sessionId} and ${isOpen(now)}`,
  );
  return row?.userId ?? null;
}

/** The person of a session that is open now, with their roles as they stand now; null otherwise. One round trip. */
export async function findSession(db: Transaction, sessionId: string, now: Date): Promise<SessionPerson | null> {
  const [row] = await db.query<SessionPerson & { lastSeenAt: Date }>(sql`
    select s.id as session_id, u.id as user_id, u.email, u.name, u.is_operator, u.operator_role,
           s.last_seen_at, s.confirmed_at, s.second_factor_at, s.written_lsn,
           app.user_id is not null as has_app, app.user_id is not null or exists (select from passkeys p where p.user_id = u.id) as has_factor,
           u.last_environment, u.last_account_id,
           (select coalesce(json_agg(json_build_object('accountId', a.id, 'code', a.code, 'companyName', a.company_name, 'role', m.role)
                     order by a.company_name, a.id), '[]')
              from memberships m join accounts a on a.id = m.account_id where m.user_id = u.id) as memberships,
           (select json_build_object('accountId', a.id, 'code', a.code, 'companyName', a.company_name)
              from accounts a where a.id = s.visited_account_id and s.visited_until > ${now} and u.is_operator) as visited
      from sessions s join users u on u.id = s.user_id left join totp app on app.user_id = u.id and app.confirmed_at is not null
     where s.id = ${sessionId} and ${isOpen(now)}`);
  if (!row) return null;
  const { lastSeenAt, ...person } = row;
  if (lastSeenAt < after(now, -SEEN_EVERY))
    await db.query(sql`
      with seen as (update sessions set last_seen_at = ${now} where id = ${sessionId})
      update users set last_active_at = ${now} where id = ${person.userId}`);
  return person;
}

/** What the session has changed by now is found by what it reads from now on, wherever that is read. */
export async function noteWritten(db: Transaction, sessionId: string): Promise<void> {
  await db.query(sql`
    update sessions set written_lsn = pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint where id = ${sessionId}`);
}

/** Where the portal opens the next time. */
export async function rememberPlace(
  ctx: PersonCtx,
  place: { lastEnvironment?: "test" | "live"; lastAccountId?: number },
): Promise<void> {
  await ctx.db.prisma.user.update({ where: { id: ctx.person.userId }, data: place });
}

export type OpenSession = {
  id: string;
  current: boolean;
  createdAt: Date;
  lastSeenAt: Date;
  ip: string | null;
  userAgent: string;
};

/** The person's open sessions, the latest used first. Ids are shortened: the whole one is the key. */
export async function listSessions(ctx: PersonCtx): Promise<OpenSession[]> {
  const { userId, sessionId } = ctx.person;
  const sessions = await ctx.db.prisma.session.findMany({
    where: {
      userId,
      revokedAt: null,
      expiresAt: { gt: ctx.clock.now() },
      lastSeenAt: { gt: after(ctx.clock.now(), -IDLE_LENGTH.staff) },
    },
    orderBy: { lastSeenAt: "desc" },
  });
  return sessions.map(({ id, createdAt, lastSeenAt, ip, userAgent }) => ({
    id: shortId(id),
    current: id === sessionId,
    createdAt,
    lastSeenAt,
    ip,
    userAgent,
  }));
}

const shortId = (id: string) => id.slice(0, 8);

/**
 * Ends one session (by its short id), or all but the current one, or all. Returns how many. In force at once. Browsers that somebody
 * else's hands may hold take a code again: whoever leaves the one that they sit at finds it trusted the next time.
 */
export async function revokeSessions(ctx: PersonCtx, which: { id: string } | "others" | "all"): Promise<number> {
  const { userId, sessionId } = ctx.person;
  const filter =
    which === "all"
      ? {}
      : which === "others"
        ? { id: { not: sessionId } }
        : { id: { startsWith: which.id.slice(0, 8).padEnd(8) } };
  const isOwn = typeof which === "object" && shortId(which.id) === shortId(sessionId);
  const ofEnded = which === "all" ? {} : { sessions: { some: filter } };
  const ended = await ctx.db.transaction(async (tx) => {
    // Who is being let in without a code comes before, and is ended here, or after, and is asked for one.
    if (!isOwn) await lockPerson(tx, userId);
    const { count } = await tx.prisma.session.updateMany({
      where: { userId, revokedAt: null, ...filter },
      data: { revokedAt: ctx.clock.now() },
    });
    if (!isOwn) await endTrust(tx, userId, which === "others" ? { sessions: { none: { id: sessionId } } } : ofEnded);
    if (count > 0) {
      const details = { sessions: count, which: typeof which === "string" ? which : which.id };
      await auditPerson(tx, ctx, userId, { act: "session.revoke", subject: ctx.actor.name, details });
    }
    return count;
  });
  return ended;
}

/** After a password was replaced or a factor removed: all other sessions end, and all other browsers are strangers again. */
export async function leaveNoOther(tx: Transaction, ctx: PersonCtx): Promise<void> {
  const { userId, sessionId } = ctx.person;
  await tx.prisma.session.updateMany({
    where: { userId, id: { not: sessionId }, revokedAt: null },
    data: { revokedAt: ctx.clock.now() },
  });
  await forgetDevices(tx, userId, sessionId);
}
