import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listAudit } from "#server/domain/record/audit-log/index.ts";
import { changeBrand } from "#server/domain/reseller/brand/index.ts";
import {
  confirmVat,
  findSeller,
  findVat,
  getSeller,
  getVatSetup,
  listMissing,
  requireMissingSeen,
  setSeller,
  splitVat,
  stopVat,
  type Vat,
  vatIdFault,
  vatTerms,
} from "#server/domain/shop/law/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { money } from "#server/kernel/money.ts";
import { chargeVat, RATES, SELLER } from "#tests/support/sellers.ts";
import { enter, newAccount } from "#tests/support/world.ts";

// What the law asks of a reseller's shop: who sells, what is charged as VAT, and what is missing before it opens.

const shop = async (environment: "test" | "live" = "live") => await enter((await newAccount()).code, environment);
const as = (ctx: AccountCtx, role: "finance" | "admin") =>
  ({ ...ctx, actor: { kind: "staff", name: "mia@example.com", role } }) as AccountCtx;

describe("who sells", () => {
  test("is kept per environment, shown in test until it has its own, and on record by field", async () => {
    const { code } = await newAccount();
    const [live, other] = [await enter(code, "live"), await enter(code, "test")];
    expect(await getSeller(live)).toMatchObject({ isKept: false, seller: { vatId: "", country: "" } });
    await setSeller(as(live, "admin"), { ...SELLER, vatId: " de 123.456-789 " });
    expect(await findSeller(other)).toEqual(SELLER);
    await setSeller(other, { ...SELLER, city: "Bremen" });
    expect([(await findSeller(live))!.city, (await findSeller(other))!.city]).toEqual(["Hamburg", "Bremen"]);
    const { items } = await listAudit(live, { limit: 5 });
    expect(items.map(({ act }) => act)).toContain("seller.change");
  });

  test.each([
    ["a country that there is not", { country: "XX" }, "country"],
    ["an address that is none", { email: "shop" }, "email"],
    ["a name without an end", { legalName: "x".repeat(201) }, "legalName"],
  ])("%s is refused at its field", async (_what, given, field) => {
    await expect(setSeller(await shop(), { ...SELLER, ...given })).rejects.toMatchObject({ details: { field } });
  });

  test("is changed by those who change the brand; a VAT number of an odd shape is no wall", async () => {
    const ctx = await shop();
    await expect(setSeller(as(ctx, "finance"), SELLER)).rejects.toMatchObject({ code: "access_denied" });
    await setSeller(ctx, { ...SELLER, vatId: "DE12" });
    expect(vatIdFault("DE", (await findSeller(ctx))!.vatId)).toBe("DE123456789");
    expect([vatIdFault("GR", "EL 123456789"), vatIdFault("US", "anything")]).toEqual([null, null]);
  });
});

