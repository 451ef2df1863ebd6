/**
 * Paystack in memory: its API on loopback, with the faults of a real one, and notices that are signed as its documentation
 * says. Every request and its answer is written to the folder that PAYSTACK_EXCHANGES names: `npm run judges` holds them
 * against Paystack's own document.
 */
import { createHmac, randomUUID } from "node:crypto";
import type { Json } from "../../../src/providers/paystack/answers.js";
import type { CallbackRequest } from "../../../src/providers/port.js";
import { type Answered, type Asked, type FaultyServer, openFaultyServer } from "../faulty.js";
import type { Fault } from "../stage.js";
import { type Books, type Event, openBooks } from "./books.js";
import { Refusal } from "./refusal.js";
import { bodyIn, ROUTES } from "./routes.js";
import * as shapes from "./shapes.js";

/** `mode`: it answers in the other mode. */
type Wrong = Fault | "mode";

export type PaystackDouble = Pick<FaultyServer, "origin" | "requests" | "close"> & {
  readonly key: string;
  readonly books: Books;
  /** Seconds for which pages stay open; 0 for ever. */
  timeout: number;
  fault(kind: Wrong | null): void;
  /** A notice as it would be sent, also with an older key. */
  signed(event: Event | Json, options?: { readonly key?: string }): CallbackRequest;
};

type Given = { readonly now: () => number; readonly isLive?: boolean };

export async function openPaystackDouble({ now, isLive = false }: Given): Promise<PaystackDouble> {
  const books = openBooks(now);
  const mode = isLive ? "live" : "test";
  const key = `sk_${mode}_${randomUUID().replaceAll("-", "")}`;
  let isOtherMode = false;

  function answerTo({ method, path, query, headers, body }: Asked): Answered {
    if (headers.authorization !== `Bearer ${key}`) return refused(401, "invalid_Key", "Invalid key");
    books.live();
    const domain = isOtherMode ? (isLive ? "test" : "live") : mode;
    for (const route of ROUTES) {
      const match = route.method === method ? route.path.exec(path) : null;
      if (match === null) continue;
      const ids = match.slice(1).map(decodeURIComponent);
      try {
        const {
          status = 200,
          data,
          meta,
          told,
        } = route.answer({
          books,
          domain,
          origin: double.origin,
          timeout: double.timeout,
          ids,
          query,
          body: bodyIn(body),
        });
        const answer = { status: true, message: "Done", data, ...(meta === undefined ? {} : { meta }) };
        return { status, answer, ...(told === undefined ? {} : { told }) };
      } catch (error) {
        if (error instanceof Refusal) return refused(error.status, error.code, error.message);
        throw error;
      }
    }
    return refused(404, "not_found", "There is no such path");
  }
  const server = await openFaultyServer(answerTo, { error: ERROR, exchanges: "PAYSTACK_EXCHANGES" });

  const double: PaystackDouble = {
    ...server,
    key,
    books,
    timeout: 3_600,
    fault: (kind) => {
      isOtherMode = kind === "mode";
      server.fault(kind === "mode" ? null : kind);
    },
    signed: (event, options = {}) => {
      const body = Buffer.from(JSON.stringify("about" in event ? noticeOf(event as Event, mode) : event));
      const signature = createHmac("sha512", options.key ?? key)
        .update(body)
        .digest("hex");
      const headers = { "content-type": "application/json", "x-paystack-signature": signature };
      return { method: "POST", path: "/callbacks/paystack", host: "pay.example", headers, body };
    },
  };
  return double;
}

const refused = (status: number, code: string, message: string): Answered => ({
  status,
  answer: { status: false, message, meta: { nextStep: "Look at what was asked" }, type: "validation_error", code },
});

const ERROR = '{"status":false,"message":"Something went wrong","type":"api_error"}';

function noticeOf({ event, about }: Event, domain: string): Json {
  if ("isTold" in about) return { event, data: shapes.transactionShape(about, domain) };
  if ("note" in about) return { event, data: shapes.refundNotice(about, domain) };
  if ("recipient" in about) return { event, data: shapes.transferShape(about, domain) };
  return { event, data: shapes.disputeShape(about, domain) };
}
