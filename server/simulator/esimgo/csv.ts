import type { Answer } from "../http.ts";

const COLUMNS = ["iccid", "matchingId", "smdpAddress", "profileStatus", "pin", "puk"] as const;

/** What the install details come as unless JSON is asked for. */
export function toCsv(esims: object): Answer {
  const rows = (Array.isArray(esims) ? esims : [esims]) as Record<string, unknown>[];
  const lines = [COLUMNS.join(","), ...rows.map((row) => COLUMNS.map((column) => row[column]).join(","))];
  return { status: 200, contentType: "text/csv; charset=utf-8", body: `${lines.join("\n")}\n` };
}
