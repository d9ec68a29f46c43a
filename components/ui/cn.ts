import { type ClassValue, clsx } from "clsx";
import { twMerge } from "tailwind-merge";

/** Class names, where a later one of a kind replaces an earlier one. */
export const cn = (...names: ClassValue[]): string => twMerge(clsx(names));
