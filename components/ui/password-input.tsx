"use client";
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Input } from "./field.tsx";

/** Can be shown, pasted into and filled by a password manager. */
export function PasswordInput(props: ComponentProps<"input">) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input {...props} type={shown ? "text" : "password"} className="pr-12 sm:pr-9" />
      <button
        type="button"
        onClick={() => setShown(!shown)}
        aria-label={shown ? "Hide the password" : "Show the password"}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-ink-soft hover:text-ink sm:w-8"
      >
        <Icon className="size-4" aria-hidden />
      </button>
    </div>
  );
}
