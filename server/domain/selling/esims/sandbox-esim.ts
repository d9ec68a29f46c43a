import { randomInt } from "node:crypto";
import { MB } from "#server/kernel/data-size.ts";
import { ulid } from "#server/kernel/ids.ts";
import type { NewEsim } from "./esim.ts";

const SMDP_ADDRESS = "rsp.sandbox.example";
/** Telecom industry prefix 89 and the unassigned country code 999: no real profile can have it. */
const ICCID_PREFIX = "8999901";
const IMSI_PREFIX = "99901";

export const isSandboxIccid = (iccid: string): boolean => iccid.startsWith(ICCID_PREFIX);

type Plan = { supplierCode: string; supplierReference: string; dataMb: number; perDay: boolean; durationDays: number };

/** A fake profile that looks real: valid ICCID with Luhn digit, LPA string; owned by the built-in sandbox. */
export function newSandboxEsim({ supplierCode, supplierReference, dataMb, perDay, durationDays }: Plan): NewEsim {
  const body = ICCID_PREFIX + digits(11);
  const matchingId = `TEST-${randomCode(5)}-${randomCode(5)}-${randomCode(5)}`;
  return {
    supplier_order_id: null,
    supplier_code: supplierCode,
    supplier_esim_id: `sandbox-${ulid()}`,
    supplier_reference: supplierReference,
    iccid: body + luhnDigit(body),
    imsi: IMSI_PREFIX + digits(10),
    activation_code: `LPA:1$${SMDP_ADDRESS}$${matchingId}`,
    smdp_address: SMDP_ADDRESS,
    status: "ready",
    installation_status: "not_installed",
    supplier_status: "SANDBOX",
    supplier_smdp_status: "RELEASED",
    total_bytes: dataMb * MB * (perDay ? durationDays : 1),
    used_bytes: 0,
    validity_days: durationDays,
    apn: "internet",
    network_name: null,
  };
}

/** ISO/IEC 7812 check digit over the digits before it. */
export function luhnDigit(body: string): string {
  let sum = 0;
  [...body].reverse().forEach((character, i) => {
    const doubled = Number(character) * (i % 2 === 0 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  });
  return String((10 - (sum % 10)) % 10);
}

const digits = (n: number) => Array.from({ length: n }, () => randomInt(10)).join("");
const LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ0123456789";
const randomCode = (n: number) => Array.from({ length: n }, () => LETTERS[randomInt(LETTERS.length)]).join("");
