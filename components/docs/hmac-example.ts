/** A signed request to check an implementation against. The secret belongs to no key. */
export const HMAC_EXAMPLE = {
  secret: "svc_sign_3Vb8nQx2LkT7mW0dRfY5cHsJ9pZa1GgE4uXiOvKtNqS",
  method: "POST",
  target: "/api/v1/orders",
  timestamp: "1795179600",
  requestId: "a3f1c2d4-0001",
  body: '{"package_id":"esimaccess-TR_5_30","quantity":2}',
  bodyHash: "6b8f3fba9007038d2473f15448af469d5d200a38bf9672c203b16654254820dd",
  signature: "5a116f120036fc1c19e904120cfa3d84b70d7c299470b43a853184a848aeb012",
} as const;

/** The bytes that are signed: five lines, no newline at the end. */
export const signedText = ({ method, target, timestamp, requestId, bodyHash }: typeof HMAC_EXAMPLE): string =>
  [method, target, timestamp, requestId, bodyHash].join("\n");
