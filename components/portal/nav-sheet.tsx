"use client";
import { MenuIcon } from "lucide-react";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useEver } from "#components/ui/dialog.tsx";

const NavPanel = dynamic(() => import("./nav-panel.tsx").then((module) => module.NavPanel));

/** The navigation on phones: comes in from the left, goes when a page is chosen. */
export function NavSheet({ links, children }: { links(close: () => void): ReactNode; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const wanted = useEver(open);
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        aria-label="Open the navigation"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className="md:hidden"
      >
        <MenuIcon aria-hidden />
      </Button>
      {wanted && (
        <NavPanel open={open} onOpenChange={setOpen} links={links(() => setOpen(false))}>
          {children}
        </NavPanel>
      )}
    </>
  );
}
