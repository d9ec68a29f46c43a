"use client";
import type { UseFormReturn } from "react-hook-form";
import { Card } from "#components/ui/card.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import type { BrandFields } from "./brand-fields.ts";
import { ColorField } from "./color-field.tsx";
import { PictureField } from "./picture-field.tsx";

type Form = Pick<UseFormReturn<BrandFields>, "register" | "watch" | "setValue" | "formState">;
type Name = keyof BrandFields;

const LOCALES = ["en", "en-GB", "de", "de-CH", "fr", "es", "it", "nl", "pt", "pl", "tr", "ar", "ja", "ko", "zh"];
const languages = new Intl.DisplayNames(["en"], { type: "language" });

/** Everything that a brand is made of, by what it is for. */
export function BrandFieldsets({ form, host }: { form: Form; host: string }) {
  const { register, watch, setValue, formState } = form;
  const set = (name: Name) => (value: string) => setValue(name, value, { shouldDirty: true, shouldValidate: true });
  const plain = (name: Name, label: string, help?: string, type = "text") => (
    <Field label={label} help={help} error={formState.errors[name]?.message}>
      <Input type={type} autoComplete="off" {...register(name)} />
    </Field>
  );
  const color = (name: "primary_color" | "secondary_color" | "accent_color", label: string, help: string) => (
    <ColorField
      label={label}
      help={help}
      value={watch(name)}
      onChange={set(name)}
      error={formState.errors[name]?.message}
      input={register(name)}
    />
  );
  const picture = (name: "logo_url" | "favicon_url", label: string, help: string) => (
    <PictureField
      label={label}
      help={help}
      value={watch(name)}
      error={formState.errors[name]?.message}
      input={register(name)}
    />
  );
  const locale = watch("locale");
  return (
    <>
      <Card title="Name and pictures">
        <div className="grid gap-4">
          {plain("brand_name", "Brand name")}
          {picture(
            "logo_url",
            "Logo",
            "The HTTPS address of a square picture. Without one we show your initials in your colour.",
          )}
          {picture("favicon_url", "Favicon", "Shown in browser tabs.")}
        </div>
      </Card>
      <Card title="Colours" lead="Text colours are chosen for readability.">
        <div className="grid gap-5">
          {color("primary_color", "Primary", "Header, buttons and links.")}
          {color("secondary_color", "Secondary", "The foot of the page, and the tint of surfaces.")}
          {color("accent_color", "Accent", "Highlights, such as the most chosen plan.")}
        </div>
      </Card>
      <Card title="Support and law">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {plain("support_email", "Support e-mail", undefined, "email")}
          {plain("support_phone", "Support phone", undefined, "tel")}
          {plain("terms_url", "Terms", "Address of your terms.", "url")}
          {plain("privacy_url", "Privacy", "Address of your privacy notice.", "url")}
          <div className="sm:col-span-2">
            {plain("company_legal_name", "Legal name", "The company that travellers buy from.")}
          </div>
        </div>
      </Card>
      <Card title="Address and language">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {plain("portal_slug", "Slug", `Part of the storefront's address at ${host}.`)}
          <Field label="Language" error={formState.errors.locale?.message}>
            <Select
              value={locale}
              options={[...new Set([locale, ...LOCALES])].map((value) => ({
                value,
                label: `${languages.of(value) ?? value} (${value})`,
              }))}
              onChange={set("locale")}
            />
          </Field>
        </div>
      </Card>
    </>
  );
}
