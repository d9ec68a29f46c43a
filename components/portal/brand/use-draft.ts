"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useApi } from "../api.tsx";
import { refusalOf } from "../refusal.ts";
import { forgetForm } from "../unsaved.ts";
import { useDebounced } from "../use-debounced.ts";
import { type BrandFields, type BrandRecord, changesOf, textOf } from "./brand-fields.ts";

type Form = {
  watch(): BrandFields;
  getValues(): BrandFields;
  trigger(): Promise<boolean>;
  reset(fields: BrandFields): void;
  refuse(error: unknown): void;
};

const AGAIN_MS = 5_000;

/** What is kept, and on which draft of which published brand the form stands. */
const seenOf = ({ published, version, draft }: BrandRecord) => ({
  text: textOf(draft.fields),
  revision: draft.revision,
  version,
  published,
});

/**
 * Keeps what is typed as the brand's draft, a moment after it was typed. A draft that somebody else has changed meanwhile is
 * not replaced unless whoever types here says so.
 */
export function useDraft(brand: BrandRecord, form: Form, changeable: boolean) {
  const api = useApi();
  const cache = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  const [kept, setKept] = useState(() => seenOf(brand));
  const [conflict, setConflict] = useState(false);
  /** Not sent again before it is changed, or a while later where nobody has refused it. */
  const [refused, setRefused] = useState("");
  const [unreached, setUnreached] = useState(false);
  const text = textOf(form.watch());
  const settled = useDebounced(text, 700);
  const dirty = text !== kept.text;

  /** Shows a brand with its draft instead of what stands in the form. */
  const adopt = (changed: BrandRecord) => {
    cache.setQueryData(api.brand.get.queryKey(), changed);
    setKept(seenOf(changed));
    setConflict(false);
    form.reset(changed.draft.fields);
    forgetForm(element.current);
  };
  const save = useMutation(api.brand.saveDraft.mutationOptions());
  const { isPending, mutateAsync } = save;

  async function attempt(work: () => Promise<void>, { again = false } = {}): Promise<void> {
    try {
      await work();
      setUnreached(false);
    } catch (error) {
      const { code } = refusalOf(error);
      if (code === "conflict") return setConflict(true);
      setRefused(textOf(form.getValues()));
      const isLost = again && code === undefined;
      setUnreached(isLost);
      if (isLost) setTimeout(() => setRefused(""), AGAIN_MS);
      else form.refuse(error);
    }
  }

  async function keep(): Promise<void> {
    const given = form.getValues();
    const sent = textOf(given);
    if (!(await form.trigger())) return setRefused(sent);
    const send = async () => {
      const fields = changesOf(kept.published, given);
      const changed = await mutateAsync({ fields, revision: kept.revision });
      cache.setQueryData(api.brand.get.queryKey(), changed);
      setKept({ ...kept, text: sent, revision: changed.draft.revision });
      if (textOf(form.getValues()) === sent) forgetForm(element.current);
    };
    await attempt(send, { again: true });
  }

  const due = changeable && dirty && settled === text && settled !== refused && !conflict && !isPending;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is due is kept once.
  useEffect(() => {
    if (due) void keep();
  }, [due]);

  // What others did is shown as long as nothing of one's own would be lost.
  const isNewer = brand.draft.revision > kept.revision || brand.version > kept.version;
  const isNews = isNewer && !dirty && !isPending;
  // biome-ignore lint/correctness/useExhaustiveDependencies: news are shown once.
  useEffect(() => {
    if (isNews) adopt(brand);
  }, [isNews]);

  const newest = () => cache.fetchQuery({ ...api.brand.get.queryOptions(), staleTime: 0 });
  return {
    element,
    dirty,
    saving: isPending || (dirty && !conflict && text !== refused),
    conflict,
    unreached,
    adopt,
    revision: kept.revision,
    discard: () => attempt(async () => adopt(await mutateAsync({ fields: {}, revision: kept.revision }))),
    takeTheirs: () => attempt(async () => adopt(await newest())),
    keepMine: () =>
      attempt(async () => {
        const theirs = await newest();
        setKept({ ...kept, text: textOf(theirs.draft.fields), revision: theirs.draft.revision });
        setConflict(false);
      }),
  };
}
