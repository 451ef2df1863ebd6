/** What the double of Paystack answers to what; it takes what Paystack takes and nothing else. */
import { type Json, objectOf } from "../../../src/providers/paystack/answers.js";
import type { Books } from "./books.js";
import { Refusal } from "./refusal.js";
import * as shapes from "./shapes.js";

type Asked = {
  readonly books: Books;
  readonly domain: string;
  readonly origin: string;
  readonly timeout: number;
  readonly ids: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Json;
};

/** `told`: what is so once the answer has come to whoever asked. */
type Answered = { readonly status?: number; readonly data: unknown; readonly meta?: Json; told?(): void };

type Route = { readonly method: "GET" | "POST"; readonly path: RegExp; readonly answer: (asked: Asked) => Answered };

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  initialize: "email amount currency reference callback_url channels label metadata".split(" "),
  refund: "transaction amount currency merchant_note customer_note".split(" "),
  transferrecipient: "type name account_number bank_code currency description metadata".split(" "),
  transfer: "source amount recipient reference reason currency".split(" "),
};

function fieldsOf(name: string, body: Json): Json {
  const other = Object.keys(body).find((field) => FIELDS[name]?.includes(field) !== true);
  if (other !== undefined) throw new Refusal(400, "invalid_params", `${other} is not allowed`);
  if ("amount" in body && !Number.isSafeInteger(body["amount"]))
    throw new Refusal(400, "invalid_params", "Amount must be an integer");
  return body;
}

function found<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Refusal(404, `${what}_not_found`, `${what} not found`);
  return value;
}

const byId = <Value extends { readonly id: number }>(all: Iterable<Value>, id: string | undefined): Value | undefined =>
  [...all].find((one) => String(one.id) === id);

