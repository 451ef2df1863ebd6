/**
 * MTN MoMo in memory: its API on loopback, with the faults of a real one. It takes what MTN takes and nothing else: tokens of each
 * product, UUIDs of version 4, currencies and numbers of its country, notes without signs that wallets can't show.
 */
import { randomUUID } from "node:crypto";
import { readMajor } from "../../../src/providers/amounts.js";
import { type Json, objectOf } from "../../../src/providers/answers.js";
import type { CallbackRequest } from "../../../src/providers/port.js";
import { type Answered, type Asked, type FaultyServer, openFaultyServer } from "../faulty.js";
import { Refusal } from "../refusal.js";
import { type Books, type Entry, type Kind, openBooks } from "./books.js";

type Access = { readonly subscriptionKey: string; readonly apiUser: string; readonly apiKey: string };
type Product = "collection" | "disbursement";

export type MomoDouble = Pick<FaultyServer, "origin" | "requests" | "fault" | "close"> & {
  readonly books: Books;
  readonly target: string;
  readonly access: Readonly<Record<Product, Access>>;
  /** Takes back the tokens that it gave. */
  forgetTokens(): void;
  /** Where it was told to call back, last. */
  calledBack(): string | null;
  /** A callback as it would be sent, which anybody might send. */
  callback(about: Entry | Json, method?: "POST" | "PUT"): CallbackRequest;
};

type Given = { readonly now: () => number; readonly target: string; readonly currency: string };

const ERROR = '{"code":"INTERNAL_PROCESSING_ERROR","message":"An internal error occurred"}';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const WHOLE = new Set(["UGX", "XAF", "XOF", "RWF", "GNF"]);

const access = (): Access => ({
  subscriptionKey: randomUUID().replaceAll("-", ""),
  apiUser: randomUUID(),
  apiKey: randomUUID().replaceAll("-", ""),
});

