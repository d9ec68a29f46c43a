import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { after, HOUR, MINUTE } from "#server/kernel/time.ts";
import { postMessage, readWebhook } from "./alert-settings.ts";

/** Older messages are no news: they are given up. */
const GIVE_UP_AFTER = HOUR;

/** Posts one message, once it is known to be unsent. Throws when it was not taken: the engine tries again, then the sweeper. */
export async function postAlert(ctx: Ctx, postId: number): Promise<void> {
  const post = await ctx.db.prisma.alertPost.findUnique({ where: { id: postId } });
  const url = post && !post.sentAt ? await readWebhook(ctx.db) : null;
  if (!post || !url) return;
  const { error } = await postMessage(url, post.body);
  await ctx.db.prisma.alertPost.update({
    where: { id: postId },
    data: { attempts: { increment: 1 }, lastError: error, ...(error === null && { sentAt: ctx.clock.now() }) },
  });
  if (error !== null) throw new Error(error);
}

/** Messages whose job died, or was tried as often as it may be. */
export async function sweepPosts(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.query(sql`
    insert into outbox_jobs (job, key, payload, is_reminder)
    select 'post-alert', 'post-alert:' || id, jsonb_build_object('postId', id), true from alert_posts
     where sent_at is null and created_at < ${after(now, -MINUTE)} and created_at > ${after(now, -GIVE_UP_AFTER)}
       and not exists (select from outbox_jobs j where j.key = 'post-alert:' || alert_posts.id)
     order by id limit 100
    on conflict (key) do nothing`);
}
