"use client";
import { useLocale } from "#components/ui/locale.tsx";
import { formatBytes } from "../format-bytes.ts";
import type { Offer } from "./in-words.ts";

const MB = 1_024 ** 2;

/** `5 GB`, `500 MB a day`, `Unlimited`. */
export function DataAmount({ dataMb, unlimited, perDay }: Pick<Offer, "dataMb" | "unlimited" | "perDay">) {
  const size = formatBytes(dataMb * MB, useLocale());
  if (unlimited) return "Unlimited";
  return perDay ? `${size} a day` : size;
}
