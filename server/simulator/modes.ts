export const OPERATIONS = ["order", "query", "topup", "cancel", "suspend", "resume", "usage", "catalog"] as const;
export type Operation = (typeof OPERATIONS)[number];

/** How the webhooks of an operation go wrong; its calls themselves are answered as usual. */
const NOTICE_MODES = ["duplicate", "reordered", "lost"] as const;
export type NoticeMode = (typeof NOTICE_MODES)[number];

export const MODES = [
  "ok",
  "slow",
  "reject",
  "partial",
  "timeout_before",
  "timeout_after",
  "error_before",
  "error_after",
  "garbage",
  "rate_limited",
  "not_found_then_found",
  "late",
  "delayed",
  "refused_late",
  "taken_back",
  "sold_before",
  "in_parts",
  "silent",
  ...NOTICE_MODES,
] as const;
export type Mode = (typeof MODES)[number];

export type ModeSetting = {
  mode: Mode;
  /** Calls that still behave so; null until reset. */
  timesLeft: number | null;
  latencyMs: number | null;
  quantity: number | null;
};

/** An operation that is not in it behaves well. */
export type ModeTable = Map<Operation, ModeSetting>;

export type ModeEntry =
  | ({ type: "mode_set"; operation: Operation } & Omit<ModeSetting, "timesLeft"> & { times: number | null })
  | { type: "mode_used"; operation: Operation }
  | { type: "modes_reset" };

/** What a call behaves like when nothing is set. */
export const WELL: ModeSetting = { mode: "ok", timesLeft: null, latencyMs: null, quantity: null };

export const isOperation = (text: unknown): text is Operation => (OPERATIONS as readonly unknown[]).includes(text);
export const isMode = (text: unknown): text is Mode => (MODES as readonly unknown[]).includes(text);
export const noticeMode = ({ mode }: ModeSetting): NoticeMode | null =>
  (NOTICE_MODES as readonly string[]).includes(mode) ? (mode as NoticeMode) : null;

export function foldMode(table: ModeTable, entry: ModeEntry): void {
  if (entry.type === "modes_reset") {
    table.clear();
    return;
  }
  const left = entry.type === "mode_set" ? toSetting(entry) : oneLess(table.get(entry.operation));
  if (left) table.set(entry.operation, left);
  else table.delete(entry.operation);
}

function toSetting({ mode, times, latencyMs, quantity }: Extract<ModeEntry, { type: "mode_set" }>): ModeSetting | null {
  return mode === "ok" ? null : { mode, timesLeft: times, latencyMs, quantity };
}

function oneLess(setting: ModeSetting | undefined): ModeSetting | null {
  if (!setting || setting.timesLeft === null) return setting ?? null;
  return setting.timesLeft > 1 ? { ...setting, timesLeft: setting.timesLeft - 1 } : null;
}

/**
 * How this call is to behave; the call is counted, on record, before anything else happens.
 *
 * @param applies whether a setting is about calls of this kind at all; one that is not is neither followed nor counted
 */
export function takeMode(
  table: ModeTable,
  append: (entry: ModeEntry) => void,
  operation: Operation,
  applies: (setting: ModeSetting) => boolean = () => true,
): ModeSetting {
  const setting = table.get(operation);
  if (!setting || !applies(setting)) return WELL;
  if (setting.timesLeft !== null) append({ type: "mode_used", operation });
  return setting;
}

/** Of every hundred eSIMs in a row, where it is not said otherwise. */
const SILENT_SHARE = 5;
const NEEDS_NETWORK: ReadonlySet<string> = new Set(["activate", "usage", "exhaust"]);

/** Throws a sentence where `usage` is `silent` and no network takes the eSIM: always the same ones, by the digits before the last of the ICCID. */
export function requireNetwork(table: ModeTable, iccid: string, event: string): void {
  const setting = table.get("usage");
  const isSilent = setting?.mode === "silent" && Number(iccid.slice(-3, -1)) < (setting.quantity ?? SILENT_SHARE);
  if (isSilent && NEEDS_NETWORK.has(event)) throw new Error(`The eSIM ${iccid} stays silent: no network takes it.`);
}
