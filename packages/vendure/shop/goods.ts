/** What the demo store sells. The pictures are named after the slugs. */
import { LanguageCode } from "@vendure/core";

export interface Good {
  readonly slug: string;
  readonly name: string;
  readonly sku: string;
  /** Whole US cents. */
  readonly price: number;
  readonly line: string;
  readonly text: string;
}

export const GOODS: readonly Good[] = [
  {
    slug: "dinner-set",
    name: "Dinner set for four",
    sku: "NW-101",
    price: 24_900,
    line: "Twelve pieces, hand-thrown",
    text: "Four dinner plates, four side plates and four bowls, thrown on the wheel and glazed in a soft oat white. No two rims are quite alike.",
  },
  {
    slug: "breakfast-bowl",
    name: "Breakfast bowl",
    sku: "NW-102",
    price: 2_400,
    line: "Deep enough for seconds",
    text: "A rounded bowl with a narrow foot that sits well in the hand. Takes porridge, soup and half a litre of coffee ice cream.",
  },
  {
    slug: "stoneware-mug",
    name: "Stoneware mug",
    sku: "NW-103",
    price: 2_200,
    line: "Keeps tea warm, fingers cool",
    text: "Thick walls, a wide handle and a speckled glaze that stops a finger above the foot. Holds 350 ml.",
  },
  {
    slug: "espresso-pair",
    name: "Espresso cups, pair",
    sku: "NW-104",
    price: 3_400,
    line: "Two cups, one kiln",
    text: "Small cups without handles, glazed inside and left bare outside, so that you feel the clay. 80 ml each.",
  },
  {
    slug: "serving-platter",
    name: "Serving platter",
    sku: "NW-105",
    price: 6_800,
    line: "For the middle of the table",
    text: "A long oval platter with a raised edge that keeps the sauce where it belongs. 42 cm.",
  },
  {
    slug: "teapot",
    name: "Teapot",
    sku: "NW-106",
    price: 8_400,
    line: "Pours without a drip",
    text: "A round pot for four cups, with a strainer pierced into the wall behind the spout. The lid stays on when you pour.",
  },
  {
    slug: "bud-vase",
    name: "Bud vase",
    sku: "NW-107",
    price: 2_800,
    line: "One stem is enough",
    text: "A small bottle with a narrow neck for a single stem from the garden or the roadside. 14 cm.",
  },
  {
    slug: "tall-vase",
    name: "Tall vase",
    sku: "NW-108",
    price: 9_600,
    line: "Stands on the floor or the sill",
    text: "Thrown in two parts and joined at the shoulder, with an ash glaze that runs a little differently each time. 38 cm.",
  },
  {
    slug: "salad-bowl",
    name: "Salad bowl",
    sku: "NW-109",
    price: 5_800,
    line: "Wide, with room to toss",
    text: "A wide, open bowl glazed in moss green inside, raw clay outside. 30 cm.",
  },
  {
    slug: "salt-cellar",
    name: "Salt cellar",
    sku: "NW-110",
    price: 1_800,
    line: "Within reach of the stove",
    text: "A squat jar with a wooden lid that keeps flaky salt dry, and opens with one hand.",
  },
  {
    slug: "candle-holder",
    name: "Candle holder",
    sku: "NW-111",
    price: 2_600,
    line: "For the long evenings",
    text: "A saucer with a ring for the finger and a cup that fits a dinner candle. Glazed, so that wax comes off.",
  },
  {
    slug: "oil-bottle",
    name: "Oil bottle",
    sku: "NW-112",
    price: 3_800,
    line: "With a cork and a steady spout",
    text: "A slim bottle that keeps light away from good oil. Comes with a cork and a pouring spout. 500 ml.",
  },
];

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** In the form that Vendure imports. */
export const productsCsv = (): string =>
  [
    "name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets",
    ...GOODS.map(({ name, slug, text, sku, price }) =>
      [name, slug, text, "", "", "", "", sku, (price / 100).toFixed(2), "standard", "100", "false", "", ""]
        .map(quoted)
        .join(","),
    ),
  ].join("\n");

export const INITIAL_DATA = {
  defaultLanguage: LanguageCode.en,
  defaultZone: "World",
  countries: [
    { name: "United States", code: "US", zone: "World" },
    { name: "United Kingdom", code: "GB", zone: "World" },
    { name: "Kenya", code: "KE", zone: "World" },
    { name: "France", code: "FR", zone: "World" },
    { name: "Portugal", code: "PT", zone: "World" },
  ],
  taxRates: [{ name: "standard", percentage: 0 }],
  shippingMethods: [{ name: "Parcel post", price: 900 }],
  paymentMethods: [],
  collections: [],
};
