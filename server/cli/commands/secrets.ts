import type { Command } from "commander";
import {
  readSecretsStatus,
  retireKeys,
  rotateSecrets,
  type SecretsStatus,
} from "#server/domain/control/secrets/index.ts";
import { env } from "#server/kernel/env.ts";
import { masterInDataDir, masterInVariables } from "../../process/secrets.ts";
import { print } from "../print.ts";
import { withPlatform } from "../with-platform.ts";

export function addSecretsCommands(program: Command): void {
  const secrets = program.command("secrets").description("MASTER_KEY and the keys below it");
  secrets
    .command("status")
    .description("which keys there are, which processes hold them, and what is still under a former one")
    .action(async (_options, command: Command) => print(command, present(await withPlatform(readSecretsStatus))));
  secrets
    .command("rotate")
    .description(
      "replace MASTER_KEY and every key below it while the service runs; run it again when it was broken off",
    )
    .action(async (_options, command: Command) => {
      const { masterKey, databaseUrl, dataDir } = env();
      const isOurs = masterKey === undefined && databaseUrl === undefined;
      const store = isOurs ? masterInDataDir(dataDir) : masterInVariables();
      const result = await withPlatform((ctx) => rotateSecrets(ctx, store));
      print(
        command,
        result.done
          ? {
              done: true,
              re_encrypted: result.reEncrypted,
              next: "What the former key hashed is still accepted: see `svc secrets status`, then end it with `svc secrets retire`.",
            }
          : { done: false, next: result.next, waits_for: result.waitsFor.join("; ") },
      );
    });
  secrets
    .command("retire")
    .description("end the former keys: nothing that they made is accepted any more")
    .option("--force", "although hashes in force would be worth nothing then")
    .action(async ({ force = false }: { force?: boolean }, command: Command) => {
      const { retired } = await withPlatform((ctx) => retireKeys(ctx, { force }));
      print(command, { retired: retired.join(", ") });
    });
}

function present({
  keys,
  masters,
  ownMaster,
  processes,
  ciphertextsLeft,
  hashesLeft,
  supplierAddresses,
}: SecretsStatus) {
  return {
    master_keys: masters.join(" → "),
    own_master_key: ownMaster,
    encrypted_under_former: ciphertextsLeft,
    ...Object.fromEntries(
      hashesLeft.map(({ what, count, until }) => [what, count === 0 ? 0 : `${count}, until ${until}`]),
    ),
    ...Object.fromEntries(supplierAddresses.map(({ supplier, address }) => [`tell ${supplier}`, address])),
    processes: processes
      .map(({ name, master, active }) => `${name}: MASTER_KEY ${master}, writes under key ${active}`)
      .join("; "),
    keys: keys.map(({ id, state, createdAt, activatedAt, retiredAt }) => ({
      key: id,
      state,
      created: createdAt,
      active_since: activatedAt,
      retired: retiredAt,
    })),
  };
}
