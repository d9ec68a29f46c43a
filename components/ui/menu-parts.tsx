"use client";
import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import Link from "next/link";
import type { ReactElement, ReactNode } from "react";
import { cn } from "./cn.ts";

type OpenedMenuProps = { trigger: ReactElement; align: "start" | "end"; children: ReactNode };

/** A menu that was just asked for. */
export function OpenedMenu({ trigger, align, children }: OpenedMenuProps) {
  return (
    <Base.Root defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal role="region" aria-label="Menu">
        <Base.Positioner className="z-50 outline-hidden" sideOffset={4} align={align}>
          <Base.Popup className="min-w-48 rounded-lg border border-line bg-raised p-1 shadow-float outline-hidden">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const itemLooks =
  "flex w-full cursor-default items-center gap-2 rounded-md px-2 py-2.5 text-[13px] outline-hidden data-disabled:opacity-55 data-highlighted:bg-sunken sm:py-1.5 [&_svg]:size-4 [&_svg]:text-ink-soft";

export type ItemProps = { children: ReactNode; danger?: boolean; disabled?: boolean; onClick(): void };

export function MenuItem({ children, danger, disabled, onClick }: ItemProps) {
  return (
    <Base.Item disabled={disabled} onClick={onClick} className={cn(itemLooks, danger && "text-bad [&_svg]:text-bad")}>
      {children}
    </Base.Item>
  );
}

export function MenuLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Base.LinkItem render={<Link href={href} prefetch={false} />} className={itemLooks} closeOnClick>
      {children}
    </Base.LinkItem>
  );
}

export type ChoiceProps<T extends string> = {
  label: string;
  value: T;
  options: { value: T; label: ReactNode }[];
  onChange(value: T): void;
};

/** One of several, the current one marked. */
export function MenuChoice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 py-1.5 text-ink-soft text-xs">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(chosen) => onChange(chosen as T)}>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} closeOnClick className={itemLooks}>
            <span className="flex min-w-0 flex-1 items-center gap-2">{option.label}</span>
            <Base.RadioItemIndicator className="size-1.5 rounded-full bg-accent" />
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

export type CheckProps = { checked: boolean; onChange(): void; children: ReactNode };

/** One of several that can be on together; the menu stays open. */
export function MenuCheck({ checked, onChange, children }: CheckProps) {
  return (
    <Base.CheckboxItem checked={checked} onCheckedChange={onChange} className={itemLooks}>
      <span className="grid size-4 place-items-center">{checked && <Check aria-hidden className="text-accent" />}</span>
      {children}
    </Base.CheckboxItem>
  );
}

export const MenuSeparator = () => <Base.Separator className="my-1 h-px bg-line" />;
