"use client";
import { type ComponentProps, cloneElement, createContext, type ReactElement, type ReactNode, use } from "react";
import type { CheckProps, ChoiceProps, ItemProps } from "./menu-parts.tsx";
import { useOnDemand } from "./use-on-demand.ts";

type Parts = typeof import("./menu-parts.tsx");

const PartsContext = createContext<Parts | null>(null);
const loadParts = () => import("./menu-parts.tsx");

type MenuProps = { trigger: ReactElement<ComponentProps<"button">>; align?: "start" | "end"; children: ReactNode };

/** A button that opens a list of things to do or places to go. */
export function Menu({ trigger, align = "end", children }: MenuProps) {
  const { parts, handlers } = useOnDemand(loadParts);
  if (!parts) return cloneElement(trigger, { "aria-haspopup": "menu", "aria-expanded": false, ...handlers });
  return (
    <PartsContext value={parts}>
      <parts.OpenedMenu trigger={trigger} align={align}>
        {children}
      </parts.OpenedMenu>
    </PartsContext>
  );
}

function useParts(): Parts {
  const parts = use(PartsContext);
  if (!parts) throw new Error("Parts of a menu stand outside of one.");
  return parts;
}

export function MenuItem(props: ItemProps) {
  const parts = useParts();
  return <parts.MenuItem {...props} />;
}

export function MenuLink(props: { href: string; children: ReactNode }) {
  const parts = useParts();
  return <parts.MenuLink {...props} />;
}

/** One of several, the current one marked. */
export function MenuChoice<T extends string>(props: ChoiceProps<T>) {
  const parts = useParts();
  return <parts.MenuChoice {...props} />;
}

export function MenuCheck(props: CheckProps) {
  const parts = useParts();
  return <parts.MenuCheck {...props} />;
}

export function MenuSeparator() {
  const parts = useParts();
  return <parts.MenuSeparator />;
}
