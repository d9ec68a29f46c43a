import { requestApproval } from "#server/domain/control/approvals/index.ts";
import { systemContext } from "#server/kernel/context.ts";
import { database } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { money } from "#server/kernel/money.ts";

/** What one process is told: who asks for how much, for each of these accounts at once. */
export type Orders = { databaseUrl: string; masterKey: string; operator: string; amount: number; accounts: string[] };

// A process of its own: says that it is up, begins with the first byte that it gets, and prints what came of it.
const { databaseUrl, masterKey, operator, amount, accounts } = JSON.parse(process.argv[2] ?? "{}") as Orders;
overrideEnv({ databaseUrl, masterKey });
const ctx = systemContext({ kind: "operator", name: operator, operatorRole: "finance" });
await ctx.db.query({ text: "select 1", values: [], name: "up" });
process.stdout.write("up\n");
await new Promise((resolve) => process.stdin.once("data", resolve));
const asked = accounts.map((accountCode) =>
  requestApproval(ctx, { kind: "adjustment", accountCode, amount: money(amount), reason: "why" }),
);
process.stdout.write(`${JSON.stringify((await Promise.all(asked)).map(({ status }) => status))}\n`);
await database().close();
process.stdin.destroy();
