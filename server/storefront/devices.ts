import { fold } from "#server/domain/catalogue/places/index.ts";

export type Devices = readonly (readonly [maker: string, models: readonly string[]])[];

/** Models that take an eSIM, by maker, as their makers say; names are the same in every language. */
export const DEVICES: Devices = [
  [
    "Apple",
    [
      ...["iPhone XR", "iPhone XS", "iPhone XS Max", "iPhone 11", "iPhone 11 Pro", "iPhone 11 Pro Max"],
      ...["iPhone SE 2020", "iPhone SE 2022", "iPhone 16e", "iPhone Air"],
      ...["12", "13"].flatMap((n) => [`iPhone ${n} mini`, `iPhone ${n}`, `iPhone ${n} Pro`, `iPhone ${n} Pro Max`]),
      ...["14", "15", "16"].flatMap((n) => [
        `iPhone ${n}`,
        `iPhone ${n} Plus`,
        `iPhone ${n} Pro`,
        `iPhone ${n} Pro Max`,
      ]),
      ...["iPhone 17", "iPhone 17 Pro", "iPhone 17 Pro Max"],
    ],
  ],
  [
    "Samsung",
    [
      ...["Galaxy S20", "Galaxy S20+", "Galaxy S20 Ultra"],
      ...["21", "22", "23", "24", "25"].flatMap((n) => [`Galaxy S${n}`, `Galaxy S${n}+`, `Galaxy S${n} Ultra`]),
      ...["Galaxy S23 FE", "Galaxy S24 FE", "Galaxy S25 Edge", "Galaxy Note 20", "Galaxy Note 20 Ultra"],
      ...["Galaxy Z Flip", "Galaxy Z Flip 5G", "Galaxy Z Flip3", "Galaxy Z Flip4", "Galaxy Z Flip5", "Galaxy Z Flip6"],
      ...["Galaxy Z Flip7", "Galaxy Fold", "Galaxy Z Fold2", "Galaxy Z Fold3", "Galaxy Z Fold4", "Galaxy Z Fold5"],
      ...["Galaxy Z Fold6", "Galaxy Z Fold7", "Galaxy A35", "Galaxy A36", "Galaxy A54", "Galaxy A55", "Galaxy A56"],
    ],
  ],
  [
    "Google",
    [
      ...["Pixel 3", "Pixel 3 XL", "Pixel 3a", "Pixel 4", "Pixel 4 XL", "Pixel 4a", "Pixel 5", "Pixel 5a"],
      ...["6", "7", "8", "9"].flatMap((n) => [`Pixel ${n}`, `Pixel ${n} Pro`, `Pixel ${n}a`]),
      ...["Pixel 9 Pro XL", "Pixel Fold", "Pixel 9 Pro Fold", "Pixel 10", "Pixel 10 Pro", "Pixel 10 Pro XL"],
    ],
  ],
  [
    "Xiaomi",
    [
      ...["12T Pro", "13", "13 Lite", "13 Pro", "13T", "13T Pro", "14", "14 Ultra", "14T", "14T Pro", "15", "15 Ultra"],
      ...["Redmi Note 13 Pro+", "Redmi Note 14 Pro+"],
    ],
  ],
  [
    "Motorola",
    [
      ...["Razr 2019", "Razr 5G", "Razr 40", "Razr 40 Ultra", "Razr 50", "Razr 50 Ultra", "Razr 60", "Razr 60 Ultra"],
      ...["Edge 40", "Edge 40 Pro", "Edge 40 Neo", "Edge 50 Pro", "Edge 50 Ultra", "Edge 50 Fusion", "Edge 60 Pro"],
    ],
  ],
  [
    "Sony",
    [
      ...[
        "Xperia 1 IV",
        "Xperia 1 V",
        "Xperia 1 VI",
        "Xperia 5 IV",
        "Xperia 5 V",
        "Xperia 10 III Lite",
        "Xperia 10 IV",
      ],
      ...["Xperia 10 V", "Xperia 10 VI"],
    ],
  ],
  ["OPPO", ["Find X3 Pro", "Find X5", "Find X5 Pro", "Find X8", "Find X8 Pro", "Find N2 Flip", "Find N3", "Reno 5A"]],
  ["Honor", ["Magic 4 Pro", "Magic 5 Pro", "Magic 6 Pro", "Magic 7 Pro", "90", "200", "200 Pro"]],
  ["Huawei", ["P40", "P40 Pro", "Mate 40 Pro"]],
  ["OnePlus", ["11", "12", "13", "Open"]],
  ["Fairphone", ["4", "5", "6"]],
  ["Nothing", ["Phone 3"]],
];

