import { XMLParser } from "fast-xml-parser";
import { request } from "undici";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { tellOperators } from "#server/domain/record/notifications/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { fail } from "#server/kernel/errors.ts";
import { log } from "#server/kernel/log.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { SECOND } from "#server/kernel/time.ts";
import { jump, MAX_JUMP, ONE } from "./fx-rate.ts";
import { dropHeldRate, holdRate } from "./held-rates.ts";

const ECB_DAILY = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml";
const MAX_BYTES = 1_000_000;
export type Refreshed = { sourceDate: string; taken: number; refused: string[] };

/** Reads the European Central Bank's daily file and takes its rates, per US dollar, but for those pinned by hand. */
export async function refreshRates(ctx: Ctx): Promise<Refreshed> {
  requireOperator(ctx, "rates:manage");
  if (ctx.actor.kind === "operator") await recordAudit(ctx.db, ctx, { act: "fx.refresh", subject: "all rates" });
  const file = await readSource().catch((error: Error) =>
    fail("supplier_error", `The exchange rates could not be read: ${error.message}`),
  );
  const now = ctx.clock.now();
  const refused: string[] = [];
  let taken = 0;
  await ctx.db.transaction(async (tx) => {
    // Whoever pins a rate waits for this, or was first.
    await tx.query(sql`select currency from fx_rates order by currency for no key update`);
    const held = new Map((await tx.prisma.fxRate.findMany()).map((rate) => [rate.currency, rate]));
    for (const [currency, rate] of file.rates) {
      const before = held.get(currency);
      if (before?.pinned) continue;
      const value = rate.toFixed(8);
      if (before?.source === "ecb" && jump(money(before.rate.toString()), rate).greaterThan(MAX_JUMP)) {
        refused.push(currency);
        await holdRate(tx, now, { currency, rate: value, source: "ecb", sourceDate: file.date, fetchedAt: now });
        continue;
      }
      taken += 1;
      await dropHeldRate(tx, currency);
      const changed = before === undefined || !before.rate.equals(value);
      const data = {
        rate: value,
        source: "ecb",
        sourceDate: file.date,
        fetchedAt: now,
        verified: true,
        ...(changed && { changedAt: now }),
      };
      await tx.prisma.fxRate.upsert({
        where: { currency },
        create: { currency, changedAt: now, ...data },
        update: data,
      });
    }
  });
  if (refused.length > 0) {
    log().error({ refused }, "exchange rates jumped by more than 10 % and wait for somebody to verify them");
    await tellOperators(ctx.db, now, {
      kind: "fx.jump",
      subject: refused.join(", "),
      occasion: file.date.toISOString(),
      text: `${refused.join(", ")} moved by more than 10 % in the file of ${file.date.toISOString().slice(0, 10)}. The rates before stay in force until somebody verifies the new ones.`,
    });
  }
  return { sourceDate: file.date.toISOString().slice(0, 10), taken, refused };
}

const readSource = async () => parseDailyFile(await fetchFile(env().fxUrl ?? ECB_DAILY));

async function fetchFile(url: string): Promise<string> {
  const answer = await request(url, {
    headersTimeout: 10 * SECOND,
    bodyTimeout: 10 * SECOND,
    maxRedirections: 0,
  } as Parameters<typeof request>[1]);
  let text = "";
  for await (const chunk of answer.body.setEncoding("utf8")) {
    text += chunk;
    if (text.length > MAX_BYTES) throw new Error("The exchange rate file is larger than 1 MB.");
  }
  if (answer.statusCode !== 200) throw new Error(`The exchange rate source answered ${answer.statusCode}.`);
  return text;
}

type DailyFile = { date: Date; rates: Map<string, Money> };

/** The file gives units per euro; ours are per dollar. */
export function parseDailyFile(xml: string): DailyFile {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "",
    parseAttributeValue: false,
    processEntities: false,
  });
  const day = parser.parse(xml)?.["gesmes:Envelope"]?.Cube?.Cube;
  const entries: { currency?: string; rate?: string }[] = [day?.Cube ?? []].flat();
  const perEuro = new Map<string, Money>();
  for (const { currency, rate } of entries)
    if (/^[A-Z]{3}$/.test(currency ?? "") && /^\d+(\.\d+)?$/.test(rate ?? "") && Number(rate) > 0)
      perEuro.set(currency!, money(rate!));
  const dollar = perEuro.get("USD");
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day?.time ?? "") || !dollar)
    throw new Error("The exchange rate file is not in the European Central Bank's daily format.");
  const rates = new Map(
    [...perEuro].flatMap(([currency, rate]) =>
      currency === "USD" ? [] : [[currency, rate.dividedBy(dollar)] as const],
    ),
  );
  rates.set("EUR", ONE.dividedBy(dollar));
  return { date: new Date(`${day.time}T00:00:00Z`), rates };
}
