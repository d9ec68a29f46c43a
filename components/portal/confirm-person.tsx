"use client";
import dynamic from "next/dynamic";
import { useSyncExternalStore } from "react";
import { currentAsk, onAsk } from "./confirm-asks.ts";

const ConfirmPersonDialog = dynamic(() =>
  import("./confirm-person-dialog.tsx").then((module) => module.ConfirmPersonDialog),
);

/** Stands in every page that can ask for something; shown when the server wants to know who is at the screen. */
export function ConfirmPerson() {
  const ask = useSyncExternalStore(onAsk, currentAsk, () => null);
  return ask && <ConfirmPersonDialog wanted={ask.wanted} onAnswer={ask.answer} />;
}
