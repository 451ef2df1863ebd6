/**
 * Flutterwave (v3) in memory: its API on loopback, with the faults of a real one, and notices that bear its word. It takes what
 * Flutterwave takes and nothing else. Its own client is held against it by `npm run judges`.
 */
import { randomUUID } from "node:crypto";
import { readMajorNumber } from "../../../src/providers/amounts.js";
import { type Json, objectOf } from "../../../src/providers/answers.js";
import type { CallbackRequest } from "../../../src/providers/port.js";
import { type Answered, type Asked, type FaultyServer, openFaultyServer } from "../faulty.js";
import { Refusal } from "../refusal.js";
import { type Books, type Event, openBooks, withFaults } from "./books.js";
import * as shapes from "./shapes.js";

export type FlutterwaveDouble = Pick<FaultyServer, "origin" | "requests" | "fault" | "close"> & {
  readonly key: string;
  readonly word: string;
  readonly books: Books;
  /** Comments of refunds are not told again. */
  hidesComments: boolean;
  /** References of which it knows nothing any more. */
  readonly forgotten: Set<string>;
  /** A notice as it would be sent, or any other body. */
  signed(event: Event | Json, options?: { readonly word?: string }): CallbackRequest;
};

type Given = { readonly now: () => number; readonly isLive?: boolean };

const ERROR = '{"status":"error","message":"Something went wrong","data":null}';
const PAGE = 20;

export async function openFlutterwaveDouble({ now, isLive = false }: Given): Promise<FlutterwaveDouble> {
  const books = openBooks(now);
  const secret = randomUUID().replaceAll("-", "");
  const key = isLive ? `FLWSECK-${secret}-X` : `FLWSECK_TEST-${secret}-X`;
  const word = `word-${randomUUID()}`;

  function answerTo(asked: Asked): Answered {
    if (asked.headers.authorization !== `Bearer ${key}`) return refused(401, "Invalid authorization key");
    books.live();
    for (const route of ROUTES) {
      const match = route.method === asked.method ? route.path.exec(asked.path) : null;
      if (match === null) continue;
      try {
        const body = asked.body === "" ? {} : objectOf(JSON.parse(asked.body) as unknown);
        const { data, meta, told } = route.answer({ double, query: asked.query, body, id: match[1] ?? "" });
        const answer = { status: "success", message: "Done", ...(meta === undefined ? {} : { meta }), data };
        return { status: 200, answer, ...(told === undefined ? {} : { told }) };
      } catch (error) {
        if (error instanceof Refusal) return refused(error.status, error.message);
        throw error;
      }
    }
    return refused(404, "There is no such path");
  }
  const server = await openFaultyServer(answerTo, { error: ERROR, exchanges: "FLUTTERWAVE_EXCHANGES" });

  const double: FlutterwaveDouble = {
    ...server,
    key,
    word,
    books,
    hidesComments: false,
    forgotten: new Set(),
    signed: (event, options = {}) => ({
      method: "POST",
      path: "/callbacks/flutterwave",
      host: "pay.example",
      headers: { "content-type": "application/json", "verif-hash": options.word ?? word },
      body: Buffer.from(JSON.stringify("about" in event ? shapes.noticeShape(event as Event) : event)),
    }),
  };
  return double;
}

const refused = (status: number, message: string): Answered => ({
  status,
  answer: { status: "error", message, data: null },
});

type Route = {
  readonly method: "GET" | "POST";
  readonly path: RegExp;
  readonly answer: (given: {
    readonly double: FlutterwaveDouble;
    readonly query: URLSearchParams;
    readonly body: Json;
    readonly id: string;
  }) => { readonly data: unknown; readonly meta?: Json; told?(): void };
};

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  payments:
    "tx_ref amount currency redirect_url payment_options session_duration max_retry_attempt customer customizations meta".split(
      " ",
    ),
  // Its own client sends the id once more.
  refund: ["id", "amount", "comments"],
  transfers:
    "account_bank account_number amount narration currency reference callback_url debit_currency beneficiary_name".split(
      " ",
    ),
};

