"use client";
import { RevealOnce, type Secret } from "../reveal-once.tsx";

type Made = { key: string; signingSecret?: string };

export function RevealKey({ made, onSaved, note }: { made: Made; onSaved(): void; note?: string }) {
  const { key, signingSecret } = made;
  const secrets: Secret[] = [{ label: "API key", value: key, variable: "SVC_KEY" }];
  if (signingSecret)
    secrets.push({
      label: "Signing secret",
      heading: "Signing secret, for the HMAC of each request",
      value: signingSecret,
      variable: "SVC_SIGNING_SECRET",
    });
  return <RevealOnce title="Keep this key now" secrets={secrets} note={note} onSaved={onSaved} />;
}
