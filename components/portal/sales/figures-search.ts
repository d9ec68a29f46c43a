import { parseAsStringLiteral } from "nuqs/server";

const BY = ["day", "destination", "plan", "language", "code"] as const;

export type FiguresBy = (typeof BY)[number];

/** What the figures of sales are summed by, as the address says it. */
export const figuresBy = parseAsStringLiteral(BY).withDefault("day");
