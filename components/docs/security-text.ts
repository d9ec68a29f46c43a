/** `security.txt` as RFC 9116 has it. */
export function securityText(publicUrl: string, contact: string, expires: Date): string {
  const fields = [
    ["Contact", contact],
    ["Expires", expires.toISOString()],
    ["Preferred-Languages", "en, de"],
    ["Canonical", `${publicUrl}/.well-known/security.txt`],
    ["Policy", `${publicUrl}/docs/security`],
  ];
  return fields.map(([name, value]) => `${name}: ${value}\n`).join("");
}
