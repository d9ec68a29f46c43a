import { setTimeout as sleep } from "node:timers/promises";
import { isHome, thisCell } from "#server/kernel/cell.ts";
import { askCell } from "#server/kernel/cell-calls.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { isNameElsewhere } from "#server/kernel/database-errors.ts";
import { sql } from "#server/kernel/db.ts";
import { fail, ServiceError } from "#server/kernel/errors.ts";
import { log } from "#server/kernel/log.ts";
import { DAY, SECOND } from "#server/kernel/time.ts";
import type { Claimed } from "./answer-claim.ts";
import { FRESH_MS } from "./directory.ts";
import type { Name } from "./name.ts";

/**
 * A name that is about to be taken, and what whoever wants it is told when another cell has it.
 *
 * @property holder the account that it is for, where accounts can take one after the other
 */
export type Wanted = Name & { taken: string; field?: string; holder?: number };

/** How long a claim may take to come back with the directory. */
const ARRIVES_WITHIN = 5 * SECOND;
const LOOK_EVERY_MS = 10;

/**
 * Does what takes these names, after a cell other than home has claimed them there. What is taken elsewhere is refused with
 * `conflict`, more than an account may have with `rate_limit_exceeded`; when home does not answer nothing is done, and
 * `service_unavailable` says so. Not within a transaction.
 */
export async function withNames<T>(ctx: Ctx, wanted: Wanted[], work: () => Promise<T>): Promise<T> {
  if (!isHome()) for (const name of wanted) await claim(ctx, name);
  try {
    return await work();
  } catch (error) {
    if (!isNameElsewhere(error)) throw error;
    const said = JSON.stringify([(error as Error).message, (error as { meta?: unknown }).meta]);
    const refused = wanted.find(({ kind, name }) => said.includes(`${kind} ${name} `)) ?? wanted[0];
    if (!refused) throw error;
    return refuse(refused);
  }
}

const refuse = ({ taken, field }: Wanted): never => fail("conflict", taken, field ? { field } : undefined);

/** Each name is kept from everybody else until a day after it was claimed: nobody keeps more than a few in this way. */
function refuseMore({ field }: Wanted): never {
  throw new ServiceError(
    "rate_limit_exceeded",
    "This account changed its shop's address too often: what it gives up is kept for it for a day, and it has eight already. Take one of those again, or try again tomorrow.",
    field ? { field } : undefined,
    { "Retry-After": String(DAY / SECOND) },
  );
}

async function claim(ctx: Ctx, wanted: Wanted): Promise<void> {
  const { kind, name, holder } = wanted;
  const home = await ctx.db.prisma.cell.findUnique({ where: { number: 1 } });
  const sent = { name: { kind, name }, cell: thisCell()!, ...(holder && { holder }) };
  const answer = home && (await askCell(home, "names", sent).catch(sayWhy));
  if (answer?.status === 409) refuse(wanted);
  if (answer?.status === 429) refuseMore(wanted);
  const version = answer?.status === 200 ? (answer.body as Claimed).version : undefined;
  if (version === undefined || !(await hasArrived(ctx, wanted, version))) return unregistered();
  // Processes of ours and of home may hold a directory that is as old.
  await sleep(FRESH_MS);
}

const sayWhy = (error: Error): null => {
  log().warn({ error: error.message }, "home did not answer when a name was claimed");
  return null;
};

function unregistered(): never {
  throw new ServiceError(
    "service_unavailable",
    "This name has to be registered at the service's home, which does not answer at the moment. Nothing was changed: try again in a few minutes.",
    undefined,
    { "Retry-After": "60" },
  );
}

/** The database holds what is written against its copy of the directory. */
async function hasArrived({ db }: Ctx, { kind, name }: Name, version: number): Promise<boolean> {
  for (const until = performance.now() + ARRIVES_WITHIN; performance.now() < until; await sleep(LOOK_EVERY_MS)) {
    const [found] = await db.query<{ version: number }>(sql`
      select version from cell_names where kind = ${kind} and name = ${name}`);
    if (found && found.version >= version) return true;
  }
  log().warn({ kind }, "a name was claimed at home, and the copy of the directory does not follow");
  return false;
}