describe("VAT", () => {
  test("is suggested with its day, and charged only once it was confirmed", async () => {
    const ctx = await shop();
    const setup = await getVatSetup(ctx);
    expect(setup).toMatchObject({ confirmed: null, rates: { DE: "19", CH: "8.1" }, suggestedOn: "2025-09-01" });
    expect(Object.keys(setup.rates)).toHaveLength(33);
    expect(await findVat(ctx)).toBeNull();
    await expect(confirmVat(ctx, RATES)).rejects.toThrow("Enter who sells first");
    await setSeller(ctx, { ...SELLER, vatId: "" });
    await expect(confirmVat(ctx, RATES)).rejects.toThrow("VAT number, your tax number");
    await chargeVat(ctx);
    expect(await findVat(ctx)).toMatchObject({ mode: "included", rates: { DE: "19.00", FI: "25.50" } });
    await stopVat(ctx);
    expect(await findVat(ctx)).toBeNull();
  });

  test.each([
    ["a rate that is no number", { rates: { DE: "nineteen" } }, "rates.DE"],
    ["a beginning that could be part of the number", { invoicePrefix: "R1" }, "invoicePrefix"],
    ["one beginning for two series", { creditPrefix: "INV-" }, "creditPrefix"],
  ])("%s is refused at its field", async (_what, given, field) => {
    const ctx = await shop();
    await setSeller(ctx, SELLER);
    await expect(confirmVat(ctx, { ...RATES, ...given })).rejects.toMatchObject({ details: { field } });
  });

  const vat: Vat = { mode: "included", rates: { DE: "19.00", FR: "20.00", CH: "8.10" }, seller: SELLER };
  test.each([
    ["somebody at home", "DE", "", "included", "19"],
    ["a business at home", "DE", "DE999999999", "included", "19"],
    ["a business in another EU country", "FR", "FR12345678901", "reverse", "0"],
    ["somebody there without a number", "FR", "", "included", "20"],
    ["a number of another country's shape", "FR", "DE123456789", "included", "20"],
    ["a business outside the EU", "CH", "CHE123456789", "included", "8.1"],
    ["somebody where nothing is charged", "US", "", "included", "0"],
  ])("of %s", (_what, country, vatId, kind, rate) => {
    const terms = vatTerms(vat, country, vatId);
    expect([terms.kind, terms.rate.toString()]).toEqual([kind, rate]);
  });

  test("is none where the seller is exempt, and not the buyer's where the seller is outside the EU", () => {
    const exempt = { ...vat, seller: { ...SELLER, taxExemption: "Kein Ausweis von Umsatzsteuer gemäß § 19 UStG." } };
    expect(vatTerms(exempt, "FR", "FR12345678901")).toMatchObject({ kind: "included", rate: money(0) });
    const swiss = { ...vat, seller: { ...SELLER, country: "CH" } };
    expect(vatTerms(swiss, "FR", "FR12345678901").kind).toBe("included");
  });

  test("and net make the total to the coin, for every rate, way of charging and currency", () => {
    const kinds = fc.constantFrom("included" as const, "on_top" as const, "reverse" as const);
    fc.assert(
      fc.property(
        kinds,
        fc.integer({ min: 0, max: 9_999 }),
        fc.integer({ min: 50, max: 10_000_000 }),
        fc.constantFrom(["EUR", 2] as const, ["JPY", 0] as const, ["KWD", 3] as const),
        (kind, hundredths, coins, [currency, places]) => {
          const rate = money(hundredths).dividedBy(100);
          const price = money(coins).dividedBy(10 ** places);
          const terms =
            kind === "reverse"
              ? { kind, country: "FR", rate: money(0), included: rate }
              : { kind, country: "DE", rate, included: money(0) };
          const { total, net, amount, added } = splitVat(price, terms, currency);
          expect(net.plus(amount).equals(total)).toBe(true);
          expect(price.plus(added).equals(total)).toBe(true);
          expect(amount.decimalPlaces()).toBeLessThanOrEqual(places);
          expect(net.greaterThanOrEqualTo(0) && amount.greaterThanOrEqualTo(0)).toBe(true);
          if (kind === "included") expect(total.equals(price)).toBe(true);
          if (kind === "on_top") expect(net.equals(price)).toBe(true);
          if (kind === "reverse") expect(amount.isZero() && total.lessThanOrEqualTo(price)).toBe(true);
          // Half a coin at the most from what the rate says.
          const exact = kind === "reverse" ? money(0) : net.times(rate).dividedBy(100);
          expect(
            amount
              .minus(exact)
              .abs()
              .times(10 ** places)
              .lessThanOrEqualTo(1),
          ).toBe(true);
        },
      ),
    );
  });
});

describe("before it opens", () => {
  test("a shop in the EU is told what it lacks, one elsewhere of name and address", async () => {
    const ctx = await shop();
    const whats = async () => (await listMissing(ctx)).map(({ what }) => what);
    expect(await whats()).toHaveLength(3);
    await setSeller(ctx, { ...SELLER, vatId: "", withdrawalNote: "" });
    expect(await whats()).toEqual([
      "A VAT number, or why no VAT is charged",
      "A note about the right of withdrawal",
      "Your terms",
      "Your privacy policy",
    ]);
    await setSeller(ctx, { ...SELLER, vatId: "", withdrawalNote: "", country: "CH" });
    expect(await whats()).toEqual([]);
    await setSeller(ctx, SELLER);
    await changeBrand(ctx, { termsUrl: "https://a.example/terms", privacyUrl: "https://a.example/privacy" });
    expect(await whats()).toEqual([]);
  });

  test("whoever opens a live shop without it has seen so; the test shop opens freely", async () => {
    const live = await shop();
    await expect(requireMissingSeen(live, "brand:manage", false)).rejects.toMatchObject({
      code: "validation_error",
      details: { field: "missingSeen" },
      message: expect.stringContaining("address of whoever sells"),
    });
    await requireMissingSeen(live, "brand:manage", true);
    await requireMissingSeen(await shop("test"), "brand:manage", false);
  });
});
