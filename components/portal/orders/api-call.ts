/** What a program would send for the same order, ready to be pasted; the same key never orders twice. */
export type ApiCall = {
  apiUrl: string;
  draft: string;
  packageId: string;
  quantity: number;
  clientReference: string;
  maxUnitPrice: string;
};

export function toCurl({ apiUrl, draft, packageId, quantity, clientReference, maxUnitPrice }: ApiCall): string {
  const body = {
    package_id: packageId,
    quantity,
    ...(clientReference && { client_reference: clientReference }),
    ...(maxUnitPrice && { max_unit_price: Number(maxUnitPrice) }),
  };
  return [
    `curl -sS -X POST ${apiUrl}/orders`,
    `  -H "Authorization: Bearer $SVC_KEY"`,
    `  -H "Content-Type: application/json"`,
    `  -H "Idempotency-Key: ${draft}"`,
    `  -d ${inShell(JSON.stringify(body))}`,
  ].join(" \\\n");
}

/** One word for a shell, whatever is in it. */
const inShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
