import { type Command, InvalidArgumentError } from "commander";
import { createKey, listKeys, revokeKey } from "#server/domain/reseller/keys/index.ts";
import type { Environment } from "#server/kernel/context.ts";
import { isScope, SCOPES, type Scope } from "#server/kernel/scopes.ts";
import { lastingDuration, list, oneOf } from "../parse.ts";
import { print } from "../print.ts";
import { withPlatform } from "../with-platform.ts";

type CreateOptions = {
  env: Environment;
  name?: string;
  scopes: readonly Scope[];
  hmac?: boolean;
  allowIp?: string[];
  expiresIn?: number;
};

export function addKeyCommands(program: Command): void {
  const key = program.command("key").description("API keys");
  key
    .command("create <code>")
    .description("make a key; it is shown once")
    .requiredOption("--env <environment>", "test or live", oneOf("test", "live"))
    .option("--name <name>", "what it is for")
    .option("--scopes <list>", "comma-separated, or all", toScopes, SCOPES)
    .option("--hmac", "require signed requests")
    .option("--allow-ip <list>", "addresses or CIDRs, comma-separated", list)
    .option("--expires-in <duration>", "such as 30d", lastingDuration)
    .action(async (code: string, { env, name, scopes, hmac, allowIp, expiresIn }: CreateOptions, command: Command) => {
      const created = await withPlatform((ctx) =>
        createKey(ctx, code, {
          environment: env,
          name: name ?? `${env} key`,
          scopes,
          requireHmac: hmac,
          allowedIps: allowIp,
          expiresAt: expiresIn === undefined ? undefined : new Date(ctx.clock.now().getTime() + expiresIn),
        }),
      );
      print(command, {
        key: created.key,
        key_prefix: created.keyPrefix,
        ...(created.signingSecret && { signing_secret: created.signingSecret }),
      });
    });
  key
    .command("list <code>")
    .description("keys of an account, never the secrets")
    .action(async (code: string, _options, command: Command) => {
      const keys = await withPlatform((ctx) => listKeys(ctx, code));
      print(command, {
        keys: keys.map((item) => ({
          key_prefix: item.keyPrefix,
          name: item.name,
          environment: item.environment,
          scopes: item.scopes.length === SCOPES.length ? "all" : item.scopes.join(","),
          hmac: item.requiresHmac,
          allowed_ips: item.allowedIps.join(","),
          expires_at: item.expiresAt,
          revoked_at: item.revokedAt,
          last_used_at: item.lastUsedAt,
          created_at: item.createdAt,
        })),
      });
    });
  key
    .command("revoke <prefix>")
    .description("in force for the next request")
    .action(async (prefix: string, _options, command: Command) => {
      const revoked = await withPlatform((ctx) => revokeKey(ctx, prefix));
      print(command, { key_prefix: revoked.keyPrefix, revoked_at: revoked.revokedAt });
    });
}

function toScopes(text: string): readonly Scope[] {
  if (text === "all") return SCOPES;
  return list(text).map((name) => {
    if (!isScope(name)) throw new InvalidArgumentError(`"${name}" is not a scope. Scopes are: ${SCOPES.join(", ")}.`);
    return name;
  });
}
