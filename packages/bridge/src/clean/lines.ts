/** Lines of an order, which are for display: what the API can't hold is folded into what it can, so that no order is refused for it. */
import { cut, line } from "./text.js";

const NAME_MAX = 255;
const SKU_MAX = 100;
const LINES_MAX = 100;
/** The API's largest amount is one cent less. */
const CENTS_END = 100_000_000_000_000n;

/** A number as it is written: `digits` times ten to the power of minus `places`. */
type Decimal = { readonly digits: bigint; readonly places: number };

/** Null for what is no number of a shop's: an exponent of three digits is none. */
function decimal(value: unknown): Decimal | null {
  const text = typeof value === "number" || typeof value === "string" ? String(value).trim() : "";
  const [found, sign = "", whole = "", part = "", exponent = "0"] =
    /^([+-]?)(?=\.?\d)(\d{0,30})(?:\.(\d{0,30}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(text) ?? [];
  if (found === undefined) return null;
  const digits = BigInt(`${sign === "-" ? "-" : ""}${whole}${part}`);
  const places = part.length - Number(exponent);
  return places < 0 ? { digits: digits * 10n ** BigInt(-places), places: 0 } : { digits, places };
}

/** In so many places, rounded half away from zero. */
function scaled({ digits, places }: Decimal, wanted: number): bigint {
  if (places <= wanted) return digits * 10n ** BigInt(wanted - places);
  const unit = 10n ** BigInt(places - wanted);
  const half = unit / 2n;
  return (digits < 0n ? digits - half : digits + half) / unit;
}

const isWhole = ({ digits, places }: Decimal, at: number): boolean =>
  places <= at || digits % 10n ** BigInt(places - at) === 0n;

const money = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;

/** As people write it: `1.5`, and `1000` rather than `1e3`. */
function written(number: Decimal): string {
  let { digits, places } = number;
  for (; places > 0 && digits % 10n === 0n; places -= 1) digits /= 10n;
  const text = String(digits).padStart(places + 1, "0");
  const whole = text.length - places;
  return places === 0 ? text : `${text.slice(0, whole)}.${text.slice(whole)}`;
}

type Item = Readonly<Record<string, unknown>>;
export type CleanItem = {
  readonly name: string;
  readonly unit_amount: string;
  readonly quantity: number;
  readonly sku?: string;
};

/** Null for a line that costs less than nothing, or that has no number: the buyer's page shows what is missing as "Other". */
export function item(given: Item): CleanItem | null {
  const price = decimal(given["unit_amount"]);
  const quantity = decimal(given["quantity"] ?? 1);
  if (price === null || quantity === null || price.digits < 0n || quantity.digits <= 0n) return null;
  const text = (field: string, most: number): string =>
    typeof given[field] === "string" ? line(given[field], most) : "";
  const name = text("name", NAME_MAX) || "Item";
  const sku = text("sku", SKU_MAX);
  const rest = sku === "" ? {} : { sku };
  const count = scaled(quantity, 0);
  const isPlain = isWhole(price, 2) && isWhole(quantity, 0) && count <= BigInt(Number.MAX_SAFE_INTEGER);
  if (isPlain) {
    const cents = scaled(price, 2);
    return cents >= CENTS_END ? null : { name, unit_amount: money(cents), quantity: Number(count), ...rest };
  }
  const total = scaled({ digits: price.digits * quantity.digits, places: price.places + quantity.places }, 2);
  if (total >= CENTS_END) return null;
  const amount = written(quantity);
  const folded = amount === "1" ? name : cut(`${amount} × ${name}`, NAME_MAX);
  return { name: folded, unit_amount: money(total), quantity: 1, ...rest };
}

export const items = (given: readonly Item[]): readonly CleanItem[] =>
  given
    .map(item)
    .filter((one) => one !== null)
    .slice(0, LINES_MAX);
