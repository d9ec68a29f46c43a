import fc from "fast-check";
import { expect, test } from "vitest";
import { checkDevice, DEVICES } from "#server/storefront/devices.ts";
import { neededMb, readTripAsk } from "#server/storefront/read-trip.ts";

test.each([
  ["iphone 13", [["iPhone 13", true]]],
  ["Apple iPhone 13", [["iPhone 13", true]]],
  ["iPhone13", [["iPhone 13", true]]],
  ["iphone x", [["iPhone X", false]]],
  ["galaxy s10+", [["Galaxy S10+", false]]],
  ["Samsung S23", [["Galaxy S23", true]]],
  ["Galaxy S21 5G", [["Galaxy S21", true]]],
  ["z flip 5g", [["Galaxy Z Flip 5G", true]]],
  ["s23 ultra", [["Galaxy S23 Ultra", true]]],
  ["pixel 8", [["Pixel 8", true]]],
  ["pixel 8a", [["Pixel 8a", true]]],
  ["fairphone 5", [["Fairphone 5", true]]],
  ["P30", [["Huawei P30", false]]],
  ["nothing phone 2", [["Nothing Phone 2", false]]],
])("%s is known for what it is", (text, models) => {
  expect(checkDevice(text).map(({ model, takesEsim }) => [model, takesEsim])).toEqual(models);
});

test.each(["", "   ", "samsung", "Apple", "phone", "nokia 3310", "iphone 99", "<script>", "💶"])(
  "%j says too little, or is nothing that we know",
  (text) => {
    expect(checkDevice(text)).toEqual([]);
  },
);

test("several may be meant, never more than fit a phone's screen", () => {
  const found = checkDevice("iphone se").map(({ model }) => model);
  expect(found).toEqual(["iPhone SE 2020", "iPhone SE 2022", "iPhone SE 2016"]);
  expect(checkDevice("iphone pro").length).toBe(8);
});

test("every model of the list is found by its own name, alone and as one that takes an eSIM", () => {
  for (const [maker, models] of DEVICES)
    for (const model of models)
      for (const text of [model, `${maker} ${model}`].slice(/[a-z]{3}/i.test(model) ? 0 : 1))
        expect(checkDevice(text), text).toMatchObject([{ takesEsim: true }]);
});

test("whatever is typed is answered", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => checkDevice(text).length <= 8));
});

test("a trip is as long and as busy as the form says; what it does not say sensibly is as usual", () => {
  const usual = { to: "", days: 7, hours: { social: 1.5, music: 0.5, video: 0 } };
  expect(readTripAsk({})).toEqual(usual);
  expect(readTripAsk({ to: "country/tr", days: "10", social: "2,5", music: "", video: "0.5" })).toEqual({
    to: "country/tr",
    days: 10,
    hours: { social: 2.5, music: 0.5, video: 0.5 },
  });
  expect(readTripAsk({ days: ["3", "9"], social: "-4", video: "1e9" })).toEqual({
    ...usual,
    days: 3,
    hours: { social: 0, music: 0.5, video: 24 },
  });
  for (const days of ["0", "-1", "0.2"]) expect(readTripAsk({ days }).days).toBe(1);
  for (const days of ["ten", "NaN", "Infinity"]) expect(readTripAsk({ days }).days).toBe(7);
});

test("data is counted by the day and by the hour, and more never takes less", () => {
  expect(neededMb({ days: 10, hours: { social: 0, music: 0, video: 0 } })).toBe(1_000);
  expect(neededMb({ days: 2, hours: { social: 1, music: 2, video: 0.5 } })).toBe(2 * (100 + 250 + 150 + 512));
});
