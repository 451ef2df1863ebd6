/**
 * An order as the API takes it. What is for display never stops an order: it is cleaned, folded or left out. What is asked of the buyer,
 * and where they go afterwards, stays as the shop gave it, for the API to judge.
 */
import type { Order } from "../adapter.js";
import { address } from "./address.js";
import { items } from "./lines.js";
import { cut, line, paragraphs } from "./text.js";

const TITLE_MAX = 255;
const KEYS_MAX = 50;
const KEY_MAX = 40;
const VALUE_MAX = 500;

/** Fields come from shops that check no types. */
type Given = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Given =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Only what is text is cleaned as such: the API says what is wrong with anything else. */
const ofText = (value: unknown, clean: (text: string) => unknown): unknown =>
  typeof value === "string" ? clean(value) : value;

export function metadata(given: Given): Readonly<Record<string, string>> {
  const kept = Object.entries(given).flatMap(([key, value]) => {
    const isValue = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    const name = cut(paragraphs(key), KEY_MAX);
    return isValue && name !== "__proto__" ? [[name, cut(paragraphs(String(value)), VALUE_MAX)]] : [];
  });
  return Object.fromEntries(kept.slice(0, KEYS_MAX));
}

const milestone = (given: unknown): unknown =>
  isRecord(given)
    ? {
        ...given,
        title: ofText(given["title"], (text) => line(text, TITLE_MAX) || "Item"),
        ...("description" in given ? { description: ofText(given["description"], paragraphs) } : {}),
      }
    : given;

type Clean = (value: unknown, id: string) => unknown;

/** What becomes of each field that is there. Undefined leaves it out. */
const FIELDS: ReadonlyMap<string, Clean> = new Map<string, Clean>([
  ["title", (value, id) => ofText(value, (text) => line(text, TITLE_MAX) || line(`Order ${id}`, TITLE_MAX))],
  ["description", (value) => ofText(value, paragraphs)],
  ["line_items", (value) => (Array.isArray(value) && value.every(isRecord) ? items(value) : value)],
  ["milestones", (value) => (Array.isArray(value) ? value.map(milestone) : value)],
  ["customer_email", (value) => ofText(value, (text) => address(text) ?? undefined)],
  ["metadata", (value) => (isRecord(value) ? metadata(value) : value)],
]);

export function cleanOrder(order: Order): Order {
  const fields = Object.entries(order).flatMap(([name, value]) => {
    const clean = FIELDS.get(name);
    const kept: unknown = clean === undefined ? value : clean(value, order.id);
    return kept === undefined ? [] : [[name, kept]];
  });
  return Object.fromEntries(fields) as Order;
}
