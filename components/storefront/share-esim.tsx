"use client";
import { useState } from "react";
import { CopyField } from "./copy-field.tsx";

type Words = {
  button: string;
  link: string;
  code: string;
  explain: string;
  failed: string;
  copy: string;
  copied: string;
};

/** Makes a link for somebody who travels along. Link and code are shown once, here. */
export function ShareEsim({ action, words }: { action: string; words: Words }) {
  const [made, setMade] = useState<{ url: string; code: string } | "failed" | null>(null);
  const share = async () => {
    const answer = await fetch(action, { method: "POST", body: new FormData() }).catch(() => null);
    const shared = answer?.ok && !answer.redirected ? ((await answer.json()) as { url: string; code: string }) : null;
    setMade(shared ? { ...shared, url: new URL(shared.url, window.location.href).href } : "failed");
  };
  if (made && made !== "failed")
    return (
      <div className="grid grid-cols-1 gap-4" role="status">
        <CopyField label={words.link} value={made.url} words={words} />
        <CopyField label={words.code} value={made.code} words={words} />
        <p className="text-[15px] text-ink-soft">{words.explain}</p>
      </div>
    );
  return (
    <>
      <button
        type="button"
        onClick={share}
        className="min-h-12 rounded-xl border border-line-strong bg-raised px-5 font-semibold print:hidden"
      >
        {words.button}
      </button>
      {made === "failed" && <p role="alert">{words.failed}</p>}
    </>
  );
}
