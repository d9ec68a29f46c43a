"use client";
import { RevealOnce } from "../reveal-once.tsx";

export function RevealSecret({ secret, note, onSaved }: { secret: string; note: string; onSaved(): void }) {
  const secrets = [{ label: "Signing secret", value: secret, variable: "SVC_WEBHOOK_SECRET" }];
  return <RevealOnce title="Save this secret now" secrets={secrets} note={note} onSaved={onSaved} />;
}
