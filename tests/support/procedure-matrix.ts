import { database, sql } from "#server/kernel/db.ts";
import { mayOperate, OPERATOR_PERMISSIONS, type OperatorPermission } from "#server/kernel/operator-permissions.ts";
import { isAllowed } from "#server/kernel/permissions.ts";
import type { OperatorRole, Role } from "#server/kernel/roles.ts";
import { appRouter } from "#server/trpc/root.ts";
import type { createCallerFactory } from "#server/trpc/trpc.ts";
import { OTHER_SAMPLES } from "./other-samples.ts";
import { NOBODYS, type Owned, SAMPLES } from "./portal-samples.ts";
import { NEEDS, type Need } from "./procedure-needs.ts";
import { randomLike, withoutEcho } from "./tenancy-matrix.ts";

export type Api = ReturnType<ReturnType<typeof createCallerFactory<(typeof appRouter)["_def"]["record"]>>>;

const TYPES = new Map(
  Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { type: "query" | "mutation" } }>).map(
    ([name, { _def }]) => [name, _def.type],
  ),
);

/** Every procedure, as the router itself lists them. */
export const PROCEDURES = [...TYPES.keys()];
export const isMutation = (name: string) => TYPES.get(name) === "mutation";
/** What people ask in an account. */
export const IN_ACCOUNT = PROCEDURES.filter((name) => !/^(auth|person|operator|status)\./.test(name));
export const about = (...kinds: string[]) => IN_ACCOUNT.filter((name) => kinds.includes(SAMPLES[name]?.about ?? ""));

export const sampleOf = (name: string, of: Owned): unknown =>
  name in OTHER_SAMPLES ? OTHER_SAMPLES[name]!() : SAMPLES[name]!.input?.(of);

/** The answer as text, or the code of the refusal. */
export async function outcome(api: Api, name: string, of: Owned, input = sampleOf(name, of)): Promise<string> {
  const ask = name.split(".").reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], api);
  return await (ask as (input: unknown) => Promise<unknown>)(input).then(
    (answer) => JSON.stringify(answer) ?? "nothing",
    (error: { code?: string }) => error.code ?? String(error),
  );
}

export async function outcomes(api: Api, names: string[], of: Owned): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const name of names) all[name] = await outcome(api, name, of);
  return all;
}

/** Somebody who asks, and in what standing. */
export type Asker =
  | { kind: "visitor" }
  | { kind: "staff"; role: Role; closed?: true }
  | { kind: "operator"; role: OperatorRole; visiting: boolean };

const isOfPlatform = (need: Need): need is OperatorPermission => need in OPERATOR_PERMISSIONS;

/** What one who asks gets for a procedure: null when they may ask, else the code of the refusal. */
export function refusalOf(asker: Asker, need: Need, name: string): string | null {
  if (need === "anyone") return null;
  if (asker.kind === "visitor") return "UNAUTHORIZED";
  if (need === "person") return null;
  if (isOfPlatform(need)) return asker.kind === "operator" && mayOperate(asker.role, need) ? null : "FORBIDDEN";
  if (asker.kind === "operator" && !asker.visiting) return "NOT_FOUND";
  if (isMutation(name) && (asker.kind === "operator" || asker.closed)) return "FORBIDDEN";
  const role = asker.kind === "operator" ? "viewer" : asker.role;
  return need === "team" || isAllowed(role, need) ? null : "FORBIDDEN";
}

/** An answer that says "you may not", or that the question itself was no good: then the cell would show nothing. */
const NO_PERMISSION = ["UNAUTHORIZED", "FORBIDDEN", "BAD_REQUEST", "INTERNAL_SERVER_ERROR"];

/** Finds the eSIM, which anybody on the team may see, before it asks for the permission to do something to it. */
const LOOKS_FIRST = "esims.live";

/** Refused for the passkey's answer, which is a proof as a password is, with the code of a failed proof. */
const PROVES_SOMETHING = "person.addPasskey";

