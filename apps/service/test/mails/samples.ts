/** One set of parameters for every mail, as the outbox has them. */
import { renderMail } from "../../src/mails/render.js";
import type { TEMPLATES } from "../../src/mails/templates.js";

/** Mails to sellers and operators have samples of their own. */
export type TemplateName = Exclude<
  keyof typeof TEMPLATES,
  `seller_${string}` | `operator_${string}` | "team_invitation"
>;
type Params = Readonly<Record<string, unknown>>;

export const PUBLIC_URL = "https://pay.example";
const ESCROW = "0199c1f0-8a6e-7d1c-9b2a-4f0d5c6e7a81";
export const ORDER_URL = `${PUBLIC_URL}/orders/NW3KX8Q2/${ESCROW}`;

export const ENDPOINT = {
  endpoint: ESCROW,
  url: "https://shop.example/hooks/holdfast",
  failures: 25,
  trading_name: "Northwind Ceramics",
};

const ORDER = {
  escrow: ESCROW,
  title: "Hand-thrown dinner set",
  reference: "TR-20261121.004417.24990",
  locale: "en",
  seller: "Northwind Ceramics",
  seller_code: "NW3KX8Q2",
};
/** Lines of $230.00, and one of two dozen that a mail has no place for. */
export const ITEMS = {
  lines: [
    { name: "Dinner plate, ash glaze", unit_amount: "24.00", quantity: 6 },
    { name: "Insured courier", unit_amount: "86.00", quantity: 1 },
  ],
  count: 3,
  listed: "120000",
};
export const LOGO = { hash: "0123456789abcdef", width: 240, height: 96 };
const PRICE = { amount: "124990", fees: "655", total: "125645" };

/** 21 November 2026 at 20:00 UTC, and the next days. */
export const EVENING = 1_795_291_200;
const DAY = 86_400;

export const SAMPLES: Readonly<Record<TemplateName, Params>> = {
  webhook_failing: ENDPOINT,
  webhook_disabled: { ...ENDPOINT, failures: 50 },
  payment_link: {
    title: "Dinner set for four",
    total: "25440",
    path: "/buy/ABCD1234/aB3dE5fG7hJ9",
    locale: "en",
    seller: "Northwind Ceramics",
  },
  sign_in_code: { code: "402917", link_mark: "Yk3vQp9nC5tX2rL8wZ0aE7uS4hJ6dF1mB-gK_oIyTqU", locale: "en", minutes: 10 },
  order_created: { ...ORDER, ...PRICE, pay_until: EVENING },
  order_part_funded: { ...ORDER, funded: "100000", missing: "25645", total: "125645", pay_until: EVENING },
  order_funded: { ...ORDER, ...PRICE, paid_at: EVENING, deliver_until: EVENING + DAY, review_seconds: 3 * DAY },
  delivery_submitted: {
    ...ORDER,
    part: "Dispatched with tracking",
    amount: "9990",
    note: "DHL 4410 8823 7712",
    approve_at: EVENING,
  },
  dispute_opened: { ...ORDER, part: "Dispatched with tracking", dispute: "DS-48210377" },
  dispute_resolved: {
    ...ORDER,
    part: "Dispatched with tracking",
    amount: "9990",
    outcome: "to_review",
    approve_at: EVENING,
    other_disputes: true,
  },
  dispute_statement: { ...ORDER, dispute: "DS-48210377", note: "The parcel was whole when it left us." },
  dispute_offer: {
    ...ORDER,
    dispute: "DS-48210377",
    release: "100000",
    refund: "24990",
    note: "Keep the set, take a fifth back.",
  },
  dispute_declined: { ...ORDER, dispute: "DS-48210377" },
  order_message: { ...ORDER, text: "It ships on Monday.\nIn two parcels.", files: 1 },
  order_question: { ...ORDER, text: "Do you still have the parcel?", files: 0, answer_by: EVENING },
  order_settled: { ...ORDER, released: "100000", refunded: "25340", agreed: false, conceded: false },
  order_completed: { ...ORDER, ...PRICE, after_dispute: false, agreed: false },
  order_cancelled: { ...ORDER, by: "seller", released: "9990", refunded: "115655" },
  order_expired: { ...ORDER, because: "undelivered", refunded: "125645" },
  chargeback_opened: { ...ORDER, amount: "125645" },
  chargeback_won: { ...ORDER, amount: "125645" },
  chargeback_lost: { ...ORDER, amount: "125645" },
  receipt_reversed: { ...ORDER, amount: "125645" },
  refund_made: { ...ORDER, amount: "2463", because: "damaged" },
  refund_paid: { ...ORDER, amount: "125645", because: "cancelled" },
};

export const ABOUT_ORDERS = (Object.keys(SAMPLES) as TemplateName[]).filter((name) => "escrow" in SAMPLES[name]);

export const render = (template: string, params: Params, publicUrl = PUBLIC_URL) =>
  renderMail({ template, params }, publicUrl);

export const renderSample = (template: TemplateName, overrides: Params = {}) =>
  render(template, { ...SAMPLES[template], ...overrides });

/** What a person reads of the HTML, with spaces as a keyboard makes them. */
const shown = (html: string): string => plain(html.replace(/^[\s\S]*<body[^>]*>/, "").replaceAll(/<[^>]*>/g, " "));

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

export const plain = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] as string).replaceAll(/\s+/g, " ");

/** What a reader of either form finds, one after the other. */
export const bothForms = ({ text, html }: { text: string; html: string }): readonly string[] => [
  plain(text),
  shown(html),
];