function fieldsOf(name: string, body: Json): Json {
  const other = Object.keys(body).find((field) => FIELDS[name]?.includes(field) !== true);
  if (other !== undefined) throw new Refusal(400, `${other} is not allowed`);
  return body;
}

/** Hundredths of a number; transfers and refunds take no text. */
function amountIn(value: unknown): number {
  const amount = readMajorNumber(value);
  if (amount === null || amount <= 0n) throw new Refusal(400, "amount is invalid");
  return Number(amount);
}
function numberIn(value: unknown): number {
  if (typeof value !== "number") throw new Refusal(400, "amount should be a number");
  return amountIn(value);
}

function found<Value>(value: Value | undefined, words: string): Value {
  if (value === undefined) throw new Refusal(400, words);
  return value;
}
const byId = <Value extends { readonly id: number }>(all: readonly Value[], id: string): Value | undefined =>
  all.find((one) => String(one.id) === id);

const LEAST: Readonly<Record<string, number>> = { USD: 100, EUR: 100, NGN: 10_000, KES: 1_000, UGX: 50_000, RWF: 100 };

const ROUTES: readonly Route[] = [
  {
    method: "POST",
    path: /^\/v3\/payments$/,
    answer: ({ double, body }) => {
      const given = fieldsOf("payments", body);
      const [currency, amount] = [String(given["currency"]), amountIn(given["amount"])];
      if (amount < (LEAST[currency] ?? Number.POSITIVE_INFINITY)) throw new Refusal(400, "amount is too small");
      const minutes = Number(given["session_duration"]);
      if (!Number.isInteger(minutes) || minutes < 1 || minutes > 1_440)
        throw new Refusal(400, "session_duration is invalid");
      if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(String(objectOf(given["customer"])["email"])))
        throw new Refusal(400, "customer.email is required");
      const page = double.books.open({ reference: String(given["tx_ref"]), amount, currency, given });
      return {
        data: { link: `${double.origin}/v3/hosted/pay/${page.code}` },
        told: () => {
          page.isTold = true;
        },
      };
    },
  },
  {
    method: "POST",
    path: /^\/v3\/payments\/link\/disable$/,
    answer: ({ double, body }) => {
      const link = String(body["link"]);
      found(
        double.books.pages.find(({ code }) => link.endsWith(`/${code}`)),
        "Payment link not found",
      ).isDisabled = true;
      return { data: null };
    },
  },
  {
    method: "GET",
    path: /^\/v3\/transactions\/verify_by_reference$/,
    answer: ({ double, query }) => ({
      data: shapes.transactionShape(
        found(known(double, query.get("tx_ref")).at(-1), "No transaction was found for this reference"),
      ),
    }),
  },
  {
    method: "GET",
    path: /^\/v3\/transactions\/(\d+)\/verify$/,
    answer: ({ double, id }) => ({
      data: shapes.transactionShape(found(byId(double.books.transactions, id), "No transaction was found for this id")),
    }),
  },
  {
    method: "GET",
    path: /^\/v3\/transactions$/,
    answer: ({ double, query }) => {
      const reference = query.get("tx_ref");
      const all =
        reference === null
          ? withFaults(within(double.books.transactions, query), double.books.statementFaults)
          : known(double, reference);
      return paged(all.map(shapes.transactionShape), query);
    },
  },
  {
    method: "POST",
    path: /^\/v3\/transactions\/(\d+)\/refund$/,
    answer: ({ double, body, id }) => {
      const given = fieldsOf("refund", body);
      const transaction = found(byId(double.books.transactions, id), "No transaction was found for this id");
      const comment = String(given["comments"] ?? "");
      return {
        data: shapes.madeRefundShape(
          double.books.giveBack(transaction, { amount: numberIn(given["amount"]), comment }),
        ),
      };
    },
  },
  {
    method: "GET",
    path: /^\/v3\/refunds$/,
    answer: ({ double, query }) => {
      for (const name of ["from", "to"])
        if (!/^\d{4}-\d\d-\d\d$/.test(query.get(name) ?? "")) throw new Refusal(400, `${name} is invalid`);
      const { hidesComments } = double;
      const all = within(double.books.refunds, query);
      return paged(
        all.map((one) => shapes.listedRefundShape(one, hidesComments)),
        query,
      );
    },
  },
  {
    method: "GET",
    path: /^\/v3\/refunds\/(\d+)$/,
    answer: ({ double, id }) => ({
      data: shapes.refundShape(found(byId(double.books.refunds, id), "Refund not found"), double.hidesComments),
    }),
  },
  {
    method: "GET",
    path: /^\/v3\/banks\/(NG)$/,
    answer: () => ({ data: shapes.BANKS }),
  },
  {
    method: "POST",
    path: /^\/v3\/accounts\/resolve$/,
    answer: ({ body }) => {
      const number = String(body["account_number"]);
      if (number !== "0690000040") throw new Refusal(400, "Sorry, that account number is invalid");
      return { data: { account_number: number, account_name: "Ada Byron" } };
    },
  },
  {
    method: "POST",
    path: /^\/v3\/transfers$/,
    answer: ({ double, body }) => {
      const given = fieldsOf("transfers", body);
      const [bank, number] = [String(given["account_bank"]), String(given["account_number"])];
      if (bank !== "MPS" && !/^\d{10}$/.test(number))
        throw new Refusal(400, `account_number ${number} should be 10 digits`);
      const made = double.books.transfer({
        reference: String(given["reference"]),
        amount: numberIn(given["amount"]),
        currency: String(given["currency"]),
        bank,
        number,
        name: String(given["beneficiary_name"]),
      });
      return { data: shapes.transferShape(made) };
    },
  },
  {
    method: "GET",
    path: /^\/v3\/transfers$/,
    answer: ({ double, query }) => {
      const reference = query.get("reference");
      const all =
        reference === null
          ? within(double.books.transfers, query)
          : double.books.transfers.filter((one) => one.reference === reference);
      return paged(all.map(shapes.transferShape), query);
    },
  },
  {
    method: "GET",
    path: /^\/v3\/transfers\/(\d+)$/,
    answer: ({ double, id }) => ({
      data: shapes.transferShape(found(byId(double.books.transfers, id), "Transfer not found")),
    }),
  },
  {
    method: "GET",
    path: /^\/v3\/chargebacks$/,
    answer: ({ double, query }) =>
      paged(
        double.books.chargebacks
          .filter(({ transaction }) => transaction.flwRef === query.get("flw_ref"))
          .map(shapes.chargebackShape),
        query,
      ),
  },
  {
    method: "GET",
    path: /^\/v3\/balances$/,
    answer: ({ double }) => ({
      data: [...double.books.balances].map(([currency, balance]) => ({
        currency,
        available_balance: (balance - 10_000) / 100,
        ledger_balance: 100,
      })),
    }),
  },
];

const known = ({ books, forgotten }: FlutterwaveDouble, reference: string | null) =>
  reference === null || forgotten.has(reference) ? [] : books.of(reference);

/** Of the days that are asked for, by either clock: what the test moved, and this machine's. */
function within<Made extends { readonly created: number; readonly written: number }>(
  all: readonly Made[],
  query: URLSearchParams,
): readonly Made[] {
  const [from, to] = [query.get("from") ?? "0000", query.get("to") ?? "9999"];
  const isIn = (seconds: number): boolean => {
    const day = new Date(seconds * 1000).toISOString().slice(0, 10);
    return from <= day && day <= to;
  };
  return all.filter(({ created, written }) => isIn(created) || isIn(written));
}

/** The newest first. */
function paged(all: readonly Json[], query: URLSearchParams): { readonly data: readonly Json[]; readonly meta: Json } {
  const page = Number(query.get("page") ?? 1);
  return {
    data: all.toReversed().slice((page - 1) * PAGE, page * PAGE),
    meta: {
      page_info: { total: all.length, current_page: page, total_pages: Math.max(1, Math.ceil(all.length / PAGE)) },
    },
  };
}
