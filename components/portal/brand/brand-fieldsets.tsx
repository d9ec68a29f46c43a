"use client";
import type { UseFormReturn } from "react-hook-form";
import { Card } from "#components/ui/card.tsx";
import { Field, Input, TextArea } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { usePortal } from "../portal-context.tsx";
import { type BrandFields, type BrandRecord, LABELS } from "./brand-fields.ts";
import { ColorField } from "./color-field.tsx";
import { CurrenciesField } from "./currencies-field.tsx";
import { LanguageFields } from "./language-fields.tsx";
import { MarksField } from "./marks-field.tsx";
import { PictureField } from "./picture-field.tsx";

type Form = Pick<UseFormReturn<BrandFields>, "register" | "watch" | "setValue" | "formState">;
type Name = keyof BrandFields;

const languages = new Intl.DisplayNames(["en"], { type: "language" });

const FONTS = [
  { value: "geist", label: "Geist, plain" },
  { value: "manrope", label: "Manrope, geometric" },
  { value: "nunito-sans", label: "Nunito Sans, soft" },
  { value: "source-serif", label: "Source Serif, with serifs" },
];

/** Everything that a brand is made of, by what it is for. */
export function BrandFieldsets({ form, brand }: { form: Form; brand: BrandRecord }) {
  const { register, watch, setValue, formState } = form;
  const { may } = usePortal();
  const set = (name: Name) => (value: string) => setValue(name, value, { shouldDirty: true, shouldValidate: true });
  const plain = (name: Name, help?: string, type = "text") => (
    <Field label={LABELS[name]} help={help} error={formState.errors[name]?.message}>
      <Input type={type} autoComplete="off" {...register(name)} />
    </Field>
  );
  const color = (name: "primary_color" | "secondary_color" | "accent_color", help: string) => (
    <ColorField
      label={LABELS[name]}
      help={help}
      value={watch(name)}
      onChange={set(name)}
      error={formState.errors[name]?.message}
      input={register(name)}
    />
  );
  const picture = (name: "logo_url" | "favicon_url", use: "logo" | "favicon", help: string) => (
    <PictureField
      label={LABELS[name]}
      help={help}
      use={use}
      value={watch(name)}
      onChange={set(name)}
      pictures={brand.pictures}
      error={formState.errors[name]?.message}
      changeable={may("brand:manage")}
    />
  );
  const locale = watch("locale");
  return (
    <>
      <Card title="Name and pictures">
        <div className="grid gap-4">
          {plain("brand_name")}
          {picture(
            "logo_url",
            "logo",
            "PNG, JPEG or WebP of up to 8 MB, or SVG of up to 1 MB. A wordmark, at least twice as wide as high, stands in place of the name. Without a logo we show your initials.",
          )}
          {picture("favicon_url", "favicon", "Shown in browser tabs. Best as a square.")}
        </div>
      </Card>
      <Card title="Colours" lead="Text colours are chosen for readability.">
        <div className="grid gap-5">
          {color("primary_color", "The field at the top, buttons and links.")}
          {color("secondary_color", "The field at the foot of each page, and the tint of backgrounds, lines and text.")}
          {color("accent_color", "The numbers of the three steps, and announcements above the page.")}
        </div>
      </Card>
      <Card title="Top of the home page" lead="Without words or a picture of yours it has ours.">
        <LanguageFields
          form={form}
          brand={brand}
          lines={[
            { name: "hero_title", label: "Headline", most: 80 },
            { name: "hero_lead", label: "Line below", most: 240 },
          ]}
        />
        <div className="mt-4">
          <PictureField
            label={LABELS.hero_picture}
            help="PNG, JPEG or WebP of up to 8 MB, best 1,920 pixels wide; we make it small. It is darkened so that the words can be read."
            use="hero"
            value={watch("hero_picture")}
            onChange={set("hero_picture")}
            pictures={brand.pictures}
            error={formState.errors.hero_picture?.message}
            changeable={may("brand:manage")}
            uploadedOnly
          />
        </div>
      </Card>
      <Card title="Typeface">
        <Field label={LABELS.font} help="It comes from your shop's own address." error={formState.errors.font?.message}>
          <Select value={watch("font") || "geist"} options={FONTS} onChange={set("font")} />
        </Field>
      </Card>
      <Card title="Support and law">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {plain("support_email", undefined, "email")}
          {plain("support_phone", undefined, "tel")}
          {plain("terms_url", "Address of your terms.", "url")}
          {plain("privacy_url", "Address of your privacy notice.", "url")}
          <div className="sm:col-span-2">{plain("company_legal_name", "The company that travellers buy from.")}</div>
        </div>
      </Card>
      <Card title="Why travellers can trust you" lead="On the home page. What you leave empty is not shown.">
        <div className="grid gap-5">
          <MarksField marks={brand.marks} value={watch("payment_marks")} onChange={set("payment_marks")} />
          <LanguageFields
            form={form}
            brand={brand}
            lines={[{ name: "support_hours", label: "Support hours", most: 120 }]}
          />
          <Field
            label={LABELS.reviews}
            help="A line each, six at most: the words, a dash, and who said it. The shop says that you chose them, and that nobody checked them."
            error={formState.errors.reviews?.message}
          >
            <TextArea
              rows={4}
              maxLength={2_400}
              placeholder="Online before I had my suitcase. — Mia, Berlin"
              {...register("reviews")}
            />
          </Field>
        </div>
      </Card>
      <Card
        title="Currencies"
        lead="In which travellers can see your prices. They pay in your own, and the shop says so beside each price."
      >
        <CurrenciesField
          value={watch("currencies")}
          onChange={set("currencies")}
          rounding={watch("currency_rounding") || "exact"}
          onRounding={set("currency_rounding")}
          error={(formState.errors.currencies ?? formState.errors.currency_rounding)?.message}
        />
      </Card>
      <Card title="Address and language">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {plain(
            "portal_slug",
            `Part of the storefront's address at ${brand.host}. It stays at the last five that it had, too.`,
          )}
          <Field
            label={LABELS.locale}
            help="For travellers whose browsers ask for none of your storefront's languages."
            error={formState.errors.locale?.message}
          >
            <Select
              value={locale}
              // One that was set by the API stays until another is chosen.
              options={[...new Set([locale, ...brand.languages])].map((value) => ({
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
