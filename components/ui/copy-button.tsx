"use client";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";
import { toast } from "./toast.tsx";

type CopyButtonProps = { text: string /** "request id", "key" … */; what: string; label?: string };

export function CopyButton({ text, what, label }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    toast(`The ${what} is copied`);
    setTimeout(() => setCopied(false), 2_000);
  };
  const Icon = copied ? Check : Copy;
  return (
    <Button
      variant={label ? "plain" : "quiet"}
      size={label ? "normal" : "smallIcon"}
      data-copy
      aria-label={label ? undefined : `Copy the ${what}`}
      onClick={() =>
        copy().catch(() => toast("The browser did not allow copying", "Select the text and copy it by hand."))
      }
    >
      <Icon aria-hidden />
      {label}
    </Button>
  );
}
