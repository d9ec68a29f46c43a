import { isProductSold } from "#server/domain/catalogue/catalog/index.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import type { Part } from "./supplier-part.ts";

/** Whether what a part is asked for with is the product that its order sold: a supplier may have made another of it at any time since. */
export async function isStillSold(
  db: Transaction,
  { orderId, supplierCode, supplierPackageId }: Pick<Part, "orderId" | "supplierCode" | "supplierPackageId">,
): Promise<boolean> {
  const found = await db.query(sql`
    select p.id from orders o join packages sold on sold.id = o.package_id
      join packages p on ${isProductSold(sql`o.product_key`, sql`o.created_at`)}
     where o.id = ${orderId} and p.supplier_code = ${supplierCode} and p.supplier_package_id = ${supplierPackageId}`);
  return found.length > 0;
}
