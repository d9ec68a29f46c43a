"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { refusalOf } from "../refusal.ts";
import type { ListName, SavedView } from "./view.ts";

type ViewDialogProps = {
  list: ListName;
  query: string;
  /** Of one that is there: its name and who sees it are changed. */
  view?: SavedView;
  onDone(): void;
};

const MOST_LETTERS = 40;

export function ViewDialog({ list, query, view, onDone }: ViewDialogProps) {
  const api = useApi();
  const cache = useQueryClient();
  const [name, setName] = useState(view?.name ?? "");
  const [shared, setShared] = useState(view?.shared ?? false);
  const onSuccess = () => {
    toast(view ? "The view is changed" : "The view is saved", name.trim());
    void cache.invalidateQueries(api.views.pathFilter());
    onDone();
  };
  const save = useMutation(api.views.save.mutationOptions({ onSuccess }));
  const change = useMutation(api.views.change.mutationOptions({ onSuccess }));
  const error = save.error ?? change.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "" || save.isPending || change.isPending) return;
    if (view) change.mutate({ id: view.id, name, shared });
    else save.mutate({ list, name, query, shared });
  };
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={view ? "Change view" : "Save view"}
      description="Filters, order and columns. Saving under a name that you use already replaces that view."
    >
      <form method="post" noValidate className="contents" onSubmit={submit}>
        <DialogBody>
          <Field label="Name">
            <Input value={name} maxLength={MOST_LETTERS} onChange={({ target }) => setName(target.value)} />
          </Field>
          <Checkbox checked={shared} onChange={setShared}>
            Show it to the whole team
          </Checkbox>
          {error && <FormError message={refusalOf(error).message} />}
        </DialogBody>
        <DialogFoot>
          <Button onClick={onDone}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            busy={save.isPending || change.isPending}
            disabled={name.trim() === ""}
          >
            {view ? "Save changes" : "Save view"}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