export async function openMomoDouble({ now, target, currency }: Given): Promise<MomoDouble> {
  const books = openBooks(now, currency);
  const given = { collection: access(), disbursement: access() };
  const tokens = new Map<string, { readonly product: Product; readonly until: number }>();
  let callbackUrl: string | null = null;

  function answerTo(asked: Asked): Answered {
    books.live();
    try {
      return route(asked);
    } catch (error) {
      if (error instanceof Refusal) return refused(error.status, error.message);
      throw error;
    }
  }

  function route(asked: Asked): Answered {
    const { method, path, headers, body } = asked;
    const [, product = "", ...rest] = path.split("/");
    if (product !== "collection" && product !== "disbursement") throw new Refusal(404, "RESOURCE_NOT_FOUND");
    const { subscriptionKey, apiUser, apiKey } = given[product];
    if (headers["ocp-apim-subscription-key"] !== subscriptionKey) throw new Refusal(401, "ACCESS_DENIED");
    if (`${method} /${rest.join("/")}` === "POST /token/") {
      const basic = `Basic ${Buffer.from(`${apiUser}:${apiKey}`).toString("base64")}`;
      if (headers.authorization !== basic) throw new Refusal(401, "LOGIN_FAILED");
      const token = randomUUID();
      tokens.set(token, { product, until: now() + 3_600 });
      return { status: 200, answer: { access_token: token, token_type: "access_token", expires_in: 3_600 } };
    }
    const token = tokens.get(headers.authorization?.replace("Bearer ", "") ?? "");
    if (token === undefined || token.product !== product || token.until <= now())
      throw new Refusal(401, "UNAUTHORIZED");
    if (headers["x-target-environment"] !== target) throw new Refusal(500, "NOT_ALLOWED_TARGET_ENVIRONMENT");
    const [version, noun = "", id] = rest;
    if (version !== "v1_0") throw new Refusal(404, "RESOURCE_NOT_FOUND");
    const kind = KINDS[product].find((one) => one === noun);
    if (kind !== undefined && method === "POST") {
      callbackUrl = textOf(headers["x-callback-url"]);
      take(kind, textOf(headers["x-reference-id"]) ?? "", objectOf(JSON.parse(body) as unknown));
      return { status: 202 };
    }
    if (kind !== undefined && id !== undefined) {
      const found = books.entries.get(id);
      if (found?.kind !== kind) throw new Refusal(404, "RESOURCE_NOT_FOUND");
      return { status: 200, answer: shapeOf(found) };
    }
    if (noun === "account")
      return { status: 200, answer: { availableBalance: text(books.wallets[product]), currency: books.currency } };
    if (noun === "accountholder" && rest[4] === "active")
      return { status: 200, answer: { result: isHolder(rest[3] ?? "") } };
    if (noun === "accountholder" && rest[4] === "basicuserinfo" && isHolder(rest[3] ?? ""))
      return {
        status: 200,
        answer: { given_name: "Ada", family_name: "Byron", birthdate: "1815-12-10", locale: "en" },
      };
    throw new Refusal(404, "RESOURCE_NOT_FOUND");
  }

  function take(kind: Kind, id: string, body: Json): void {
    if (!UUID.test(id)) throw new Refusal(400, "REQUEST_REJECTED");
    if (books.entries.has(id)) throw new Refusal(409, "RESOURCE_ALREADY_EXIST");
    const other = Object.keys(body).find((field) => !FIELDS[kind].includes(field));
    const notes = [body["payerMessage"], body["payeeNote"]];
    const amount = typeof body["amount"] === "string" ? readMajor(body["amount"]) : null;
    if (other !== undefined || amount === null || amount <= 0n || !notes.every(isNote))
      throw new Refusal(400, "REQUEST_REJECTED");
    if (WHOLE.has(books.currency) && amount % 100n !== 0n) throw new Refusal(400, "REQUEST_REJECTED");
    if (body["currency"] !== books.currency) throw new Refusal(500, "INVALID_CURRENCY");
    const party = objectOf(body["payer"] ?? body["payee"]);
    const number = kind === "refund" ? "" : String(party["partyId"]);
    if (kind !== "refund" && (party["partyIdType"] !== "MSISDN" || !/^\d{8,15}$/.test(number)))
      throw new Refusal(400, "REQUEST_REJECTED");
    if (kind !== "refund" && !isHolder(number))
      throw new Refusal(500, kind === "requesttopay" ? "PAYER_NOT_FOUND" : "PAYEE_NOT_FOUND");
    const of = kind === "refund" ? String(body["referenceIdToRefund"]) : null;
    if (of !== null && books.entries.get(of)?.kind !== "requesttopay") throw new Refusal(404, "RESOURCE_NOT_FOUND");
    books.add({
      kind,
      id,
      amount: Number(amount),
      currency: books.currency,
      externalId: String(body["externalId"]),
      party: of === null ? number : (books.entries.get(of)?.party ?? ""),
      of,
    });
  }

  const server = await openFaultyServer(answerTo, { error: ERROR, exchanges: "MOMO_EXCHANGES" });
  return {
    ...server,
    books,
    target,
    access: given,
    forgetTokens: () => tokens.clear(),
    calledBack: () => callbackUrl,
    callback: (about, method = "PUT") => ({
      method,
      path: "/callbacks/momo",
      host: "pay.example",
      headers: { "content-type": "application/json" },
      body: Buffer.from(JSON.stringify("kind" in about ? shapeOf(about as Entry) : about)),
    }),
  };
}

const KINDS: Readonly<Record<Product, readonly Kind[]>> = {
  collection: ["requesttopay"],
  disbursement: ["refund", "transfer"],
};
const FIELDS: Readonly<Record<Kind, readonly string[]>> = {
  requesttopay: "amount currency externalId payer payerMessage payeeNote".split(" "),
  transfer: "amount currency externalId payee payerMessage payeeNote".split(" "),
  refund: "amount currency externalId payerMessage payeeNote referenceIdToRefund".split(" "),
};

/** Numbers that end so have no wallet. */
const isHolder = (number: string): boolean => !number.endsWith("000");
const isNote = (note: unknown): boolean => typeof note === "string" && /^[\w .-]{0,160}$/.test(note);
const textOf = (header: string | string[] | undefined): string | null => (typeof header === "string" ? header : null);
const text = (hundredths: number): string => (hundredths / 100).toFixed(2).replace(/\.00$/, "");

const refused = (status: number, code: string): Answered => ({
  status,
  answer: { code, message: `${code} of +231886123456` },
});

function shapeOf({ kind, amount, arrived, externalId, party, status, reason }: Entry): Json {
  return {
    amount: text(amount),
    currency: arrived,
    ...(status === "SUCCESSFUL" ? { financialTransactionId: "1947913865" } : {}),
    externalId,
    [kind === "requesttopay" ? "payer" : "payee"]: { partyIdType: "MSISDN", partyId: party },
    payerMessage: externalId,
    payeeNote: externalId,
    status,
    ...(reason === null ? {} : { reason }),
  };
}
