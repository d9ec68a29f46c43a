import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { EnvError, supplierSettings, toBlockList, toOrigin } from "./env-values.ts";
import { processSingleton } from "./process-singleton.ts";

export { EnvError } from "./env-values.ts";

/** The environment as the service understands it. Read here and nowhere else. */
export type Env = ReturnType<typeof parseEnv>;

const list = z
  .string()
  .default("")
  .transform((text) => text.split(",").flatMap((part) => part.trim() || []));

const MOST_PROCESSES = 64;

const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http:// or https:// address" });

const Variables = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  PORT: z.coerce.number({ error: "must be a port number from 1 to 65535" }).int().min(1).max(65535).default(3000),
  PUBLIC_URL: httpUrl.optional(),
  SHOPS_URL: httpUrl.optional(),
  DATA_DIR: z.string().min(1).default(".data"),
  CHECKPOINT_DIR: z.string().min(1).optional(),
  BACKUP_URL: z
    .string()
    .regex(/^(s3:\/\/[^/]|file:\/\/\/|\/)/, "must be a directory (/mnt/backup) or a bucket (s3://name/prefix)")
    .optional(),
  AWS_ACCESS_KEY_ID: z.string().min(1).optional(),
  AWS_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  AWS_REGION: z.string().min(1).default("us-east-1"),
  AWS_ENDPOINT_URL: httpUrl.optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgresql:// address" }).optional(),
  DIRECT_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgresql:// address" }).optional(),
  READ_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgresql:// address" }).optional(),
  CELL: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,30}$/, "must be home, or the name of a cell in small letters, digits and dashes")
    .optional(),
  CELLS_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  WEB_PROCESSES: z
    .literal("auto")
    .transform(() => availableParallelism())
    .or(z.coerce.number().int().min(1).max(MOST_PROCESSES))
    .catch(Number.NaN)
    .refine((count) => !Number.isNaN(count), `must be a number from 1 to ${MOST_PROCESSES}, or auto`)
    .default(1),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: "must be a redis:// address" }).optional(),
  INNGEST_BASE_URL: httpUrl.optional(),
  INNGEST_EVENT_KEY: z.string().min(1).optional(),
  INNGEST_SIGNING_KEY: z.string().min(1).optional(),
  INNGEST_SERVE_ORIGIN: httpUrl.optional(),
  TRUSTED_PROXIES: list,
  CLIENT_ADDRESS_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, "must be the name of a header, such as X-Forwarded-For")
    .transform((name) => name.toLowerCase())
    .optional(),
  WEBHOOK_ALLOWED_ORIGINS: list,
  DNS_SERVER: z.string().min(1).optional(),
  SIMULATOR: z.enum(["on", "off"], { error: "must be on or off" }).optional(),
  FX_URL: httpUrl.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// address" }).optional(),
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  /** Tests only: a payment provider of their own. */
  STRIPE_API_URL: httpUrl.optional(),
  MASTER_KEY: z.string().min(32, "must have at least 32 characters").optional(),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(https:\/\/\S+|[^\s@/:]+@[^\s@/:]+)$/, "must be an e-mail address or an https:// address")
    .transform((text) => (text.startsWith("https:") ? text : `mailto:${text}`))
    .optional(),
  NEW_MASTER_KEY: z.string().min(32, "must have at least 32 characters").optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default("reseller-esim-service"),
  METRICS_PORT: z.coerce.number({ error: "must be a port number from 1 to 65535" }).int().min(1).max(65535).optional(),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  /** After an account is closed; longer than the request log is kept. */
  ERASE_AFTER_DAYS: z.coerce
    .number({ error: "must be a number of days" })
    .int("must be a whole number of days")
    .min(90, "must be 90 days or more")
    .max(3_650, "must be 3650 days or less")
    .default(180),
  /** After the year in which an invoice was written; no country that we know of asks for less than six. */
  INVOICE_YEARS: z.coerce
    .number({ error: "must be a number of years" })
    .int("must be a whole number of years")
    .min(6, "must be 6 years or more")
    .max(30, "must be 30 years or less")
    .default(10),
  LOG_LEVEL: z.enum(["silent", "error", "warn", "info", "debug"]).optional(),
  /** Tests and fault runs only: multiplies every waiting time of the jobs (retries, reconciliation). */
  TIME_SCALE: z.coerce.number().positive().max(1).default(1),
});

/** All of them by name; suppliers' (`SUPPLIER_<CODE>_<SETTING>`) and OpenTelemetry's own come beside. */
export const VARIABLES = Object.keys(Variables.shape);

/** What does harm, or nothing, without another one. */
const NEEDED = [
  ["INNGEST_BASE_URL", "INNGEST_SIGNING_KEY", "unsigned calls would let anyone run jobs. Set both, or neither."],
  [
    "DATABASE_URL",
    "MASTER_KEY",
    "stored secrets could not be read by the other processes. Set MASTER_KEY to at least 32 random characters.",
  ],
  [
    "DIRECT_DATABASE_URL",
    "DATABASE_URL",
    "it is the way to PostgreSQL itself where DATABASE_URL leads through a pooler. Set both, or DATABASE_URL alone.",
  ],
  [
    "READ_DATABASE_URL",
    "DATABASE_URL",
    "it is a replica of the database that DATABASE_URL names. Set both, or neither.",
  ],
  ["CELL", "CELLS_SECRET", "other cells could not tell its requests from a stranger's. Set both, or neither."],
  ["CELLS_SECRET", "CELL", "it is for installations of several cells. Set both, or neither."],
] as const;

