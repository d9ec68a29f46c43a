import { legibleOn, readableOn, toHex, toOklch } from "./color.ts";

export type BrandColors = { primary: string; secondary: string; accent: string };

type Shades = Record<
  | "surface"
  | "raised"
  | "sunken"
  | "line"
  | "line-strong"
  | "ink"
  | "ink-soft"
  | "brand"
  | "brand-ink"
  | "brand-text"
  | "brand-soft"
  | "brand-soft-ink"
  | "accent"
  | "accent-ink"
  | "hero"
  | "hero-ink"
  | "hero-soft"
  | "foot"
  | "foot-ink"
  | "good"
  | "wait"
  | "bad",
  string
>;

const AA = 4.5;
/** Borders of controls and marks that carry meaning. */
const AA_SHAPES = 3;

/**
 * A storefront's colours from the three of its brand, for one theme. Neutrals take a breath of the brand's hue. Whatever
 * the brand chose, text reaches AA: foregrounds are chosen for their surface, and a brand colour that cannot be read as
 * text is moved until it can.
 */
export function shadesOf({ primary, secondary, accent }: BrandColors, theme: "light" | "dark"): Shades {
  const light = theme === "light";
  const { h, c } = toOklch(secondary);
  const tint = Math.min(c, 0.02);
  const neutral = (l: number, strength = 0.5) => toHex({ l, c: tint * strength, h });
  const surface = neutral(light ? 0.985 : 0.17, light ? 0.2 : 0.5);
  const raised = light ? "#FFFFFF" : neutral(0.215, 0.7);
  const sunken = neutral(light ? 0.955 : 0.255, 0.8);
  const surfaces = [surface, raised, sunken];
  const text = (color: string) => legibleOn(color, surfaces, AA);
  const brandSoft = softOf(primary, light);
  const brand = legibleOn(primary, [raised, surface], 1.6);
  const hero = light ? primary : dimmed(primary);
  const foot = light ? secondary : dimmed(secondary);
  return {
    surface,
    raised,
    sunken,
    line: neutral(light ? 0.9 : 0.32, 0.8),
    "line-strong": legibleOn(neutral(light ? 0.66 : 0.5, 0.9), [raised, surface], AA_SHAPES),
    ink: neutral(light ? 0.24 : 0.95, 0.9),
    "ink-soft": text(neutral(light ? 0.46 : 0.74, 0.9)),
    brand,
    "brand-ink": readableOn(brand),
    "brand-text": text(primary),
    "brand-soft": brandSoft,
    "brand-soft-ink": legibleOn(primary, [brandSoft], AA),
    accent,
    "accent-ink": readableOn(accent),
    hero,
    "hero-ink": readableOn(hero),
    "hero-soft": mix(hero, readableOn(hero)),
    foot,
    "foot-ink": readableOn(foot),
    good: text(light ? "#1B7A3D" : "#6FCF8E"),
    wait: text(light ? "#8A5A00" : "#E3B341"),
    bad: text(light ? "#B3261E" : "#F2938C"),
  };
}

function softOf(primary: string, light: boolean): string {
  const { c, h } = toOklch(primary);
  return toHex({ l: light ? 0.955 : 0.28, c: Math.min(c, light ? 0.03 : 0.05), h });
}

/** Bright fields are too much for a dark room. */
function dimmed(primary: string): string {
  const { l, c, h } = toOklch(primary);
  return toHex({ l: Math.min(l, 0.36), c: Math.min(c, 0.1), h });
}

/** A shape on the field that is seen and does not compete with the words on it. */
function mix(field: string, ink: string): string {
  const [from, to] = [toOklch(field), toOklch(ink)];
  return toHex({ l: from.l + (to.l - from.l) * 0.1, c: from.c, h: from.h });
}

/** Custom properties for the page's root; both themes side by side, so that the browser chooses. */
export function themeStyle(colors: BrandColors): Record<string, string> {
  const [light, dark] = [shadesOf(colors, "light"), shadesOf(colors, "dark")];
  return Object.fromEntries(
    Object.entries(light).map(([name, value]) => [`--${name}`, `light-dark(${value}, ${dark[name as keyof Shades]})`]),
  );
}
