"use client";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Field, Input } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import type { BrandFields, BrandRecord } from "./brand-fields.ts";

type Form = Pick<UseFormReturn<BrandFields>, "register" | "formState">;
const languages = new Intl.DisplayNames(["en"], { type: "language" });

/** The words on the home page's first field, one language at a time. */
export function HeroFields({ form: { register, formState }, brand }: { form: Form; brand: BrandRecord }) {
  const [language, setLanguage] = useState(brand.languages[0]!);
  const own = languages.of(brand.published.locale.split("-")[0]!);
  const line = (name: "hero_title" | "hero_lead", label: string, most: number) => {
    const field = `${name}_${language}` as const;
    return (
      <Field label={label} error={formState.errors[field]?.message}>
        <Input key={field} autoComplete="off" lang={language} maxLength={most} {...register(field)} />
      </Field>
    );
  };
  return (
    <div className="grid gap-4">
      <Field label="Words in" help={`A language without words has those of ${own}, then ours.`}>
        <Select
          value={language}
          options={brand.languages.map((value) => ({ value, label: languages.of(value)! }))}
          onChange={(value) => setLanguage(value as typeof language)}
        />
      </Field>
      {line("hero_title", "Headline", 80)}
      {line("hero_lead", "Line below", 240)}
    </div>
  );
}
