import type { Command } from "commander";
import { listRates, pinRate, refreshRates, unpinRate, verifyRate } from "#server/domain/catalogue/pricing/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { inWords } from "#server/kernel/time.ts";
import { currencyCode, decimal, duration } from "../parse.ts";
import { print } from "../print.ts";
import { withPlatform, withSuppliers } from "../with-platform.ts";

export function addFxCommands(program: Command): void {
  const fx = program.command("fx").description("exchange rates, units per USD");
  fx.command("set <currency> <rate>")
    .description("pin a rate: the refresh leaves it alone")
    .option("--unverified", "not to be sold at")
    .option("--age <duration>", "how old the rate is", duration, 0)
    .action(
      async (
        currency: string,
        rate: string,
        { unverified, age }: { unverified?: boolean; age: number },
        command: Command,
      ) =>
        print(
          command,
          await withPlatform(async (ctx) => {
            const code = currencyCode(currency);
            await pinRate(ctx, { currency: code, rate: decimal(rate), verified: !unverified, ageMs: age });
            return await rateOf(ctx, code);
          }),
        ),
    );
  fx.command("auto <currency>")
    .description("unpin a rate and read it from the source again")
    .action(async (currency: string, _options, command: Command) =>
      print(
        command,
        await withSuppliers(async (ctx) => {
          await unpinRate(ctx, currencyCode(currency));
          await refreshRates(ctx);
          return await rateOf(ctx, currencyCode(currency));
        }),
      ),
    );
  fx.command("verify <currency>")
    .description("take the rate that moved too far to be believed, or vouch for the one in force")
    .action(async (currency: string, _options, command: Command) =>
      print(
        command,
        await withPlatform(async (ctx) => {
          await verifyRate(ctx, currencyCode(currency));
          return await rateOf(ctx, currencyCode(currency));
        }),
      ),
    );
  fx.command("list")
    .description("all rates, and why one may not be used")
    .action(async (_options, command: Command) => print(command, { rates: await withPlatform(rates) }));
}

async function rates(ctx: Ctx) {
  const now = ctx.clock.now().getTime();
  return (await listRates(ctx)).map((rate) => ({
    currency: rate.currency,
    rate: Number(rate.rate),
    source: rate.source,
    source_date: rate.sourceDate.toISOString().slice(0, 10),
    age: inWords(now - rate.fetchedAt.getTime()),
    verified: rate.verified,
    pinned: rate.pinned,
    usable: rate.fault === null,
    fault: rate.fault,
    held: rate.held && Number(rate.held.rate),
  }));
}

const rateOf = async (ctx: Ctx, currency: string) => (await rates(ctx)).find((rate) => rate.currency === currency)!;
