import { expect, test } from "vitest";
import { isInFont, isWritable, outline, widthOf } from "#server/files/lettering.ts";

test("names of European, Greek and Arabic script are written; what no font has is known to be so", () => {
  for (const name of ["Çiğdem & Söhne", "Łódź", "Туризм", "Ταξίδια & Travel ΑΕ", "شركة السفر (Travel) ٢٠٢٦"])
    expect(isWritable(name), name).toBe(true);
  for (const name of ["旅行", "여행", "טיולים", "Travel 🌍", "Ὠδή"]) expect(isWritable(name), name).toBe(false);
  expect(isInFont("Türkiye · 1 GB", "strong")).toBe(true);
  expect(isInFont("Ταξίδια", "text")).toBe(false);
});

test("letters are drawn from left to right as they are read, Arabic ones joined and from the right", () => {
  const latin = outline("ABC", "text", 20);
  expect(outline("السفر ABC", "text", 20).path.startsWith(latin.path)).toBe(true);
  expect(outline("ABC السفر", "text", 20).path.startsWith(latin.path)).toBe(true);
  // Letters within a word have other forms than alone.
  const alone = [..."سفر"].reduce((width, letter) => width + widthOf(letter, "text", 20), 0);
  expect(widthOf("سفر", "text", 20)).toBeLessThan(alone);
  expect(outline("Ταξίδια", "strong", 20).width).toBeCloseTo(widthOf("Ταξίδια", "strong", 20), 5);
});

test("in a line from the right, numbers and words from the left keep their own order, and the other way round", () => {
  const left = (text: string) => outline(text, "text", 20).path;
  for (const within of ["5 GB", "SM-DP+", "Samsung Galaxy S"])
    expect(outline(`باقة ${within}`, "text", 20, "rtl").path.startsWith(left(within)), within).toBe(true);
  // The first word of such a line stands at its right end, also when it is a word from the left.
  expect(outline("iPhone باقة", "text", 20, "rtl").path.startsWith(left("iPhone"))).toBe(false);
  expect(outline("iPhone باقة", "text", 20, "ltr").path.startsWith(left("iPhone"))).toBe(true);
  // Numbers that a sign parts are two; those that a space parts are one, and a word from the left takes along what follows it.
  const laid = (text: string) => outline(text, "text", 20, "rtl").path;
  expect(laid("حتى 24 مايو 2026 · 1").startsWith(left("1"))).toBe(true);
  expect(laid("حتى 24 مايو 2026 · 1").startsWith(left("2026"))).toBe(false);
  expect(laid("اتصل +49 40 1234").startsWith(left("+49 40 1234").slice(0, 60))).toBe(true);
  expect(laid("العنوان Hof 2 · 20457 Hamburg").startsWith(left("Hof 2"))).toBe(true);
  const words = ["باقة", "سفر"].map((word) => widthOf(word, "text", 20));
  expect(words[0]).not.toBe(words[1]);
  expect(outline("باقة سفر", "text", 20).path.startsWith(left("سفر"))).toBe(true);
  expect(outline("A باقة سفر", "text", 20, "ltr").path.endsWith("Z")).toBe(true);
});

test("a letter that no font has is a question mark, never nothing", () => {
  expect(outline("A旅B", "text", 20)).toEqual(outline("A?B", "text", 20));
});
