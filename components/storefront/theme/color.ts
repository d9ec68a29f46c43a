/** Lightness 0–1, chroma 0–0.4, hue in degrees. */
export type Oklch = { l: number; c: number; h: number };

type Rgb = [red: number, green: number, blue: number];

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const gamma = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);

const parse = (hex: string): Rgb =>
  [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as Rgb;

/** After Björn Ottosson, https://bottosson.github.io/posts/oklab */
export function toOklch(hex: string): Oklch {
  const [r, g, b] = parse(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const hue = (Math.atan2(bb, a) * 180) / Math.PI;
  return { l: lightness, c: Math.hypot(a, bb), h: hue < 0 ? hue + 360 : hue };
}

function toLinear({ l, c, h }: Oklch): Rgb {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const l3 = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m3 = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s3 = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3,
    -1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3,
    -0.0041960863 * l3 - 0.7034186147 * m3 + 1.707614701 * s3,
  ];
}

const fits = (rgb: Rgb) => rgb.every((part) => part >= -0.0005 && part <= 1.0005);

/** The colour itself, or the nearest of its lightness and hue that screens can show. */
export function toHex(color: Oklch): string {
  let { c } = color;
  if (!fits(toLinear(color))) {
    let [low, high] = [0, c];
    for (let step = 0; step < 16; step++) {
      const middle = (low + high) / 2;
      if (fits(toLinear({ ...color, c: middle }))) low = middle;
      else high = middle;
    }
    c = low;
  }
  const parts = toLinear({ ...color, c }).map((part) =>
    Math.round(255 * Math.min(1, Math.max(0, gamma(Math.max(0, part))))),
  );
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`.toUpperCase();
}

function luminance(hex: string): number {
  const [r, g, b] = parse(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2 contrast, 1–21. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Text on a surface of any colour: white, a soft black, or where neither reaches AA black itself, which then does. */
export const readableOn = (surface: string): string =>
  ["#FFFFFF", "#0B0F14", "#000000"].find((ink) => contrast(ink, surface) >= 4.5) ?? "#000000";

/** The colour, made darker or lighter until it can be read on every one of the surfaces. */
export function legibleOn(hex: string, surfaces: string[], ratio: number): string {
  const color = toOklch(hex);
  const towards = luminance(surfaces[0]!) > 0.3 ? -0.01 : 0.01;
  const reads = (candidate: string) => surfaces.every((surface) => contrast(candidate, surface) >= ratio);
  let current = hex;
  for (let l = color.l; l > 0 && l < 1 && !reads(current); l += towards) current = toHex({ ...color, l });
  return reads(current) ? current : readableOn(surfaces[0]!);
}
