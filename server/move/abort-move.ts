import { openCluster, readSource, reopen, takeTarget, takeTurn } from "./fence.ts";
import type { Move } from "./move-database.ts";
import { dropPublications, dropSubscriptions, resumeSubscriptions } from "./others.ts";
import { clearTarget, requireFree } from "./prepare-target.ts";
import { forgetMove, readMove, unsubscribe, type Watch } from "./replicate.ts";
import { clusterOf, openServer, type Server } from "./servers.ts";

/** Undoes a move that has not come to its end: the source is open and keeps nothing for it, the target is empty. */
export async function abortMove({ from, to }: Move, { say }: Watch): Promise<void> {
  const opened: Server[] = [];
  const open = async (made: Promise<Server>): Promise<Server> => {
    const server = await made;
    opened.push(server);
    return server;
  };
  try {
    const cluster = await open(openCluster(from));
    await takeTurn(cluster);
    const { movedTo } = await readSource(cluster, from);
    if (movedTo !== null)
      throw new Error(
        `The source has moved to ${movedTo}: that cannot be undone. Run the command without --abort to end it.`,
      );
    await reopen(cluster, from);
    const source = await open(openServer(from));
    await resumeSubscriptions(source);
    say("the source is open");
    const targetCluster = await open(openCluster(to)).catch(() => null);
    if (targetCluster) await takeTarget(targetCluster);
    const target = await open(openServer(to)).catch((error: Error) => {
      say(`${error.message}: what is in the target stays`);
      return null;
    });
    const begun = await readMove(source);
    const had = target && (await clear(target, `${source.place} (cluster ${await clusterOf(source)})`, say));
    if (begun && target && !had && begun.to !== target.place)
      throw new Error(
        `Nothing of the move is in ${target.place}: it goes to ${begun.to}. Name that in --to; the source is open meanwhile.`,
      );
    await unsubscribe(source, target);
    await forgetMove(source);
  } finally {
    await Promise.all(opened.map((server) => server.close()));
  }
}

/** Whether there was anything of the move. */
async function clear(target: Server, from: string, say: Watch["say"]): Promise<boolean> {
  if ((await requireFree(target, from)) === "empty") return false;
  await unsubscribe(null, target);
  await dropSubscriptions(target);
  await dropPublications(target);
  await clearTarget(target);
  say("the target is empty");
  return true;
}
