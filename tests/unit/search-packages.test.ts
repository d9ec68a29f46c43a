import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeSearchIndex } from "#server/domain/catalogue/catalog/search-index.ts";
import { matchPackages } from "#server/domain/catalogue/catalog/search-packages.ts";
import { matchPlaces } from "#server/domain/catalogue/catalog/search-places.ts";
import { parseQuery } from "#server/domain/catalogue/catalog/search-query.ts";
import { reasonInWords } from "#server/domain/catalogue/catalog/search-reason.ts";
import { simulatedPackages } from "#tests/support/simulated-packages.ts";

const packages = simulatedPackages();
const index = makeSearchIndex(packages);
const search = (text: string) => matchPackages(index, text, (a, b) => a.costUsd.comparedTo(b.costUsd));
const found = (text: string) => search(text).map(({ item }) => item.id);
const best = (text: string): string => {
  const found = search(text)[0];
  return found ? `${found.item.name}${reasonInWords(found) ? ` (${reasonInWords(found)})` : ""}` : "nothing";
};

describe("what is typed finds, first of all", () => {
  test.each([
    ["5gb italy", "Italy 5GB 30 Days"],
    ["italy 5 GB", "Italy 5GB 30 Days"],
    ["4gb italy", "Italy 5GB 30 Days"],
    ["5 go italie", "Italy 5GB 30 Days (Italie → Italy)"],
    ["usa", "United States 512MB/Day 1 Days (USA → United States)"],
    ["US 10GB", "United States 10GB 30 Days"],
    ["us 10gb", "United States 10GB 30 Days"],
    ["USA 10GB 30 days", "United States 10GB 30 Days"],
    ["new york 20gb", "United States 20GB 30 Days (New York → United States)"],
    ["turkey 3gb", "Türkiye 3GB 15 Days (Turkey → Türkiye)"],
    ["türkei 3gb 30 tage", "Türkiye 3GB 30 Days (Türkei → Türkiye)"],
    ["TÜRKİYE 10 GB", "Türkiye 10GB 30 Days"],
    ["istanbul sınırsız", "Türkiye Unlimited 7 Days (Istanbul → Türkiye)"],
    ["Deutschland 5gb", "Germany 5GB 30 Days (Deutschland → Germany)"],
    ["almanya 7 gün", "Germany 1GB 7 Days (Almanya → Germany)"],
    ["allemagne 15 jours", "Germany 3GB 15 Days (Allemagne → Germany)"],
    ["alemania 10gb", "Germany 10GB 30 Days (Alemania → Germany)"],
    ["DEU 10gb", "Germany 10GB 30 Days"],
    ["de 10gb", "Germany 10GB 30 Days"],
    ["köln 5gb", "Germany 5GB 30 Days (Köln → Germany)"],
    ["koeln 5gb", "Germany 5GB 30 Days (Köln → Germany)"],
    ["germny 5gb", "Germany 5GB 30 Days (germny → Germany)"],
    ["portgual 5gb", "Portugal 5GB 30 Days (portgual → Portugal)"],
    ["swizterland 5gb", "Switzerland 5GB 30 Days (swizterland → Switzerland)"],
    ["Europe 10GB", "Europe (33 areas) 10GB 30 Days"],
    ["avrupa 10gb", "Europe (33 areas) 10GB 30 Days (Avrupa → Europe)"],
    ["schengen 3gb", "Europe (33 areas) 3GB 30 Days (Schengen: 29 of 29 countries)"],
    ["turkey europe 3gb", "Europe (33 areas) 3GB 30 Days (Turkey → Türkiye in 33 countries of Europe)"],
    ["balkan 3gb", "Balkans (11 areas) 3GB 30 Days (Balkan → Balkans: 10 of 10 countries)"],
    ["golfstaaten", "Gulf Region (6 areas) 1GB 7 Days (Golfstaaten → GCC: 6 of 6 countries)"],
    ["caribbean 3gb", "Caribbean (13 areas) 3GB 30 Days"],
    ["weltweit 5gb", "Global (84 areas) 5GB 30 Days (Weltweit → Global)"],
    ["italy france 5gb", "Europe (33 areas) 5GB 30 Days (Italy in 33 countries of Europe)"],
    ["dubai 1 week", "United Arab Emirates 1GB 7 Days (Dubai → United Arab Emirates)"],
    ["uk 1gb/day", "United Kingdom 1GB/Day 7 Days (UK → United Kingdom)"],
    ["londra 2gb günlük", "United Kingdom 2GB/Day 7 Days (Londra → United Kingdom)"],
    ["londra 1gb günlük", "United Kingdom 1GB/Day 7 Days (Londra → United Kingdom)"],
    ["holland 5gb", "Netherlands 5GB 30 Days (Holland → Netherlands)"],
    ["royaume-uni 5go", "United Kingdom 5GB 30 Days (Royaume-Uni → United Kingdom)"],
    ["corea del sur 5gb", "South Korea 5GB 30 Days (Corea del Sur → South Korea)"],
    ["new zealand 5gb", "New Zealand 5GB 30 Days"],
    ["in india 5gb", "India 5GB 30 Days"],
    ["eSIM für Japan 5GB", "Japan 5GB 30 Days"],
    ["forfait de voyage espagne 5 Go", "Spain 5GB 30 Days (Espagne → Spain)"],
    ["unbegrenzt spanien", "Spain Unlimited 7 Days (Spanien → Spain)"],
    ["1.5gb spain", "Spain 3GB 15 Days"],
    ["EU-42_5_30", "Europe (42 areas) 5GB 30 Days"],
    ["it_5_30", "Italy 5GB 30 Days"],
    ["italia 7 giorni", "Italy 1GB 7 Days (Italia → Italy)"],
    ["turchia dati illimitati", "Türkiye Unlimited 7 Days (Turchia → Türkiye)"],
    ["parigi 5 giga", "France 5GB 30 Days (Parigi → France)"],
    ["siviglia 5gb", "Spain 5GB 30 Days (Siviglia → Spain)"],
    ["nova york 5gb", "United States 5GB 30 Days (Nova York → United States)"],
    ["1gb por dia reino unido", "United Kingdom 1GB/Day 7 Days (Reino Unido → United Kingdom)"],
    ["تركيا 5 غ.ب", "Türkiye 5GB 30 Days (تركيا → Türkiye)"],
    ["تركيا ٥ جيجا", "Türkiye 5GB 30 Days (تركيا → Türkiye)"],
    ["اسطنبول 5GB", "Türkiye 5GB 30 Days (إسطنبول → Türkiye)"],
    ["القاهرة 7 أيام", "Egypt 1GB 7 Days (القاهرة → Egypt)"],
    ["دبي غير محدودة", "United Arab Emirates Unlimited 7 Days (دبي → United Arab Emirates)"],
    ["المانيا 30 يومًا 5 غيغابايت", "Germany 5GB 30 Days (ألمانيا → Germany)"],
    ["qwxzv", "nothing"],
    ["9999gb italy", "Italy Unlimited 7 Days"],
  ])("%s: %s", (text, expected) => expect(best(text)).toBe(expected));
});

