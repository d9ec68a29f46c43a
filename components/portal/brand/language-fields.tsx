"use client";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Field, Input } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import type { BrandFields, BrandRecord } from "./brand-fields.ts";

type Form = Pick<UseFormReturn<BrandFields>, "register" | "formState">;
type Line = { name: "hero_title" | "hero_lead" | "support_hours"; label: string; most: number };

const languages = new Intl.DisplayNames(["en"], { type: "language" });

/** Lines that differ by language, one language at a time. */
export function LanguageFields({ form, brand, lines }: { form: Form; brand: BrandRecord; lines: Line[] }) {
  const { register, formState } = form;
  const [language, setLanguage] = useState(brand.languages[0]!);
  const own = languages.of(brand.published.locale.split("-")[0]!);
  return (
    <div className="grid gap-4">
      <Field label="Words in" help={`A language without words has those of ${own}, then ours where we have some.`}>
        <Select
          value={language}
          options={brand.languages.map((value) => ({ value, label: languages.of(value)! }))}
          onChange={(value) => setLanguage(value as typeof language)}
        />
      </Field>
      {lines.map(({ name, label, most }) => {
        const field = `${name}_${language}` as const;
        return (
          <Field key={field} label={label} error={formState.errors[field]?.message}>
            <Input autoComplete="off" lang={language} maxLength={most} {...register(field)} />
          </Field>
        );
      })}
    </div>
  );
}