/** Reads and checks all variables; throws one sentence that names the variable, its value and what was expected. */
export function parseEnv(source: NodeJS.ProcessEnv) {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = Variables.safeParse(set);
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!;
    const name = String(issue.path[0]);
    throw new EnvError(`The environment variable ${name} is "${shown(name, set[name])}" and ${issue.message}.`);
  }
  const v = parsed.data;
  for (const [name, other, why] of NEEDED)
    if (v[name] && !v[other]) throw new EnvError(`${name} is set without ${other}: ${why}`);
  const publicUrl = new URL(v.PUBLIC_URL ?? `http://localhost:${v.PORT}`).origin;
  const shopsUrl = v.SHOPS_URL && new URL(v.SHOPS_URL).origin;
  // Cookies know no ports: another port of one name is the same place to them.
  if (shopsUrl && new URL(shopsUrl).hostname === new URL(publicUrl).hostname)
    throw new EnvError(
      `The environment variable SHOPS_URL has the host of PUBLIC_URL (${new URL(publicUrl).hostname}). Give shops a host name of their own, such as https://shops.example.com, or leave it out.`,
    );
  return Object.freeze({
    mode: v.NODE_ENV,
    port: v.PORT,
    publicUrl,
    shopsUrl,
    dataDir: resolve(v.DATA_DIR),
    checkpointDir: resolve(v.CHECKPOINT_DIR ?? join(v.DATA_DIR, "checkpoints")),
    backup: toBackup(v),
    databaseUrl: v.DATABASE_URL,
    directDatabaseUrl: v.DIRECT_DATABASE_URL,
    readDatabaseUrl: v.READ_DATABASE_URL,
    /** One of several installations that share a catalogue (decision 153). */
    cell: v.CELL ? { name: v.CELL, secret: v.CELLS_SECRET! } : undefined,
    webProcesses: v.WEB_PROCESSES,
    redisUrl: v.REDIS_URL,
    inngest: v.INNGEST_BASE_URL
      ? {
          baseUrl: v.INNGEST_BASE_URL,
          eventKey: v.INNGEST_EVENT_KEY,
          signingKey: v.INNGEST_SIGNING_KEY!,
          serveOrigin: v.INNGEST_SERVE_ORIGIN ?? publicUrl,
        }
      : undefined,
    trustedProxies: v.TRUSTED_PROXIES.length ? toBlockList("TRUSTED_PROXIES", v.TRUSTED_PROXIES) : undefined,
    clientAddressHeader: v.CLIENT_ADDRESS_HEADER,
    webhookAllowedOrigins: v.WEBHOOK_ALLOWED_ORIGINS.map((text) => toOrigin("WEBHOOK_ALLOWED_ORIGINS", text)),
    dnsServer: v.DNS_SERVER,
    simulator: v.SIMULATOR,
    suppliers: supplierSettings(set as Record<string, string>),
    fxUrl: v.FX_URL,
    smtpUrl: v.SMTP_URL,
    stripe: v.STRIPE_SECRET_KEY
      ? { secretKey: v.STRIPE_SECRET_KEY, webhookSecret: v.STRIPE_WEBHOOK_SECRET }
      : undefined,
    stripeApiUrl: v.STRIPE_API_URL,
    masterKey: v.MASTER_KEY,
    securityContact: v.SECURITY_CONTACT,
    newMasterKey: v.NEW_MASTER_KEY,
    /** Where spans go; null: traces are not collected. */
    otlp: v.OTEL_EXPORTER_OTLP_ENDPOINT ? { serviceName: v.OTEL_SERVICE_NAME } : null,
    metricsPort: v.METRICS_PORT,
    metricsToken: v.METRICS_TOKEN,
    eraseAfterDays: v.ERASE_AFTER_DAYS,
    invoiceYears: v.INVOICE_YEARS,
    logLevel: v.LOG_LEVEL ?? (v.NODE_ENV === "test" ? "silent" : "info"),
    timeScale: v.TIME_SCALE,
    /** Set by processes that answer requests: a database that is slow keeps nobody waiting. */
    hurried: false as boolean,
    /** Set by web processes that are several of one start: their main process counts for all of them. */
    countsInMain: false as boolean,
  });
}

type Backup =
  | { path: string }
  | { bucket: string; prefix: string; endpoint: string; accessKeyId: string; secretAccessKey: string; region: string };

/** Where copies go: a directory, or a bucket of an object storage that speaks S3. */
function toBackup(v: z.infer<typeof Variables>): Backup | undefined {
  if (!v.BACKUP_URL) return undefined;
  if (!v.BACKUP_URL.startsWith("s3:")) return { path: resolve(v.BACKUP_URL.replace(/^file:\/\//, "")) };
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_REGION: region } = v;
  if (!accessKeyId || !secretAccessKey)
    throw new EnvError(
      "BACKUP_URL names a bucket, and AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is not set. Set both, or name a directory.",
    );
  const { hostname: bucket, pathname } = new URL(v.BACKUP_URL);
  const prefix = pathname.replace(/^\/+|\/+$/g, "");
  const endpoint = (v.AWS_ENDPOINT_URL ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, "");
  return { bucket, prefix: prefix && `${prefix}/`, endpoint, accessKeyId, secretAccessKey, region };
}

/** The values in force in this process; `override` is what the start-up found out (own database, simulators, keys). */
export function env(): Env {
  return held().value;
}

export function overrideEnv(override: Partial<Env>): Env {
  held().value = Object.freeze({ ...held().value, ...override });
  return env();
}

const held = () => processSingleton("env", () => ({ value: parseEnv(process.env) }));

const shown = (name: string, value: unknown) => (/KEY|SECRET|TOKEN|_URL/.test(name) ? "(not shown)" : String(value));
