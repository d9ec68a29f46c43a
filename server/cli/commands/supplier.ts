import type { Command } from "commander";
import {
  describeSupplier,
  isSupplierCode,
  listSuppliers,
  measureSuppliers,
  setSupplierOpen,
  supplierWebhookUrl,
} from "#server/domain/catalogue/suppliers/index.ts";
import { env } from "#server/kernel/env.ts";
import { truth } from "../parse.ts";
import { print } from "../print.ts";
import { withPlatform, withSuppliers } from "../with-platform.ts";

type Listed = Awaited<ReturnType<typeof listSuppliers>>;
type Measured = Awaited<ReturnType<typeof measureSuppliers>>;

function describe(suppliers: Listed, measured: Measured) {
  return suppliers.flatMap(({ code, name, open }) => {
    if (!isSupplierCode(code)) return [];
    const able = Object.entries(describeSupplier(code).capabilities).flatMap(([what, can]) => (can ? what : []));
    const health = measured.find((supplier) => supplier.code === code);
    return {
      code,
      name,
      open,
      calls_last_hour: health?.calls ?? 0,
      success_rate: health?.successRate ?? null,
      latency_ms: health?.latencyMs ?? null,
      delivery_seconds: health?.deliverySeconds ?? null,
      balance_usd: health?.balanceUsd ?? null,
      runway_days: health?.runwayDays ?? null,
      supports: able.join(","),
      webhook_url: supplierWebhookUrl(code, env().publicUrl),
    };
  });
}

export function addSupplierCommands(program: Command): void {
  const supplier = program.command("supplier").description("network suppliers");
  supplier
    .command("list")
    .description("open or closed, health, wallet, what each supports, and the address for its webhooks")
    .action(async (_options, command: Command) => {
      const suppliers = await withSuppliers(async (ctx) =>
        describe(await listSuppliers(ctx), await measureSuppliers(ctx)),
      );
      print(command, { suppliers });
    });
  supplier
    .command("set <code>")
    .description("open or close for sale")
    .requiredOption("--open <bool>", "true or false", truth)
    .action(async (code: string, { open }: { open: boolean }, command: Command) =>
      print(command, await withPlatform((ctx) => setSupplierOpen(ctx, code, open))),
    );
}
