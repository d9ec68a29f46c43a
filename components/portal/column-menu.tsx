"use client";
import { Columns3 } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { Menu, MenuCheck } from "#components/ui/menu.tsx";
import type { ColumnChoice } from "./columns-of.ts";

export function ColumnMenu({ choice: { columns, toggle } }: { choice: ColumnChoice }) {
  return (
    <Menu
      trigger={
        <Button size="icon" aria-label="Columns" title="Columns">
          <Columns3 aria-hidden />
        </Button>
      }
    >
      {columns.map(({ name, label, shown }) => (
        <MenuCheck key={name} checked={shown} onChange={() => toggle(name)}>
          {label}
        </MenuCheck>
      ))}
    </Menu>
  );
}
