"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useApi } from "../api.tsx";
import { useForm } from "../use-form.ts";
import type { Zod } from "../zod.ts";

const schemaOf = (z: Zod) =>
  z.object({
    name: z
      .string()
      .check(z.trim(), z.minLength(1, "Enter your name."), z.maxLength(80, "A name has at most 80 characters.")),
  });

export function NameCard({ name, email }: { name: string; email: string }) {
  const api = useApi();
  const cache = useQueryClient();
  const router = useRouter();
  const form = useForm(schemaOf, { name });
  const rename = useMutation(
    api.person.rename.mutationOptions({
      onError: form.refuse,
      onSuccess: () => {
        toast("Your name is changed");
        void cache.invalidateQueries(api.person.get.queryFilter());
        router.refresh();
      },
    }),
  );
  const { errors } = form.formState;
  return (
    <Card title="You" lead={`You sign in as ${email}.`}>
      <form
        method="post"
        noValidate
        className="flex flex-wrap items-end gap-3"
        onSubmit={form.handleSubmit((given) => rename.mutate(given))}
      >
        <Field label="Name" error={errors.name?.message ?? errors.root?.message} className="min-w-0 flex-1">
          <Input autoComplete="name" {...form.register("name")} />
        </Field>
        <Button type="submit" busy={rename.isPending}>
          Save name
        </Button>
      </form>
    </Card>
  );
}
