/** What WCAG 2.2 asks of text at level AA. */
export const AA = 4.5;

export const isHex = (text: string): boolean => /^#[0-9a-fA-F]{6}$/.test(text);

const partsOf = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

function luminance(hex: string): number {
  const [r, g, b] = partsOf(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

/** WCAG contrast of two colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** White or black, whichever is read better on the colour: one of them always reaches AA. */
export const inkOn = (surface: string): "#FFFFFF" | "#000000" =>
  contrast("#FFFFFF", surface) >= contrast("#000000", surface) ? "#FFFFFF" : "#000000";

/** The colour itself, or the nearest darker one that can be read as text on white. */
export function legibleOnWhite(hex: string): string {
  for (let share = 1; share > 0; share -= 0.02) {
    const darker = `#${partsOf(hex)
      .map((part) =>
        Math.round(part * share)
          .toString(16)
          .padStart(2, "0"),
      )
      .join("")}`.toUpperCase();
    if (contrast(darker, "#FFFFFF") >= AA) return darker;
  }
  return "#000000";
}
