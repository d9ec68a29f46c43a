import { describe, expect, test } from "vitest";
import { maskedBody } from "#server/http/masked-body.ts";

describe("what the request log keeps of a body", () => {
  test("hides what opens something, wherever it stands", () => {
    const kept = maskedBody({
      password: "canary-1",
      nested: [{ api_key: "canary-2", webhookSecret: "canary-3", access_token: { deep: "canary-4" } }],
      activation_code: "LPA:1$canary-5",
      quantity: 2,
    });
    expect(kept).not.toContain("canary");
    expect(JSON.parse(kept!)).toMatchObject({ password: "•••", quantity: 2 });
  });

  test("hides who somebody is and what addresses carry in their query", () => {
    const kept = maskedBody({
      support_email: "ada@example.com",
      url: "https://user:canary@shop.example.com/hooks?token=canary#canary",
      logo_url: "https://user:canary@shop.example.com/logo.svg",
    });
    expect(JSON.parse(kept!)).toEqual({
      support_email: "•••@example.com",
      url: "https://shop.example.com/hooks?•••",
      logo_url: "https://shop.example.com/logo.svg",
    });
  });

  test("keeps ordinary fields as they were sent, and nothing where nothing was sent", () => {
    const order = { package_id: "esimaccess-TR_5_30", quantity: 1, client_reference: "shop-1", max_unit_price: null };
    expect(maskedBody(order)).toBe(JSON.stringify(order));
    for (const nothing of [undefined, null, {}, [], 7, "text"]) expect(maskedBody(nothing)).toBeNull();
  });

  test("is bounded and can be stored, whatever was sent", () => {
    const kept = maskedBody({ note: "\0", long: "😀".repeat(5_000), lone: "\ud83d" })!;
    expect(kept.length).toBeLessThanOrEqual(2_002);
    expect(kept).not.toContain("\0");
    expect(kept.isWellFormed()).toBe(true);
    let deep: object = {};
    for (let i = 0; i < 100_000; i++) deep = { deep };
    expect(maskedBody(deep)).toContain("…");
  });
});
