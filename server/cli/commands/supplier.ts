import type { Command } from "commander";
import {
  describeSupplier,
  isSupplierCode,
  listSuppliers,
  setSupplierOpen,
  supplierNoticeUrl,
} from "#server/domain/suppliers/index.ts";
import { env } from "#server/kernel/env.ts";
import { truth } from "../parse.ts";
import { print } from "../print.ts";
import { withPlatform } from "../with-platform.ts";

export function addSupplierCommands(program: Command): void {
  const supplier = program.command("supplier").description("network suppliers");
  supplier
    .command("list")
    .description("open or closed, what each supports, and the address for its webhooks")
    .action(async (_options, command: Command) => {
      const suppliers = await withPlatform(async (ctx) =>
        (await listSuppliers(ctx)).flatMap(({ code, name, open }) => {
          if (!isSupplierCode(code)) return [];
          const able = Object.entries(describeSupplier(code).capabilities).flatMap(([what, can]) => (can ? what : []));
          return { code, name, open, supports: able.join(","), webhook_url: supplierNoticeUrl(code, env().publicUrl) };
        }),
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
