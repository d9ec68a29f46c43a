import { printable } from "./install-words.ts";
import { type Direction, type FontName, isInFont, linesOf, outline } from "./lettering.ts";

/** A page that is written from the left or from the right. `left`, `width`: what of it is written on. */
export type Paper = { doc: PDFKit.PDFDocument; direction: Direction; left: number; width: number };

/** Where a part stands: what is on the left of a page is on the right of one that is read from there. */
export const placed = ({ direction, left, width }: Paper, x: number, wide: number): number =>
  direction === "rtl" ? 2 * left + width - x - wide : x;

type Looks = {
  x?: number;
  width?: number;
  font?: FontName;
  size: number;
  color: string;
  /** More are cut off. */
  lines?: number;
  /** On which side of its place it stands. */
  align?: "start" | "end";
};

/**
 * The next lines, in any script: as text where the embedded fonts have its letters, else as these are drawn, since PDF's own text
 * neither joins letters nor reads from the right.
 */
export function write(paper: Paper, given: string, looks: Looks): void {
  const { doc, direction } = paper;
  const { x = paper.left, width = paper.width, font = "text", size, color, lines = 99, align = "start" } = looks;
  const text = printable(given);
  const left = placed(paper, x, width);
  const isRight = (align === "end") !== (direction === "rtl");
  doc.font(font).fontSize(size).fillColor(color);
  const height = doc.currentLineHeight(true);
  if (isInFont(text, font)) {
    const cut = lines < 99 && { height: height * lines, ellipsis: true };
    doc.text(text, left, doc.y, { width, align: isRight ? "right" : "left", ...cut });
    return;
  }
  for (const line of linesOf(text, font, size, width).slice(0, lines)) {
    const drawn = outline(line, font, size, direction);
    // Whoever reads the page aloud has no letters to go by.
    doc.markContent("Span", { actual: line });
    doc.save().translate(isRight ? left + width - drawn.width : left, doc.y + height * 0.8);
    doc.path(drawn.path).fill(color).restore();
    doc.endMarkedContent();
    doc.y += height;
  }
}