/**
 * Asks every procedure: what is refused with the names of `theirs`, which exist, and what is allowed (a third of it, unless
 * `full`) with those of nobody's, so that it wears nothing out. Returns the cells that are not as the table says.
 */
export async function wrongCells(
  asker: Asker,
  api: () => Promise<Api>,
  names: string[],
  { theirs, full }: { theirs: Owned; full: boolean },
): Promise<string[]> {
  const wrong: string[] = [];
  const refusals = new Map(names.map((name) => [name, refusalOf(asker, NEEDS[name]!, name)]));
  const before = await fingerprints();
  // What is refused ends no session: one serves them all.
  const refused = await api();
  for (const [name, refusal] of refusals) {
    if (refusal === null) continue;
    const got = await outcome(refused, name, theirs);
    if (got !== refusal && !(name === LOOKS_FIRST && got === "NOT_FOUND"))
      wrong.push(`${name}: ${got} instead of ${refusal}`);
  }
  const after = await fingerprints();
  for (const [table, was] of before)
    if (after.get(table) !== was) wrong.push(`a refused call changed the table ${table}`);
  const allowed = names.filter((name) => refusals.get(name) === null);
  for (const name of allowed.filter((_name, i) => full || i % 3 === 0)) {
    const got = await outcome(await api(), name, NOBODYS);
    if (NO_PERMISSION.includes(got) && name !== PROVES_SOMETHING) wrong.push(`${name}: ${got}, although it is allowed`);
  }
  return wrong;
}

/** A value in the place of one name of a record, and one of the same shape that is nobody's. */
type Replay = { name: string; value: string; theirs: Owned; random: Owned };

/** Which names of records a sample uses. */
function namesIn(name: string): (keyof Owned)[] {
  const used = new Set<keyof Owned>();
  SAMPLES[name]!.input?.(
    new Proxy(NOBODYS, {
      get: (of, key: keyof Owned) => {
        used.add(key);
        return of[key];
      },
    }),
  );
  return [...used];
}

/** Every value in every place of every procedure that names a record. */
export function replaysOf(values: Iterable<string>): Replay[] {
  return about("record").flatMap((name) =>
    namesIn(name).flatMap((key) =>
      [...values].flatMap((value) => {
        const isNumber = typeof NOBODYS[key] === "number";
        if (isNumber && !/^\d{1,9}$/.test(value)) return [];
        // A text of one character names no record: search says so before it looks.
        if (!isNumber && value.length < 2) return [];
        const at = (own: string | number): Owned => ({ ...NOBODYS, [key]: own });
        return isNumber
          ? [{ name, value, theirs: at(Number(value)), random: at(1_999_999_999) }]
          : [
              {
                name,
                value,
                theirs: at(value),
                random: at(value.startsWith("portal-") ? NOBODYS.draft : randomLike(value)),
              },
            ];
      }),
    ),
  );
}

/** Those that are answered otherwise than a random value. */
export async function toldApart(api: Api, replays: Replay[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { name, value, theirs, random } of replays) {
    const got = withoutEcho(await outcome(api, name, theirs), value);
    const nobodys = await outcome(api, name, random);
    if (got !== nobodys) wrong.push(`${name} of ${value}: ${got} instead of ${nobodys}`);
  }
  return wrong;
}

/** Of every table a hash of its rows, but for what being looked up writes, whatever is asked then. */
export async function fingerprints(): Promise<Map<string, string>> {
  const tables = await database().query<{ name: string; hash: string }>(sql`
    select tablename as name, query_to_xml(format(
      'select md5(string_agg(row, '''' order by row)) from (select (to_jsonb(t) - ''last_seen_at'' - ''last_active_at'')::text as row from %I t) r',
      tablename), false, true, '')::text as hash
      from pg_tables where schemaname = 'public'`);
  return new Map(tables.map(({ name, hash }) => [name, hash]));
}
