import type { Command } from "commander";
import { createOperator, createUser, inviteForPlatform, inviteOperator } from "#server/domain/people/staff/index.ts";
import { OPERATOR_ROLE_NAMES, type OperatorRole, ROLE_NAMES, type Role } from "#server/kernel/roles.ts";
import { email, oneOf } from "../parse.ts";
import { print } from "../print.ts";
import { withPlatform } from "../with-platform.ts";

type UserOptions = { email: string; name?: string; role: Role; password: string };
type OperatorOptions = { email: string; password: string; role?: OperatorRole };

/** People who sign in: resellers' staff and the platform's own. */
export function addUserCommands(program: Command): void {
  const user = program.command("user").description("staff of resellers");
  user
    .command("invite <code>")
    .description("a link by mail to join an account's team, with which they choose a password of their own")
    .requiredOption("--email <email>", "what they will sign in with", email)
    .requiredOption("--role <role>", ROLE_NAMES.join(", "), oneOf(...ROLE_NAMES))
    .action(async (accountCode: string, options: { email: string; role: Role }, command: Command) => {
      await withPlatform((ctx) => inviteForPlatform(ctx, { accountCode, ...options }));
      print(command, { email: options.email, account_code: accountCode, role: options.role });
    });
  user
    .command("create <code>")
    .description("a sign-in for an account's team; somebody who has one joins with it")
    .requiredOption("--email <email>", "what they sign in with", email)
    .option("--name <name>", "how they are called")
    .requiredOption("--role <role>", ROLE_NAMES.join(", "), oneOf(...ROLE_NAMES))
    .requiredOption("--password <password>", "at least 10 characters")
    .action(async (code: string, options: UserOptions, command: Command) => {
      const made = await withPlatform((ctx) => createUser(ctx, code, options));
      print(command, { email: made.email, account_code: code, role: made.role, password_kept: made.existing });
    });
  const role = oneOf(...OPERATOR_ROLE_NAMES);
  const operator = program.command("operator").description("platform staff");
  operator
    .command("invite")
    .description("a link by mail, with which they choose a password of their own")
    .requiredOption("--email <email>", "what they will sign in with", email)
    .requiredOption("--role <role>", OPERATOR_ROLE_NAMES.join(", "), role)
    .action(async (options: { email: string; role: OperatorRole }, command: Command) =>
      print(command, await withPlatform((ctx) => inviteOperator(ctx, options))),
    );
  operator
    .command("create")
    .description("a sign-in for the operator area")
    .requiredOption("--email <email>", "what they sign in with", email)
    .requiredOption("--password <password>", "at least 10 characters")
    .option("--role <role>", `${OPERATOR_ROLE_NAMES.join(", ")}; admin without`, role)
    .action(async (options: OperatorOptions, command: Command) =>
      print(command, await withPlatform((ctx) => createOperator(ctx, options))),
    );
}
