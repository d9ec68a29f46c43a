import type { SupplierCode, SupplierEsim } from "#server/domain/catalogue/suppliers/index.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { ulid } from "#server/kernel/ids.ts";
import type { Money } from "#server/kernel/money.ts";
import { type Moves, moveStatement } from "#server/kernel/moves.ts";
import { storableJson } from "#server/kernel/storable.ts";

/**
 * What one supplier call is asked to buy of an order. `intended`: not sent. `sent`: a call is under way or its outcome is
 * unknown. `accepted`: the supplier has it. `delivered`, `rejected`: over. `review`: people have
 * to decide. `replaced`: rejected, and bought elsewhere.
 */
export type PartStatus = "intended" | "sent" | "accepted" | "delivered" | "rejected" | "review" | "replaced";

/** The trigger `check_part_move` has the same table. */
export const PART_MOVES: Moves<PartStatus> = {
  intended: ["sent", "accepted", "rejected"],
  sent: ["intended", "accepted", "rejected", "review"],
  accepted: ["delivered", "rejected", "review"],
  // People have to tell whose an eSIM is that another order has too.
  delivered: ["review"],
  // Found while its order still waits (`adopt_part`), or bought elsewhere.
  rejected: ["accepted", "replaced"],
  review: ["delivered", "rejected"],
  replaced: [],
};

/** As it was stored: without its times, which are text there and not needed. */
export type DeliveredEsim = Omit<SupplierEsim, "installedAt" | "activatedAt" | "expiresAt">;

/** That came late; with the supplier's order that it is of, where that was kept. */
export type StrayEsim = DeliveredEsim & { supplierReference?: string };

export type Part = {
  id: number;
  orderId: number;
  supplierCode: SupplierCode;
  supplierPackageId: string;
  /** Our reference, new for every part, by which the supplier's record is found. */
  reference: string;
  quantity: number;
  unitCostUsd: Money;
  status: PartStatus;
  supplierReference: string | null;
  rejectedCode: string | null;
  /** For the first time. */
  sentAt: Date | null;
  /** Whom the supplier took us for when it was sent the last time; null: before that was kept. */
  sentAs: string | null;
  sends: number;
  checks: number;
  notFoundAt: Date | null;
  shortAt: Date | null;
  shortQuantity: number | null;
  busyUntil: Date | null;
  profiles: DeliveredEsim[] | null;
  /** When something that may have been bought was last given up without having been seen. */
  lostAt: Date | null;
  /** What turned up and belongs to no order: waits for people, was returned to the supplier, was dealt with, or is (was) sold on. */
  stray: "waiting" | "returned" | "kept" | "for_sale" | "resold" | null;
  /** Of the last that came, when several did. */
  strayReference: string | null;
  strayProfiles: StrayEsim[] | null;
  createdAt: Date;
};

const COLUMNS = sql`
  id, order_id, supplier_code, supplier_package_id, reference, quantity,
  unit_cost_usd, status, supplier_reference, rejected_code, sent_at, sent_as, sends,
  checks, not_found_at, short_at, short_quantity, busy_until, profiles,
  lost_at, stray, stray_reference, stray_profiles, created_at`;

export async function listParts(db: Transaction, orderId: number): Promise<Part[]> {
  return await db.query<Part>(sql`select ${COLUMNS} from supplier_orders where order_id = ${orderId} order by part`);
}

export async function findPart(db: Transaction, reference: string): Promise<Part | null> {
  const [part] = await db.query<Part>(sql`select ${COLUMNS} from supplier_orders where reference = ${reference}`);
  return part ?? null;
}

type Plan = {
  orderId: number;
  supplierCode: string;
  supplierPackageId: string;
  quantity: number;
  unitCostUsd: string;
  maxQuantity: number;
  /** 1, or the next number when another supplier takes over. */
  firstPart?: number;
  at: Date;
};

