import { numberFormat } from "#components/ui/formats.ts";

const UNITS = ["B", "KB", "MB", "GB", "TB"];

const stepOf = (bytes: number): number =>
  bytes <= 0 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));

/** The unit that so many bytes are told in. */
export const unitOf = (bytes: number): number => 1_024 ** stepOf(bytes);

/** 1,610,612,736 → `1.5 GB`, in steps of 1,024. */
export function formatBytes(bytes: number, locale: string): string {
  const step = stepOf(bytes);
  const format = numberFormat(locale, { maximumFractionDigits: step > 2 ? 2 : 0 });
  return `${format.format(bytes / 1_024 ** step)} ${UNITS[step]}`;
}
