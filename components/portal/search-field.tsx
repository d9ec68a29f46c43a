"use client";
import { useEffect, useRef, useState } from "react";
import { cn } from "#components/ui/cn.ts";
import { controlLooks } from "#components/ui/control-looks.ts";
import { useDebounced } from "./use-debounced.ts";

type SearchFieldProps = {
  /** What can be found, as its name and as the hint in it. */
  label: string;
  value: string | null;
  maxLength?: number;
  onSearch(text: string | null): void;
  className?: string;
};

/** Searches when the typing rests; `/` leads here. What the address says, such as after going back, stands in it. */
export function SearchField({ label, value, maxLength = 128, onSearch, className }: SearchFieldProps) {
  const [text, setText] = useState(value ?? "");
  const sent = useRef(value);
  const settled = useDebounced(text.trim() || null);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value ?? "");
  }, [value]);
  useEffect(() => {
    if (settled === sent.current) return;
    sent.current = settled;
    onSearch(settled);
  }, [settled, onSearch]);
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={maxLength}
      spellCheck={false}
      onChange={(event) => setText(event.target.value)}
      className={cn(controlLooks, className)}
    />
  );
}
