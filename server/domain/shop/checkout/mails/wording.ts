import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { Language } from "./language.ts";

const OF_PURCHASE = ["item", "number", "brand"] as const;
const OF_ESIM = ["number", "brand"] as const;

/** What a reseller can word, and what `{…}` in its words can stand for: the plan, the order number, the brand's name. */
const PLACES = {
  ...{
    order: OF_PURCHASE,
    delivery: OF_PURCHASE,
    "gift-ready": OF_PURCHASE,
    gift: OF_PURCHASE,
    topup: OF_PURCHASE,
    refund: OF_PURCHASE,
    cancelled: OF_PURCHASE,
  },
  ...{ voucher: OF_PURCHASE, "low-data": OF_ESIM, expiry: OF_ESIM },
  ...{ silent: OF_ESIM, replacement: OF_PURCHASE },
  ...{ "auto-topup": OF_PURCHASE, "auto-topup-end": OF_PURCHASE },
  ...{ handover: ["item", "brand"], "magic-link": ["brand"] },
} as const satisfies Record<string, readonly ("item" | "number" | "brand")[]>;

export type MailKind = keyof typeof PLACES;
export const MAIL_KINDS = Object.keys(PLACES) as MailKind[];
export const placesOf = (kind: MailKind): readonly string[] => PLACES[kind];

/** Empty: as we write it. */
export type Wording = { subject: string; note: string };
export type WordedMail = Wording & { kind: MailKind; language: Language };

const MOST = { subject: 150, note: 2_000 };

/** Of every mail that the reseller has worded, as the environment sends them. */
export async function listWordings(ctx: AccountCtx): Promise<WordedMail[]> {
  requirePermission(ctx, "brand:read");
  const { accountId, environment } = tenant(ctx);
  const rows = await ctx.db.prisma.mailWording.findMany({
    where: { accountId, environment: { in: ["live", environment] } },
  });
  return rows
    .filter(
      (row) =>
        row.environment === environment ||
        !rows.some((own) => own.environment === environment && own.kind === row.kind && own.language === row.language),
    )
    .map(({ kind, language, subject, note }) => ({ kind, language, subject, note }) as WordedMail);
}

export async function findWording(tx: Transaction, ctx: AccountCtx, kind: string, language: Language) {
  const { accountId, environment } = tenant(ctx);
  const rows = await tx.prisma.mailWording.findMany({
    where: { accountId, environment: { in: ["live", environment] }, kind, language },
  });
  return rows.find((row) => row.environment === environment) ?? rows[0] ?? null;
}

/** Counts from the next mail on. Both empty in the live environment: none is kept. */
export async function setWording(ctx: AccountCtx, { kind, language, ...given }: WordedMail): Promise<void> {
  requirePermission(ctx, "brand:manage");
  const wording = readWording(kind, given);
  const of = { ...tenant(ctx), kind, language };
  const where = { accountId_environment_kind_language: of };
  await ctx.db.transaction(async (tx) => {
    if (wording.subject === "" && wording.note === "" && of.environment === "live")
      await tx.prisma.mailWording.deleteMany({ where: of });
    else {
      const data = { ...wording, updatedAt: ctx.clock.now() };
      await tx.prisma.mailWording.upsert({ where, create: { ...of, ...data }, update: data });
    }
    await recordAudit(tx, ctx, {
      ...{ act: "mail.word", accountId: of.accountId, subject: kind, details: { language } },
    });
  });
}

export function readWording(kind: MailKind, given: Wording): Wording {
  const [subject, note] = [given.subject.trim(), given.note.replace(/\r\n?/g, "\n").trim()];
  if (subject.length > MOST.subject || /\p{Cc}/u.test(subject))
    fail("validation_error", `A subject is one line of at most ${MOST.subject} characters.`, { field: "subject" });
  if (note.length > MOST.note)
    fail("validation_error", `A note has at most ${MOST.note.toLocaleString("en")} characters.`, { field: "note" });
  for (const [field, text] of Object.entries({ subject, note }))
    for (const [said, name] of text.matchAll(/\{([^{}]*)\}/g))
      if (!placesOf(kind).includes(name!))
        fail(
          "validation_error",
          `This e-mail cannot say ${said}. It can say ${placesOf(kind)
            .map((place) => `{${place}}`)
            .join(", ")}.`,
          { field },
        );
  return { subject, note };
}

type Said = { subject: string; paragraphs: string[] };

/** The mail in the reseller's words: its subject, and its note behind the first paragraph, which says what happened. */
export function inWords<Mail extends Said>(
  mail: Mail,
  wording: Wording | null,
  values: Partial<Record<string, string>>,
): Mail {
  if (!wording) return mail;
  const fill = (text: string) => text.replace(/\{(item|number|brand)\}/g, (said, name: string) => values[name] ?? said);
  const [first, ...rest] = mail.paragraphs;
  const own = wording.note === "" ? [] : fill(wording.note).split(/\n{2,}/);
  return {
    ...mail,
    subject: wording.subject === "" ? mail.subject : fill(wording.subject),
    paragraphs: [...(first === undefined ? [] : [first]), ...own, ...rest],
  };
}
