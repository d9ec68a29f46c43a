import { expect, test } from "vitest";
import { layOut } from "#components/portal/requests/lay-out.ts";

const BODY = {
  success: true,
  data: { items: [{ name: 'A "b", {c}: [d] \\', price: -1.5e3 }, []], none: null, empty: {} },
};

test("a body is laid out as JSON is, also one that has spaces already", () => {
  const laid = JSON.stringify(BODY, null, 2);
  for (const body of [JSON.stringify(BODY), laid, JSON.stringify(BODY, null, "\t")]) expect(layOut(body)).toBe(laid);
});

test("a body whose end was cut off begins as the whole does, wherever it was cut", () => {
  const [body, laid] = [JSON.stringify(BODY), JSON.stringify(BODY, null, 2)];
  for (let length = 1; length < body.length; length++) {
    const cut = layOut(body.slice(0, length)).trimEnd();
    expect(laid.startsWith(cut) || cut === "{" || cut.endsWith("["), cut).toBe(true);
  }
});

test("what is no JSON stays as it is", () => {
  for (const body of ["", "a=1&b=2", "<html>, {x}", '"text"']) expect(layOut(body)).toBe(body);
});
