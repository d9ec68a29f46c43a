"use client";
import { useQuery } from "@tanstack/react-query";
import { BookmarkPlus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { type ListName, sameWords } from "./view.ts";

const ViewDialog = dynamic(() => import("./view-dialog.tsx").then((module) => module.ViewDialog));

/** Keeps what the list shows under a name; nothing where it shows everything, or a view already. */
export function SaveView({ list, query }: { list: ListName; query: string }) {
  const { viewer } = usePortal();
  const { data: views } = useQuery(useApi().views.list.queryOptions({ list }));
  const [open, setOpen] = useState(false);
  const isKnown = views?.some((view) => sameWords(view.query) === sameWords(query));
  if (!open && (viewer.visits || query === "" || isKnown !== false)) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <BookmarkPlus aria-hidden /> Save view
      </Button>
      {open && <ViewDialog list={list} query={query} onDone={() => setOpen(false)} />}
    </>
  );
}