export const ROUTES: readonly Route[] = [
  {
    method: "POST",
    path: /^\/transaction\/initialize$/,
    answer: ({ books, body, origin }) => {
      const given = fieldsOf("initialize", body);
      const [email, name] = [String(given["email"]), String(given["reference"])];
      if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
        throw new Refusal(400, "invalid_email", "Invalid Email Address Passed");
      if (!/^[A-Za-z0-9.=-]{1,100}$/.test(name)) throw new Refusal(400, "invalid_reference", "Reference is invalid");
      const begun = books.begin({
        name,
        email,
        amount: Number(given["amount"]),
        currency: String(given["currency"]),
        metadata: given["metadata"],
        channels: given["channels"] as readonly string[],
      });
      const code = `ac_${begun.id}`;
      return {
        data: { authorization_url: `${origin}/pay/${code}`, access_code: code, reference: name },
        told: () => {
          begun.isTold = true;
        },
      };
    },
  },
  {
    method: "GET",
    path: /^\/transaction\/verify\/([^/]+)$/,
    answer: ({ books, ids, domain }) => ({
      data: shapes.transactionShape(found(books.transactions.get(ids[0] ?? ""), "transaction"), domain),
    }),
  },
  {
    method: "GET",
    path: /^\/transaction\/(\d+)$/,
    answer: ({ books, ids, domain }) => ({
      data: shapes.fetchedShape(found(byId(books.transactions.values(), ids[0]), "transaction"), domain),
    }),
  },
  {
    method: "POST",
    path: /^\/refund$/,
    answer: ({ books, body, domain }) => {
      const given = fieldsOf("refund", body);
      const transaction = found(books.transactions.get(String(given["transaction"])), "transaction");
      const note = String(given["merchant_note"] ?? "");
      const amount = Number(given["amount"] ?? transaction.received);
      return { data: shapes.madeRefundShape(books.giveBack(transaction, { amount, note }), domain) };
    },
  },
  {
    method: "GET",
    path: /^\/refund$/,
    answer: ({ books, query, domain }) => {
      const of = query.get("transaction");
      const all = books.refunds.filter(({ transaction }) => of === null || String(transaction.id) === of);
      return paged(
        all.toReversed().map((one) => shapes.refundShape(one, domain)),
        query,
        { perPage: query.get("perPage"), failedRefundCount: 0 },
      );
    },
  },
  {
    method: "GET",
    path: /^\/refund\/(\d+)$/,
    answer: ({ books, ids, domain }) => ({
      data: shapes.refundShape(found(byId(books.refunds, ids[0]), "refund"), domain),
    }),
  },
  {
    method: "GET",
    path: /^\/bank$/,
    answer: ({ query }) => ({
      data: shapes.BANKS.filter(({ currency }) => currency === query.get("currency")).map(shapes.bankShape),
      meta: { next: null, previous: null, perPage: 100 },
    }),
  },
  {
    method: "GET",
    path: /^\/bank\/resolve$/,
    answer: ({ query }) => {
      const number = query.get("account_number") ?? "";
      if (number !== "0000000000") throw new Refusal(422, "invalid_account", "Could not resolve account name");
      return { data: { account_number: number, account_name: "ADA BYRON", bank_id: 21 } };
    },
  },
  {
    method: "POST",
    path: /^\/transferrecipient$/,
    answer: ({ books, body, domain }) => {
      const given = fieldsOf("transferrecipient", body);
      const [type, number] = [String(given["type"]), String(given["account_number"])];
      if (type === "nuban" && !/^\d{10}$/.test(number))
        throw new Refusal(400, "invalid_account", `Account number ${number} is invalid`);
      const made = books.receive({
        type,
        number,
        name: String(given["name"]),
        bank: String(given["bank_code"]),
        currency: String(given["currency"]),
      });
      return { status: 201, data: shapes.recipientShape(made, domain) };
    },
  },
  {
    method: "POST",
    path: /^\/transfer$/,
    answer: ({ books, body, domain }) => {
      const given = fieldsOf("transfer", body);
      const reference = String(given["reference"]);
      if (!/^[a-z0-9_-]{16,50}$/.test(reference)) throw new Refusal(400, "invalid_reference", "Reference is invalid");
      const made = books.transfer({
        reference,
        amount: Number(given["amount"]),
        currency: String(given["currency"]),
        code: String(given["recipient"]),
      });
      return { data: shapes.madeTransferShape(made, domain) };
    },
  },
  {
    method: "GET",
    path: /^\/transfer\/verify\/([^/]+)$/,
    answer: ({ books, ids, domain }) => ({
      data: shapes.transferShape(found(books.transfers.get(ids[0] ?? ""), "transfer"), domain),
    }),
  },
  {
    method: "GET",
    path: /^\/dispute\/(\d+)$/,
    answer: ({ books, ids, domain }) => ({
      data: shapes.disputeShape(found(byId(books.disputes, ids[0]), "dispute"), domain),
    }),
  },
  {
    method: "GET",
    path: /^\/balance$/,
    answer: ({ books }) => ({
      data: [...books.balances].map(([currency, balance]) => ({ currency, balance })),
    }),
  },
  {
    method: "GET",
    path: /^\/balance\/ledger$/,
    answer: ({ books, query, domain }) => {
      const [from, to] = ["from", "to"].map((name) => Date.parse(query.get(name) ?? "") / 1000) as [number, number];
      const within = books.ledger().filter(({ at }) => at >= from && at <= to);
      return paged(
        within.map((one) => shapes.entryShape(one, domain)),
        query,
      );
    },
  },
  {
    method: "GET",
    path: /^\/integration\/payment_session_timeout$/,
    answer: ({ timeout }) => ({ data: { payment_session_timeout: timeout } }),
  },
];

function paged(all: readonly Json[], query: URLSearchParams, more: Json = {}): Answered {
  const [perPage, page] = [Number(query.get("perPage") ?? 50), Number(query.get("page") ?? 1)];
  const pageCount = Math.max(1, Math.ceil(all.length / perPage));
  return {
    data: all.slice((page - 1) * perPage, page * perPage),
    meta: { total: all.length, skipped: (page - 1) * perPage, perPage, page, pageCount, ...more },
  };
}

export const bodyIn = (text: string): Json => (text === "" ? {} : objectOf(JSON.parse(text) as unknown));
