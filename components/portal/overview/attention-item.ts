import type { ReactNode } from "react";
import type { Tone } from "#components/ui/badge.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import type { usePortal } from "../portal-context.tsx";

export type Item = Outputs["overview"]["attention"][number];
export type Of<K extends Item["kind"]> = Extract<Item, { kind: K }>;
/** What is the matter, what is known of it, and the page where something can be done. */
export type Told = { tone: Tone; state: string; title: ReactNode; detail: ReactNode; path: string; action: string };

export type May = ReturnType<typeof usePortal>["may"];
