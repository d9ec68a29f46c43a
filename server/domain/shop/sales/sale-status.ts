/**
 * What became of a sale. `preparing`: paid, and on its way. `failed`: nothing could be delivered, and the payment goes back.
 * `cancelled`: delivered, and every eSIM of it cancelled since.
 */
export const SALE_STATUSES = ["preparing", "delivered", "cancelled", "failed"] as const;
export type SaleStatus = (typeof SALE_STATUSES)[number];
