import type { Command } from "commander";
import { syncCatalog, withdrawPackage } from "#server/domain/catalogue/catalog/index.ts";
import { knownSupplier, SUPPLIER_CODES } from "#server/domain/catalogue/suppliers/index.ts";
import { print } from "../print.ts";
import { withPlatform, withSuppliers } from "../with-platform.ts";

export function addCatalogCommands(program: Command): void {
  const catalog = program.command("catalog").description("packages");
  catalog
    .command("sync")
    .description("take over what the suppliers offer now")
    .option("--supplier <code>", "one supplier only")
    .action(async ({ supplier }: { supplier?: string }, command: Command) => {
      const codes = supplier === undefined ? SUPPLIER_CODES : [knownSupplier(supplier)];
      const pulls = await withSuppliers(async (ctx) => {
        const done = [];
        for (const code of codes) done.push(await syncCatalog(ctx, code));
        return done;
      });
      const sum = (name: "added" | "changed" | "withdrawn") => pulls.reduce((total, pull) => total + pull[name], 0);
      print(command, { added: sum("added"), changed: sum("changed"), withdrawn: sum("withdrawn"), suppliers: pulls });
    });
  catalog
    .command("withdraw <package>")
    .description("take a package off sale for good, by code or numeric id")
    .option("--replaced-by <package>", "what its code answers with from now on")
    .action(async (item: string, { replacedBy }: { replacedBy?: string }, command: Command) => {
      const withdrawn = await withPlatform((ctx) => withdrawPackage(ctx, item, replacedBy));
      print(command, { package_id: withdrawn.packageId, replaced_by: withdrawn.replacedBy });
    });
}
