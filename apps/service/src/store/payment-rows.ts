/** Rows of payments, and of what was asked for and came in another currency than the books', made into the domain's values. */
import type { PaymentMethod } from "@holdfast/contract";
import type { PaymentId } from "../domain/ids.js";
import type { Payment, Source } from "../domain/model.js";
import { cents } from "../domain/money.js";
import type { Presented } from "../domain/presented.js";
import type { PaymentFailure, PaymentStatus } from "../domain/states.js";
import { toCents } from "./rows.js";

/** What was asked for in another currency, as one JSON array, in the order of PRESENTED_AS_JSON. */
export type PresentedRow = readonly [
  currency: string,
  asked: string,
  step: number,
  rate: string,
  marginBps: number,
  source: string,
  until: number,
  received: string,
  taken: string,
  takenUsd: string,
];

/** Of the payment `p`; null for one in USD. */
export const PRESENTED_AS_JSON = `case when p.presented_currency is not null then json_build_array(p.presented_currency,
    p.presented_asked::text, p.presented_step, p.rate, p.rate_margin, p.rate_source, p.quoted_until, p.presented_received::text,
    p.presented_accepted::text, p.accepted::text) end`;

export function presentedFromRow(row: PresentedRow): Presented {
  const [currency, asked, step, rate, marginBps, source, until, received, taken, takenUsd] = row;
  return {
    ...{ currency, rate, marginBps, source, until },
    asked: toCents(asked),
    step: cents(BigInt(step)),
    received: toCents(received),
    taken: toCents(taken),
    takenUsd: toCents(takenUsd),
  };
}

/** What of a payment in another currency can still go back. */
export type PresentedRoomRow = readonly [currency: string, step: number, takenUsd: string, taken: string, left: string];

export function presentedRoomFrom(row: PresentedRoomRow | null): Source["presented"] {
  if (row === null) return null;
  const [currency, step, takenUsd, taken, left] = row;
  return {
    currency,
    step: cents(BigInt(step)),
    takenUsd: toCents(takenUsd),
    taken: toCents(taken),
    left: toCents(left),
  };
}

/** A payment as one JSON array, in the order of PAYMENT_AS_JSON; numbers that may be large are text. */
export type PaymentRow = readonly [
  id: PaymentId,
  method: PaymentMethod,
  provider: string,
  reference: string,
  status: PaymentStatus,
  asked: string,
  received: string,
  failure: PaymentFailure | null,
  phone: string | null,
  network: string | null,
  expiresAt: number | null,
  presented: PresentedRow | null,
];

export const PAYMENT_AS_JSON = `json_build_array(p.id, p.method, p.provider, p.reference, p.status, p.asked::text, p.received::text, p.failure,
    p.phone, p.network, p.expires_at, ${PRESENTED_AS_JSON})`;

export function paymentFromRow(row: PaymentRow): Payment {
  const [id, method, provider, reference, status, asked, received, failure, phone, network, expiresAt, presented] = row;
  const amounts = {
    asked: toCents(asked),
    received: toCents(received),
    presented: presented === null ? null : presentedFromRow(presented),
  };
  return { id, method, provider, reference, status, ...amounts, failure, phone, network, expiresAt };
}
