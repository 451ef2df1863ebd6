/** The form of a link that many can use: an order as for a link of one, an end, and how many orders it may become. */
import { LINK_DAYS, LINK_ORDERS_MAX } from "../../../../domain/payment-links.js";
import { plainNumber } from "../../../../domain/typed.js";
import type { FormFields } from "../../../kit/page-context.js";
import { emptySession, readTypedSession, type TypedSession } from "../../orders/new-session/form.js";

export type TypedLink = { readonly order: TypedSession; readonly days: string; readonly count: string };

export const emptyLink = (): TypedLink => ({ order: emptySession(""), days: "", count: "" });

/** An order for many is nobody's: it has no customer, and each of its sessions an end of its own. */
export const readTypedLink = (fields: FormFields): TypedLink => {
  const { expiresIn } = emptySession("");
  return {
    order: { ...readTypedSession(fields), form: "", email: "", expiresIn },
    days: (fields["days"] ?? "").slice(0, 8),
    count: (fields["count"] ?? "").trim().slice(0, 16),
  };
};

/** Null for no bound; what is wrong is told by the field. */
export function boundsOf({ days, count }: TypedLink): {
  readonly days: number | null;
  readonly ordersMax: number | null;
  /** The fields that hold something else. */
  readonly problems: readonly ("days" | "count")[];
} {
  const chosen = LINK_DAYS.find((one) => String(one) === days) ?? null;
  const plain = plainNumber(count);
  const number = /^\d{1,6}$/.test(plain) ? Number(plain) : Number.NaN;
  const isCounted = number >= 1 && number <= LINK_ORDERS_MAX;
  return {
    days: chosen,
    ordersMax: isCounted ? number : null,
    problems: [
      ...(days === "" || chosen !== null ? [] : (["days"] as const)),
      ...(count === "" || isCounted ? [] : (["count"] as const)),
    ],
  };
}