/** Well-known ones that do not, so that whoever asks for one is not left in doubt. */
const WITHOUT: Devices = [
  [
    "Apple",
    [
      ...["iPhone 6", "iPhone 6s", "iPhone 6s Plus", "iPhone 6 Plus", "iPhone 7", "iPhone 7 Plus", "iPhone 8"],
      ...["iPhone 8 Plus", "iPhone X", "iPhone SE 2016"],
    ],
  ],
  [
    "Samsung",
    [
      ...["Galaxy S8", "Galaxy S8+", "Galaxy S9", "Galaxy S9+", "Galaxy S10", "Galaxy S10+", "Galaxy S10e"],
      ...["Galaxy Note 8", "Galaxy Note 9", "Galaxy Note 10", "Galaxy Note 10+", "Galaxy A12", "Galaxy A13"],
    ],
  ],
  ["Google", ["Pixel", "Pixel XL"]],
  ["Huawei", ["P20", "P20 Pro", "P30", "P30 Pro", "P30 Lite"]],
  ["Fairphone", ["2", "3", "3+"]],
  ["Nothing", ["Phone 1", "Phone 2"]],
];

export type DeviceMatch = { model: string; takesEsim: boolean };

const MOST_MATCHES = 8;

const words = (text: string): string[] => fold(text.replaceAll("+", " plus ")).match(/[a-z]+|\d+/g) ?? [];

/** Each with its maker's name, in the words that it is found by. */
const MODELS = [
  ...DEVICES.flatMap(([maker, models]) => models.map((model) => ({ maker, model, takesEsim: true }))),
  ...WITHOUT.flatMap(([maker, models]) => models.map((model) => ({ maker, model, takesEsim: false }))),
].map(({ maker, model, takesEsim }) => ({
  model:
    model.startsWith("Galaxy") || model.startsWith("iPhone") || model.startsWith("Pixel") ? model : `${maker} ${model}`,
  takesEsim,
  own: words(model),
  all: new Set(words(`${maker} ${model}`)),
}));

/** Words that say nothing of which model it is. */
const makers = new Set([...DEVICES.flatMap(([maker]) => words(maker)), "phone", "galaxy"]);

/**
 * The models that somebody's words may mean, the one that is meant exactly first and alone where there is one: "iphone 13" is
 * not also the 13 Pro. Empty where we know none; what a maker alone says is too little.
 */
export function checkDevice(text: string): DeviceMatch[] {
  const found = findModels(text.slice(0, 60));
  // "Galaxy S21 5G" is sold as the S21; some are another model with it.
  return found.length > 0 ? found : findModels(text.slice(0, 60).replace(/\b[45]g\b/i, ""));
}

function findModels(text: string): DeviceMatch[] {
  const asked = words(text);
  if (asked.every((word) => makers.has(word))) return [];
  const found = MODELS.filter(({ all }) => asked.every((word) => all.has(word)));
  const telling = (list: readonly string[]) => list.filter((word) => !makers.has(word)).join(" ");
  const exact = found.filter(({ own }) => telling(own) === telling(asked));
  return (exact.length > 0 ? exact : found)
    .slice(0, MOST_MATCHES)
    .map(({ model, takesEsim }) => ({ model, takesEsim }));
}
