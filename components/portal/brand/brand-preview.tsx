"use client";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/cn.ts";
import { inkOn, isHex, legibleOnWhite } from "./contrast.ts";

export type PreviewBrand = {
  brand_name: string;
  logo_url: string;
  primary_color: string;
  secondary_color: string;
  accent_color: string;
  support_email: string;
  support_phone: string;
  terms_url: string;
  privacy_url: string;
  company_legal_name: string;
};

const PLANS = [
  { data: "1 GB", days: "7 days", price: "4.90", perGb: "4.90 per GB" },
  { data: "5 GB", days: "30 days", price: "14.90", perGb: "2.98 per GB", popular: true },
  { data: "20 GB", days: "30 days", price: "39.00", perGb: "1.95 per GB" },
];

const solid = (color: string) => ({ backgroundColor: color, color: inkOn(color) });
/** While a colour is being typed the last one that was one stays. */
const colorOr = (text: string, otherwise: string) => (isHex(text) ? text : otherwise);

/** The storefront with this brand, on a phone and on a desk, while it is being typed. */
export function BrandPreview({ brand, drawnLogo }: { brand: PreviewBrand; drawnLogo: string }) {
  const [wide, setWide] = useState(false);
  return (
    <section aria-labelledby="preview" className="grid gap-3 *:min-w-0">
      <div className="flex items-center justify-between gap-3">
        <h2 id="preview" className="font-semibold text-sm">
          Preview
        </h2>
        <div className="flex gap-1">
          {[false, true].map((desk) => (
            <Button
              key={String(desk)}
              size="small"
              variant="quiet"
              aria-pressed={wide === desk}
              onClick={() => setWide(desk)}
              className="aria-pressed:bg-sunken aria-pressed:text-ink"
            >
              {desk ? "Desktop" : "Phone"}
            </Button>
          ))}
        </div>
      </div>
      <div
        role="img"
        aria-label={`The storefront of ${brand.brand_name || "the brand"}, ${wide ? "on a desk" : "on a phone"}`}
        className={cn(
          "mx-auto w-full overflow-hidden border border-line bg-white text-[#1a1d21] shadow-float",
          wide ? "rounded-lg" : "max-w-[280px] rounded-[28px] border-4",
        )}
      >
        <Storefront brand={brand} wide={wide} drawnLogo={drawnLogo} />
      </div>
      <p className="text-ink-soft text-xs">A sketch with sample plans. Travellers see changes once you publish them.</p>
    </section>
  );
}

function Storefront({ brand, wide, drawnLogo }: { brand: PreviewBrand; wide: boolean; drawnLogo: string }) {
  const primary = colorOr(brand.primary_color, "#0F5C63");
  const accent = colorOr(brand.accent_color, primary);
  const link = { color: legibleOnWhite(primary) };
  const links = [brand.terms_url && "Terms", brand.privacy_url && "Privacy", "Help"].filter(Boolean);
  return (
    <div aria-hidden className="text-[11px] leading-snug">
      <div className="flex items-center gap-2 border-[#e3e5e8] border-b px-3 py-2">
        {/* biome-ignore lint/performance/noImgElement: the reseller's own picture, as it is. */}
        <img
          src={/^https:\/\/\S+\.\S+/.test(brand.logo_url) ? brand.logo_url : drawnLogo}
          alt=""
          referrerPolicy="no-referrer"
          className="size-6 rounded-md object-contain"
        />
        <span className="min-w-0 flex-1 truncate font-semibold text-xs">{brand.brand_name}</span>
        <span style={link}>My eSIMs</span>
      </div>
      <div className={cn("px-3", wide ? "py-8 text-center" : "py-5")} style={solid(primary)}>
        <p className={cn("font-semibold", wide ? "text-xl" : "text-base")}>Stay online wherever you land</p>
        <p className="mt-1 opacity-90">Pick a country, scan a code, and you are connected.</p>
        <div className={cn("mt-3 rounded-lg bg-white px-3 py-2 text-[#5b626a]", wide && "mx-auto max-w-72 text-left")}>
          Where are you going?
        </div>
      </div>
      <div className={cn("grid gap-2 p-3", wide && "grid-cols-3")}>
        {PLANS.map((plan) => (
          <div key={plan.data} className="grid gap-1 rounded-xl border border-[#e3e5e8] p-2.5">
            <span className="flex items-baseline justify-between font-semibold text-sm">
              {plan.data} <span className="tabular-nums">{plan.price}</span>
            </span>
            <span className="flex justify-between text-[#5b626a]">
              {plan.days} <span>{plan.perGb}</span>
            </span>
            {plan.popular && (
              <span className="justify-self-start rounded-full px-2 font-medium" style={solid(accent)}>
                Most chosen
              </span>
            )}
            <span className="mt-1 rounded-lg py-1.5 text-center font-medium" style={solid(primary)}>
              Buy
            </span>
          </div>
        ))}
      </div>
      <div className="grid gap-1 px-3 py-3" style={solid(colorOr(brand.secondary_color, "#1F2933"))}>
        <span className="flex flex-wrap gap-x-3">
          {links.map((name) => (
            <span key={name} className="underline">
              {name}
            </span>
          ))}
        </span>
        <span className="break-words">{[brand.support_email, brand.support_phone].filter(Boolean).join(" · ")}</span>
        <span className="break-words">{brand.company_legal_name}</span>
      </div>
    </div>
  );
}
