"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Users } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useQueryState } from "nuqs";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/cn.ts";
import { Menu, MenuItem } from "#components/ui/menu.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { refusalOf } from "../refusal.ts";
import { type ListName, type SavedView, sameWords } from "./view.ts";

const ViewDialog = dynamic(() => import("./view-dialog.tsx").then((module) => module.ViewDialog));

/** Saved views of a list as links above it; nothing where there are none. The one that the address says can be changed here. */
export function ViewBar({ list, query }: { list: ListName; query: string }) {
  const path = usePathname();
  const views = useQuery(useApi().views.list.queryOptions({ list })).data ?? [];
  const [changing, setChanging] = useState<SavedView | null>(null);
  const hasDefault = views.some(({ isDefault }) => isDefault);
  useAllSaid(hasDefault && query === "");
  if (views.length === 0) return null;
  const open = views.find((view) => sameWords(view.query) === sameWords(query));
  const all = hasDefault ? `${path}?view=all` : path;
  return (
    <nav aria-label="Views" className="flex items-center gap-1 border-line border-b">
      <ul className="flex min-w-0 gap-1 overflow-x-auto">
        <ViewLink href={all} isOpen={query === ""}>
          All
        </ViewLink>
        {views.map((view) => (
          <ViewLink key={view.id} href={`${path}?${view.query}`} isOpen={view === open}>
            {view.name}
            {view.isDefault && <span className="font-normal text-ink-soft text-xs">default</span>}
            {view.shared && (
              <span title={view.sharedBy ? `Shared by ${view.sharedBy}` : "Shared with the team"}>
                <Users className="size-3.5" aria-hidden />
                <span className="sr-only">shared</span>
              </span>
            )}
          </ViewLink>
        ))}
      </ul>
      {open && <ViewMenu view={open} onChange={() => setChanging(open)} />}
      {changing && <ViewDialog list={list} query={changing.query} view={changing} onDone={() => setChanging(null)} />}
    </nav>
  );
}

/** Where the bare address leads to the default view, a list that was cleared says that it shows everything: reloading it does too. */
function useAllSaid(isBare: boolean): void {
  const [view, setView] = useQueryState("view", { history: "replace" });
  useEffect(() => {
    if (isBare && view !== "all") void setView("all");
  }, [isBare, view, setView]);
}

function ViewLink({ href, isOpen, children }: { href: string; isOpen: boolean; children: ReactNode }) {
  return (
    <li>
      <Link
        href={href}
        prefetch={false}
        aria-current={isOpen ? "page" : undefined}
        className={cn(
          "-mb-px flex h-11 items-center gap-1.5 whitespace-nowrap border-b-2 px-3 font-medium text-[13px] sm:h-9",
          isOpen ? "border-accent text-ink" : "border-transparent text-ink-soft hover:text-ink",
        )}
      >
        {children}
      </Link>
    </li>
  );
}

function ViewMenu({ view, onChange }: { view: SavedView; onChange(): void }) {
  const api = useApi();
  const cache = useQueryClient();
  const { may, viewer } = usePortal();
  const isOwn = view.sharedBy === null;
  const said = (title: string) => ({
    onSuccess: () => {
      toast(title, view.name);
      void cache.invalidateQueries(api.views.pathFilter());
    },
    onError: (error: unknown) => toast("The view could not be changed", refusalOf(error).message),
  });
  const change = useMutation(api.views.change.mutationOptions(said("The view is changed")));
  const remove = useMutation(api.views.remove.mutationOptions(said("The view is deleted")));
  if (viewer.visits || (!isOwn && !may("team:manage"))) return null;
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="icon" aria-label={`Change the view ${view.name}`}>
          <Ellipsis aria-hidden />
        </Button>
      }
    >
      {isOwn && <MenuItem onClick={onChange}>Rename or share</MenuItem>}
      {isOwn && (
        <MenuItem onClick={() => change.mutate({ id: view.id, isDefault: !view.isDefault })}>
          {view.isDefault ? "Do not open it by default" : "Open it by default"}
        </MenuItem>
      )}
      <MenuItem danger onClick={() => remove.mutate({ id: view.id })}>
        Delete view
      </MenuItem>
    </Menu>
  );
}
