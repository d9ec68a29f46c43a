import { z } from "zod";
import { thisCell } from "#server/kernel/cell.ts";
import { askCell } from "#server/kernel/cell-calls.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { type Cell, listCells } from "./list-cells.ts";
import { type CellSums, measureCell } from "./measure-cell.ts";

/** Of a cell of another version too: what it says beside this is left out. */
const Sums = z.object({
  accounts: z.number().int().min(0),
  ordersToday: z.number().int().min(0),
  balances: z.array(
    z.object({ currency: z.string().regex(/^[A-Z]{3}$/), balance: z.string().regex(/^-?\d{1,20}(\.\d{1,8})?$/) }),
  ),
  oldestOpenAt: z.iso.datetime({ offset: true }).nullable(),
  workerAlive: z.boolean(),
  homeHeardAt: z.iso.datetime({ offset: true }).nullable(),
  behind: z.array(z.object({ cell: z.number().int(), bytes: z.number() })),
}) satisfies z.ZodType<CellSums>;

type Balance = { currency: string; balance: Money };

/**
 * @property behindBytes of home's log, not taken over yet; null at home, and while home does not say it
 * @property fault why it says nothing; then its figures are null
 */
export type CellState = Pick<Cell, "number" | "name" | "address"> & {
  isThis: boolean;
  behindBytes: number | null;
} & ({ fault: string; figures: null } | { fault: null; figures: Figures });

type Figures = {
  accounts: number;
  ordersToday: number;
  balances: Balance[];
  oldestOpenAt: Date | null;
  workerAlive: boolean;
  homeHeardAt: Date | null;
};

/** @property missing names of the cells that are not in the sums */
export type AllCells = {
  cells: CellState[];
  sums: Pick<Figures, "accounts" | "ordersToday" | "balances" | "oldestOpenAt">;
  missing: string[];
};

/** How all cells are doing, and their sums: each is asked at this moment. One that does not answer within seconds is said to be missing. */
export async function sumCells(ctx: Ctx): Promise<AllCells> {
  requireOperator(ctx, "platform:read");
  const cells = thisCell() ? await listCells(ctx) : [];
  const asked = await Promise.all(cells.map((cell) => ask(ctx, cell)));
  const behind = asked.flatMap(({ said }) => said?.behind ?? []);
  const states = asked.map(({ cell: { number, name, address }, said, fault }): CellState => {
    const behindBytes = behind.find(({ cell }) => cell === number)?.bytes ?? null;
    const about = { number, name, address, isThis: name === thisCell(), behindBytes };
    if (!said) return { ...about, fault: fault ?? "It did not answer.", figures: null };
    return { ...about, fault: null, figures: toFigures(said) };
  });
  const figures = states.flatMap((state) => state.figures ?? []);
  const oldest = figures.flatMap(({ oldestOpenAt }) => oldestOpenAt?.getTime() ?? []);
  return {
    cells: states,
    sums: {
      accounts: figures.reduce((sum, { accounts }) => sum + accounts, 0),
      ordersToday: figures.reduce((sum, { ordersToday }) => sum + ordersToday, 0),
      balances: addUp(figures.flatMap(({ balances }) => balances)),
      oldestOpenAt: oldest.length > 0 ? new Date(Math.min(...oldest)) : null,
    },
    missing: states.filter(({ figures }) => !figures).map(({ name }) => name),
  };
}

type Asked = { cell: Cell; said: CellSums | null; fault?: string };

async function ask(ctx: Ctx, cell: Cell): Promise<Asked> {
  if (cell.name === thisCell()) return { cell, said: await measureCell(ctx) };
  try {
    const { status, body } = await askCell(cell, "sums");
    if (status !== 200) return { cell, said: null, fault: `It answers ${status}.` };
    return { cell, said: Sums.parse(body) };
  } catch (error) {
    return { cell, said: null, fault: inWords(error as Error) };
  }
}

function inWords(error: Error): string {
  if (error.name === "TimeoutError") return "It did not answer in time.";
  if (error.name === "ZodError") return "It answers in another way than this version: bring both to the same one.";
  return error.message.includes("fetch failed") ? "It cannot be reached." : error.message;
}

const toFigures = (said: CellSums): Figures => ({
  accounts: said.accounts,
  ordersToday: said.ordersToday,
  balances: said.balances.map(({ currency, balance }) => ({ currency, balance: money(balance) })),
  oldestOpenAt: said.oldestOpenAt ? new Date(said.oldestOpenAt) : null,
  workerAlive: said.workerAlive,
  homeHeardAt: said.homeHeardAt ? new Date(said.homeHeardAt) : null,
});

function addUp(balances: Balance[]): Balance[] {
  return Map.groupBy(balances, ({ currency }) => currency)
    .entries()
    .map(([currency, some]) => ({ currency, balance: some.reduce((sum, { balance }) => sum.plus(balance), money(0)) }))
    .toArray()
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}
