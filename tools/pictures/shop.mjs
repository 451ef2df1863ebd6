/** What the shop in the pictures sells, and how two months of its orders go. */

/** [title, [[line, price in cents, quantity]…]]; what is sold is the sum of its lines. */
const GOODS = [
  [
    "Breakfast set for two",
    [
      ["Breakfast plate, oat glaze", 2_200, 2],
      ["Cereal bowl, oat glaze", 1_900, 2],
    ],
  ],
  [
    "Tall vase, celadon",
    [
      ["Tall vase, celadon", 8_900, 1],
      ["Gift wrapping", 600, 1],
    ],
  ],
  ["Six espresso cups", [["Espresso cup with saucer", 1_450, 6]]],
  ["Serving platter, 40 cm", [["Serving platter, 40 cm", 7_400, 1]]],
  [
    "Tea set for four",
    [
      ["Teapot, 1.2 l", 6_800, 1],
      ["Tea bowl", 1_600, 4],
    ],
  ],
  [
    "Hand-thrown dinner set",
    [
      ["Dinner plate, ash glaze", 2_400, 6],
      ["Soup bowl, ash glaze", 1_450, 6],
      ["Insured courier", 1_890, 1],
    ],
  ],
  ["Two planters, terracotta", [["Planter, terracotta, 25 cm", 3_900, 2]]],
  ["Mixing bowls, nest of three", [["Mixing bowls, nest of three", 9_600, 1]]],
  [
    "Wall tiles, 2 m²",
    [
      ["Tile, 10 × 10 cm, indigo", 190, 200],
      ["Pallet delivery", 4_500, 1],
    ],
  ],
  ["Four mugs, speckled", [["Mug, speckled, 0.3 l", 1_800, 4]]],
];

const BUYERS = [
  "amina.okafor@example.com",
  "tom.lindqvist@example.com",
  "j.moreau@example.com",
  "grace.wanjiku@example.com",
  "daniel.costa@example.com",
  "priya.nair@example.com",
  "sam.whitfield@example.com",
];

const METHODS = ["card", "mobile_money", "card", "bank"];

/** How many orders come on which day: thirty days, and thirty better ones. */
const DAYS = [
  ...[1, 0, 1, 2, 1, 1, 2, 0, 1, 1, 2, 1, 0, 2, 1, 3, 1, 1, 0, 2, 1, 2, 1, 1, 2, 0, 2, 1, 1, 2],
  ...[1, 2, 2, 1, 0, 3, 2, 2, 1, 2, 1, 2, 4, 2, 1, 2, 2, 3, 1, 2, 3, 1, 2, 2, 4, 3, 2, 3, 2, 2],
];

/** Every so many orders one goes another way: never paid, or cancelled by the shop. The rest are approved. */
const ABANDONED_EVERY = 6;
const CANCELLED_EVERY = 17;
/** Single ones, by their place: near the end, so that they still wait for the shop. */
const ENDINGS = { 85: "changes", 89: "disputed" };

const cents = (amount) => `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, "0")}`;
const sumOf = (lines) => lines.reduce((sum, [, price, quantity]) => sum + price * quantity, 0);

const sessionOf = (place, [title, lines]) => ({
  title,
  amount: cents(sumOf(lines)),
  line_items: lines.map(([name, price, quantity]) => ({ name, unit_amount: cents(price), quantity })),
  external_reference: `NW-${10_431 + place}`,
  customer_email: BUYERS[place % BUYERS.length],
});

function endingOf(place) {
  if (ENDINGS[place] !== undefined) return ENDINGS[place];
  if (place % CANCELLED_EVERY === CANCELLED_EVERY - 1) return "cancelled";
  return place % ABANDONED_EVERY === ABANDONED_EVERY - 1 ? "abandoned" : "approved";
}

/** One list of orders for each day, from the oldest to today. */
export const ORDERS = DAYS.map((count, day) => {
  const before = DAYS.slice(0, day).reduce((sum, one) => sum + one, 0);
  return Array.from({ length: count }, (_, index) => {
    const place = before + index;
    return {
      session: sessionOf(place, GOODS[(place * 7) % GOODS.length]),
      buyer: BUYERS[place % BUYERS.length],
      method: METHODS[place % METHODS.length],
      ending: endingOf(place),
    };
  });
});

/** The order whose checkout is shown: two milestones, so that a buyer sees what is released when. Short enough to stand whole beside the choice of a method. */
export const SHOWN = {
  session: {
    ...sessionOf(51, GOODS[5]),
    external_reference: "NW-10482",
    milestones: [
      { title: "Dispatched with tracking", amount: "99.90" },
      { title: "Delivered and checked", amount: "150.00" },
    ],
    success_url: "https://northwind.example/orders/NW-10482/thanks",
    cancel_url: "https://northwind.example/cart",
  },
  buyer: "amina.okafor@example.com",
  complaint: "Two of the six plates arrived cracked.",
  offer: { refund: "48.00", text: "I’m sorry. I’d refund the two plates, and the rest is fine to keep." },
};
