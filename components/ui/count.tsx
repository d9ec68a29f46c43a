"use client";
import { numberFormat } from "./formats.ts";
import { useLocale } from "./locale.tsx";

/** A number of things as the reader writes it, like the amounts beside it: `1,234` is a thousand to some, and a bit more than one to others. */
export const Count = ({ n }: { n: number }) => numberFormat(useLocale(), {}).format(n);
