export type SortValue = string | number | Date | null;

/** What has no value comes last from either end; equal rows stay as they were. */
export function sortRows<Row>(rows: Row[], by: (row: Row) => SortValue, direction: "ascending" | "descending"): Row[] {
  const sign = direction === "ascending" ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [one, other] = [by(a), by(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    if (typeof one === "string" && typeof other === "string")
      return sign * one.localeCompare(other, "en", { numeric: true, sensitivity: "base" });
    return sign * (Number(one) - Number(other));
  });
}
