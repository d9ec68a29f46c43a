import type { Inputs } from "#server/trpc/types.ts";
import { amountText } from "../amount-text.ts";
import type { Zod } from "../zod.ts";

/** Of the most that is paid for one eSIM. */
export const MAX_UNIT_PRICE = { places: 4, optional: true };

const fieldsOf = (z: Zod) =>
  z.object({
    package_id: z.string().check(z.minLength(1, "Choose a package.")),
    quantity: z
      .int("Enter a whole number from 1 to 50.")
      .check(z.minimum(1, "Enter a number from 1 to 50."), z.maximum(50, "Enter a number from 1 to 50.")),
    client_reference: z.string().check(z.trim(), z.maxLength(128, "A reference has at most 128 characters.")),
    max_unit_price: amountText(z, MAX_UNIT_PRICE),
  });

/** Named as the API names them, so that what it refuses is shown at the field. */
export const newOrderSchema = (z: Zod) =>
  z.pipe(
    fieldsOf(z),
    z.transform(
      (given): Omit<Inputs["orders"]["place"], "draft"> => ({
        packageId: given.package_id,
        quantity: given.quantity,
        clientReference: given.client_reference || undefined,
        maxUnitPrice: given.max_unit_price || undefined,
      }),
    ),
  );