/** Writes the intent before anything is sent: quantities above the supplier's limit become several parts. */
export async function planParts(tx: Transaction, plan: Plan): Promise<void> {
  const { orderId, supplierCode, supplierPackageId, quantity, unitCostUsd, maxQuantity, firstPart = 1, at } = plan;
  const parts = [];
  for (let rest = quantity, part = firstPart; rest > 0; rest -= maxQuantity, part++)
    parts.push({ part, reference: ulid(), quantity: Math.min(rest, maxQuantity) });
  await tx.query(sql`
    insert into supplier_orders (order_id, part, supplier_code, supplier_package_id, reference, quantity, unit_cost_usd, created_at, updated_at)
    select ${orderId}, x.part, ${supplierCode}, ${supplierPackageId}, x.reference, x.quantity, ${unitCostUsd}::numeric, ${at}, ${at}
      from jsonb_to_recordset(${storableJson(parts)}::jsonb) as x(part int, reference text, quantity int)
    on conflict (order_id, part) do nothing`);
}

/** What a move may change besides; our reference and what was asked for stay. */
export type PartChanges = Partial<
  Omit<Part, "id" | "orderId" | "supplierCode" | "supplierPackageId" | "reference" | "quantity" | "createdAt">
> & {
  anonymous?: boolean;
};

/**
 * Moves a part that is still in the state in which it was read and was not sent again since; null when another run was
 * first. So an answer counts for the attempt that it belongs to, however late whoever asked for it wakes up.
 */
export async function movePart(
  db: Transaction,
  { id, status, sends }: Pick<Part, "id" | "status" | "sends">,
  at: Date,
  changes: PartChanges,
): Promise<Part | null> {
  const move = moveStatement("supplier_orders", PART_MOVES, { id, status, sends }, { ...changes, updatedAt: at });
  const [moved] = await db.query<Part>(sql`${move} returning ${COLUMNS}`);
  return moved ?? null;
}

/** Orders of a supplier that belong to an order or a top-up of ours already, among those asked about. */
export async function findLinked(
  db: Transaction,
  code: SupplierCode,
  supplierReferences: string[],
): Promise<Set<string>> {
  const rows = await db.query<{ supplierReference: string }>(sql`
    select supplier_reference from supplier_orders
     where supplier_code = ${code} and supplier_reference = any(${supplierReferences})
    union
    select stray_reference from supplier_orders where supplier_code = ${code} and stray_reference = any(${supplierReferences})
    union
    select supplier_reference from actions where supplier_code = ${code} and supplier_reference = any(${supplierReferences})`);
  return new Set(rows.map(({ supplierReference }) => supplierReference));
}

/**
 * Our reference that a supplier's order bears: of a late delivery that was sold on to a part that was never sent, the one of the part that
 * it was asked for with.
 */
export async function askedAs(
  db: Transaction,
  { reference, sends, supplierCode }: Pick<Part, "reference" | "sends" | "supplierCode">,
  supplierReference: string,
): Promise<string> {
  if (sends > 0) return reference;
  const first = await db.prisma.supplierOrder.findFirst({
    where: { supplierCode, strayReference: supplierReference, stray: "resold", sends: { gt: 0 } },
    select: { reference: true },
  });
  return first?.reference ?? reference;
}

/** Whether another part is sent, its outcome not known yet, whose order would look the same to a supplier that keeps no reference of ours. */
export async function isAnotherSent(
  db: Transaction,
  { id, supplierCode, supplierPackageId }: Pick<Part, "id" | "supplierCode" | "supplierPackageId">,
): Promise<boolean> {
  const other = await db.prisma.supplierOrder.findFirst({
    where: { supplierCode, supplierPackageId, status: "sent", anonymous: true, id: { not: id } },
    select: { id: true },
  });
  return other !== null;
}

/**
 * The part is about to be sent. `turn`: another one, whose order would look the same to the supplier, is sent and its
 * outcome not known yet; nothing was changed. Null when another run was first.
 *
 * @param part with whom the supplier takes us for now
 * @param anonymous the supplier's orders carry no reference of ours: it is one at a time for each of its packages
 */
export async function claimSending(
  db: Transaction,
  part: Pick<Part, "id" | "sends" | "sentAt" | "sentAs">,
  { at, busyUntil, anonymous }: { at: Date; busyUntil: Date; anonymous: boolean },
): Promise<Part | "turn" | null> {
  try {
    return await movePart(db, { ...part, status: "intended" }, at, {
      status: "sent",
      anonymous,
      sentAt: part.sentAt ?? at,
      sentAs: part.sentAs,
      sends: part.sends + 1,
      busyUntil,
    });
  } catch (error) {
    if ((error as { constraint?: string }).constraint === "supplier_orders_one_anonymous") return "turn";
    throw error;
  }
}
