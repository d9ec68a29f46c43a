import { z } from "zod";
import { ORDER_STATUSES, type Order as OrderRecord } from "#server/domain/selling/orders/index.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { recordTime } from "#server/kernel/time.ts";
import { ActivationStatus, InstallationStatus, presentActivationStatus } from "../esims/esim.wire.ts";
import { amount, copyOf, currency, integer, recordTimestamp } from "../fields.ts";

/** What an order is: the same in every record and event. */
const OrderStatus = z.enum(ORDER_STATUSES).meta({ id: "OrderStatus" });

const reference = z.string().meta({ example: "B2B-1042" });
const clientReference = z
  .string()
  .nullable()
  .meta({ description: "Your own reference, unique within the account and environment" });

export const OrderProfile = z
  .strictObject({
    iccid: z.string(),
    imsi: z.string().nullable(),
    provider: z.string(),
    activation_status: ActivationStatus,
    installation_status: InstallationStatus,
    activation_code: z
      .string()
      .meta({ description: "LPA string", example: "LPA:1$rsp.sandbox.example$TEST-7K3M2-PQ9AB-CDEFG" }),
    smdp_address: z.string(),
  })
  .meta({ id: "OrderProfile" });

export const Order = z
  .strictObject({
    id: integer(),
    reference,
    client_reference: clientReference,
    status: OrderStatus,
    requested_quantity: integer(),
    delivered_quantity: integer(),
    unit_price: amount(),
    total_amount: amount(),
    currency: currency(),
    package_id: integer().meta({ description: "Numeric id of the package" }),
    package_name: z.string(),
    iccid: copyOf(z.string().nullable(), "profiles[0].iccid"),
    activation_code: copyOf(z.string().nullable(), "profiles[0].activation_code"),
    profiles: z.array(OrderProfile).meta({ description: "Every delivered eSIM" }),
    created_at: recordTimestamp(),
  })
  .meta({ id: "Order" });

/** What `listOrders` reads, under these names. */
export const OrderSummary = z
  .strictObject({
    id: integer(),
    reference,
    client_reference: clientReference,
    status: OrderStatus,
    unit_price: amount(),
    total_amount: amount(),
    currency: currency(),
    package_name: z.string(),
    iccid: z.string().nullable(),
    created_at: recordTimestamp(),
  })
  .meta({ id: "OrderSummary" });

export function presentOrder(order: OrderRecord): z.input<typeof Order> {
  const [first] = order.profiles;
  return {
    id: order.id,
    reference: orderReference(order.id),
    client_reference: order.clientReference,
    status: order.status,
    requested_quantity: order.requestedQuantity,
    delivered_quantity: order.deliveredQuantity,
    unit_price: order.unitPrice.toNumber(),
    total_amount: order.totalAmount.toNumber(),
    currency: order.currency,
    package_id: order.packageId,
    package_name: order.packageName,
    iccid: first?.iccid ?? null,
    activation_code: first?.activationCode ?? null,
    profiles: order.profiles.map((profile) => ({
      iccid: profile.iccid,
      imsi: profile.imsi,
      provider: profile.supplierCode,
      activation_status: presentActivationStatus(profile.status),
      installation_status: profile.installationStatus,
      activation_code: profile.activationCode,
      smdp_address: profile.smdpAddress,
    })),
    created_at: recordTime(order.createdAt),
  };
}