describe("a code of two letters", () => {
  test("in capitals is the country and nothing that contains it", () => {
    const countries = new Set(search("US 10GB").map(({ item }) => (item.coverage.includes("US") ? "US" : item.name)));
    expect([...countries]).toEqual(["US"]);
  });

  test.each(["in", "no", "la", "de", "es", "y"])("%s is no country beside other words", (word) => {
    expect(found(`${word} portugal 5gb`)).toEqual(found("portugal 5gb"));
  });
});

test("a country's own plans come before those of its region and of the world, and the next larger amount before the largest", () => {
  const items = search("greece 4gb").map(({ item }) => item);
  const types = items.map(({ type }) => type);
  expect(types).toEqual(types.toSorted((a, b) => reach(a) - reach(b)));
  const local = items.filter(({ type, unlimited }) => type === "local" && !unlimited);
  const amounts = local.map(({ dataMb, perDay, durationDays }) => dataMb * (perDay ? durationDays : 1));
  expect(amounts.length).toBeGreaterThan(3);
  expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
  expect(amounts[0]).toBeGreaterThanOrEqual(4 * 1_024);
});

const reach = (type: string) => ["local", "regional", "global"].indexOf(type);

test.each([
  ["köln", "DE"],
  ["cologne 5gb", "DE"],
  ["türkei", "TR"],
  ["holland", "NL"],
  ["mallorca", "ES"],
  ["grece", "GR"],
  ["vereinigte staaten", "US"],
  ["schweiz", "CH"],
  ["abd", "US"],
  ["isviçre", "CH"],
  ["états-unis", "US"],
])("the place of %s is %s", (text, code) => expect(matchPlaces(text)[0]?.code).toBe(code));

const terms = fc.oneof(
  fc.constantFrom(
    "italy",
    "usa",
    "US",
    "köln",
    "europe",
    "5gb",
    "10 GB",
    "7 days",
    "30 tage",
    "unlimited",
    "germny",
    "new",
    "1gb/day",
    "30",
  ),
  fc.string({ maxLength: 12 }).filter((text) => /^[\p{Lu}\p{Ll}]{4,}$/u.test(text)),
);

test("whatever is typed is answered", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 120 }), (text) => search(text).length <= packages.length),
  );
  expect(parseQuery("\ud800 %_\\ '\u0000", () => true)).toBeDefined();
});

test("whatever is typed in addition finds no more than before", () => {
  fc.assert(
    fc.property(fc.array(terms, { minLength: 1, maxLength: 4 }), terms, (before, added) => {
      const narrow = found([...before, added].join(" "));
      const wide = new Set(found(before.join(" ")));
      return narrow.every((code) => wide.has(code));
    }),
  );
});
