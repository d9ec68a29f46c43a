/** Columns that `encrypt` wrote: they are encrypted anew when the key changes. A test holds them against the schema. */
export const ENCRYPTED = [
  { table: "api_keys", column: "signing_secret" },
  { table: "webhook_endpoints", column: "secret" },
  { table: "webhook_endpoints", column: "previous_secret" },
  { table: "supplier_credentials", column: "value" },
  { table: "totp", column: "secret" },
  { table: "mails", column: "text" },
  { table: "mails", column: "html" },
  { table: "mails", column: "pictures" },
  { table: "sender_addresses", column: "private_key" },
  { table: "voucher_batches", column: "seed" },
  { table: "payment_settings", column: "secret_key" },
  { table: "payment_settings", column: "webhook_secret" },
  { table: "alert_settings", column: "webhook_url" },
] as const;

/**
 * Columns that `keyedHash` wrote. What was hashed is not known here: such a hash stays under its key until it is used,
 * replaced or over. `inForce` is what would be lost with its key.
 */
export const HASHED = [
  {
    table: "api_keys",
    column: "hash",
    what: "API keys",
    inForce: "revoked_at is null and (expires_at is null or expires_at > now())",
    until: "hashed anew when they are next used",
  },
  {
    table: "recovery_codes",
    column: "hash",
    what: "recovery codes",
    inForce: "used_at is null",
    until: "used, or renewed by their owner",
  },
  {
    table: "known_devices",
    column: "token_hash",
    what: "browsers that people are known by",
    inForce: "last_used_at > now() - interval '90 days'",
    until: "hashed anew at the next sign-in in them",
  },
  {
    table: "invitations",
    column: "token_hash",
    what: "invitations",
    inForce: "accepted_at is null and revoked_at is null and expires_at > now()",
    until: "accepted, sent again, or over after seven days",
  },
  {
    table: "sign_ups",
    column: "token_hash",
    what: "links of resellers who sign up",
    inForce: "expires_at > now()",
    until: "used, sent again, or over after a day",
  },
  {
    table: "password_resets",
    column: "token_hash",
    what: "password links",
    inForce: "used_at is null and expires_at > now()",
    until: "over after an hour",
  },
  {
    table: "store_links",
    column: "token_hash",
    what: "shop links",
    inForce: "expires_at > now()",
    until: "over after at most 180 days",
  },
] as const;

/** A process that was not heard of for so long is not running any more. */
export const GONE_AFTER_S = 12;
export const REFRESH_MS = 2_000;
