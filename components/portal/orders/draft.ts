/** How old a form may be that is still filled in: far less than orders are recognised for when they are sent again. */
const FORM_GOOD_FOR_MS = 12 * 3_600_000;

/** The name of one order form, kept in its address: it places one order, however often it is sent. */
export const newDraft = (): string => `portal-${Date.now()}-${crypto.randomUUID()}`;

export function isGoodDraft(draft: string | undefined): draft is string {
  const openedAt = /^portal-(\d{13})-[0-9a-f-]{36}$/.exec(draft ?? "")?.[1];
  return openedAt !== undefined && Math.abs(Date.now() - Number(openedAt)) < FORM_GOOD_FOR_MS;
}
