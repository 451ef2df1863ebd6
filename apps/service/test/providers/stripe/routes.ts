/** What the double of Stripe answers: method and path, what each takes, and what it does in its books. */
import type { Books } from "./books.js";
import { Refusal } from "./refusal.js";
import type { Shape } from "./shapes.js";
import * as shapes from "./shapes.js";
import { reportedMovements, sourceOf } from "./statement.js";

type Asked = {
  readonly books: Books;
  readonly form: Shape;
  readonly ids: readonly string[];
  readonly path: string;
  readonly now: number;
  readonly accountId: string;
};
type Route = { readonly method: "GET" | "POST"; readonly path: RegExp; readonly answer: (asked: Asked) => Shape };

const missing = (param: string): never => {
  throw new Refusal(400, { type: "invalid_request_error", code: "parameter_missing", param });
};
const invalid = (param: string, code = "parameter_invalid_integer"): never => {
  throw new Refusal(400, { type: "invalid_request_error", code, param });
};
function need(form: Shape, ...names: readonly string[]): void {
  for (const name of names) if (form[name] === undefined || form[name] === "") missing(name);
}

/** In dollars; of others the story says nothing. */
const AMOUNT_MIN = 50;
const AMOUNT_MAX = 99_999_999;

function checkAmount(value: unknown, param: string, currency: unknown): void {
  if (!/^\d{1,9}$/.test(String(value))) invalid(param);
  if (currency === "usd" && Number(value) < AMOUNT_MIN) invalid(param, "amount_too_small");
  if (Number(value) > AMOUNT_MAX) invalid(param, "amount_too_large");
}

const idOf = (ids: readonly string[]): string => ids[0] ?? "";

export const ROUTES: readonly Route[] = [
  { method: "POST", path: /^\/checkout\/sessions$/, answer: createSession },
  { method: "GET", path: /^\/checkout\/sessions$/, answer: listSessions },
  {
    method: "GET",
    path: /^\/checkout\/sessions\/(\w+)$/,
    answer: ({ books, form, ids }) => expanded(books, books.refreshed(books.get("sessions", idOf(ids))), form),
  },
  { method: "POST", path: /^\/checkout\/sessions\/(\w+)\/expire$/, answer: expireSession },
  {
    method: "POST",
    path: /^\/customers$/,
    answer: ({ books, form }) => books.keep("customers", shapes.customer(books.made("cus"), form)),
  },
  {
    method: "GET",
    path: /^\/customers$/,
    answer: (asked) => list("customers", asked, (one) => isField(one, asked.form, "email")),
  },
  {
    method: "GET",
    path: /^\/customers\/(\w+)\/cash_balance$/,
    answer: ({ books, ids }) => ({
      object: "cash_balance",
      customer: idOf(ids),
      livemode: books.get("customers", idOf(ids))["livemode"],
      available: books.cashOf(idOf(ids)) === 0 ? null : { usd: books.cashOf(idOf(ids)) },
      settings: { reconciliation_mode: "automatic", using_merchant_default: false },
    }),
  },
  {
    method: "GET",
    path: /^\/customers\/(\w+)\/cash_balance_transactions$/,
    answer: (asked) => list("cash", asked, (one) => one["customer"] === idOf(asked.ids)),
  },
  { method: "POST", path: /^\/test_helpers\/customers\/(\w+)\/fund_cash_balance$/, answer: fundCash },
  { method: "POST", path: /^\/payment_intents$/, answer: createIntent },
  {
    method: "GET",
    path: /^\/payment_intents$/,
    answer: (asked) => list("intents", asked, (one) => isField(one, asked.form, "customer")),
  },
  { method: "GET", path: /^\/payment_intents\/(\w+)$/, answer: ({ books, ids }) => books.get("intents", idOf(ids)) },
  {
    method: "POST",
    path: /^\/payment_intents\/(\w+)\/cancel$/,
    answer: ({ books, ids }) => books.cancelIntent(books.get("intents", idOf(ids))),
  },
  { method: "POST", path: /^\/refunds$/, answer: ({ books, form }) => books.giveBack(form) },
  {
    method: "GET",
    path: /^\/refunds$/,
    answer: (asked) =>
      list("refunds", asked, (one) => isField(one, asked.form, "payment_intent") && isField(one, asked.form, "charge")),
  },
  { method: "GET", path: /^\/refunds\/(\w+)$/, answer: ({ books, ids }) => books.get("refunds", idOf(ids)) },
  { method: "GET", path: /^\/disputes\/(\w+)$/, answer: ({ books, ids }) => books.get("disputes", idOf(ids)) },
  { method: "POST", path: /^\/disputes\/(\w+)$/, answer: answerDispute },
  { method: "POST", path: /^\/files$/, answer: keepFile },
  { method: "GET", path: /^\/balance$/, answer: balance },
  { method: "GET", path: /^\/balance_transactions$/, answer: listMovements },
  { method: "GET", path: /^\/account$/, answer: ({ accountId }) => shapes.account(accountId) },
  {
    method: "POST",
    path: /^\/accounts$/,
    answer: ({ books, form }) => {
      need(form, "controller", "capabilities");
      return books.openAccount(form);
    },
  },
  { method: "GET", path: /^\/accounts$/, answer: (asked) => list("accounts", asked, () => true) },
  { method: "GET", path: /^\/accounts\/(\w+)$/, answer: ({ books, ids }) => books.get("accounts", idOf(ids)) },
  { method: "POST", path: /^\/account_links$/, answer: linkAccount },
  { method: "POST", path: /^\/transfers$/, answer: sendTransfer },
  {
    method: "POST",
    path: /^\/transfers\/(\w+)\/reversals$/,
    answer: ({ books, form, ids }) => books.reverseTransfer(books.get("transfers", idOf(ids)), form),
  },
  {
    method: "GET",
    path: /^\/transfers$/,
    answer: (asked) => list("transfers", asked, (one) => isField(one, asked.form, "transfer_group")),
  },
  { method: "GET", path: /^\/webhook_endpoints$/, answer: (asked) => list("endpoints", asked, () => true) },
];

const isField = (one: Shape, form: Shape, name: string): boolean =>
  form[name] === undefined || one[name] === form[name];

function linkAccount({ books, form, now }: Asked): Shape {
  need(form, "account", "type", "return_url", "refresh_url");
  const { id } = books.get("accounts", form["account"]);
  const url = `https://connect.stripe.com/setup/e/${id}/${books.made("link").id}`;
  return { object: "account_link", created: now, expires_at: now + 300, url };
}

function sendTransfer({ books, form }: Asked): Shape {
  need(form, "amount", "currency", "destination");
  if (!/^\d{1,9}$/.test(String(form["amount"])) || Number(form["amount"]) < 1) invalid("amount");
  return books.send(form);
}

function answerDispute({ books, form, ids }: Asked): Shape {
  const dispute = books.get("disputes", idOf(ids));
  const files = Object.entries((form["evidence"] ?? {}) as Shape).filter(
    ([name]) => name.endsWith("_file") || name === "service_documentation",
  );
  for (const [, file] of files) books.get("files", file);
  return books.answerDispute(dispute, (form["evidence"] ?? {}) as Shape, form["submit"] === "true");
}

function keepFile({ books, form }: Asked): Shape {
  need(form, "purpose", "file");
  return books.keep("files", shapes.file(books.made("file"), { purpose: form["purpose"], ...(form["file"] as Shape) }));
}

/** Stripe takes the end of a session from 30 minutes to 24 hours ahead. */
const OPEN_SECONDS = { least: 1_800, most: 86_400 };

function createSession({ books, form, now }: Asked): Shape {
  need(form, "mode", "success_url", "line_items");
  const [item] = form["line_items"] as readonly Shape[];
  const price = (item?.["price_data"] ?? {}) as Shape;
  need(price, "currency", "unit_amount", "product_data");
  need(price["product_data"] as Shape, "name");
  checkAmount(price["unit_amount"], "line_items[0][price_data][unit_amount]", price["currency"]);
  if (form["expires_at"] !== undefined) {
    const ahead = Number(form["expires_at"]) - now;
    if (ahead < OPEN_SECONDS.least || ahead > OPEN_SECONDS.most) invalid("expires_at", "parameter_invalid_integer");
  }
  return books.keep("sessions", shapes.session(books.made("cs"), form));
}

function listSessions(asked: Asked): Shape {
  for (const session of asked.books.all("sessions")) asked.books.refreshed(session);
  return list("sessions", asked, (one) => isField(one, asked.form, "payment_intent"));
}

function expireSession({ books, ids }: Asked): Shape {
  const session = books.refreshed(books.get("sessions", idOf(ids)));
  if (session["status"] !== "open") throw new Refusal(400, { type: "invalid_request_error", param: "session" });
  return books.expire(session);
}

/** With what it was asked to tell whole, instead of by id. */
function expanded(books: Books, session: Shape, form: Shape): Shape {
  const paths = Array.isArray(form["expand"]) ? (form["expand"] as readonly string[]) : [];
  if (session["payment_intent"] === null || !paths.some((path) => path.startsWith("payment_intent"))) return session;
  const intent = structuredClone(books.get("intents", session["payment_intent"]));
  if (intent["latest_charge"] !== null && paths.some((path) => path.includes("latest_charge"))) {
    const charge = structuredClone(books.get("charges", intent["latest_charge"]));
    charge["balance_transaction"] = books.get("balance_transactions", charge["balance_transaction"]);
    intent["latest_charge"] = charge;
  }
  return { ...session, payment_intent: intent };
}

function createIntent({ books, form }: Asked): Shape {
  need(form, "amount", "currency");
  checkAmount(form["amount"], "amount", form["currency"]);
  books.get("customers", form["customer"]);
  const intent = shapes.intent(books.made("pi"), {
    amount: Number(form["amount"]),
    currency: form["currency"],
    customer: form["customer"],
    description: form["description"] ?? null,
    metadata: form["metadata"] ?? {},
    transfer_group: form["transfer_group"] ?? null,
    payment_method_types: form["payment_method_types"],
    status: "requires_action",
  });
  books.awaitTransfer(intent);
  return books.keep("intents", intent);
}

function fundCash({ books, form, ids }: Asked): Shape {
  need(form, "amount", "currency");
  books.fund(books.get("customers", idOf(ids))["id"], Number(form["amount"]), String(form["currency"]));
  return books.all("cash").findLast((one) => one["type"] === "funded") as Shape;
}

function balance({ books, now }: Asked): Shape {
  const sum = (isDue: boolean): number =>
    books
      .all("balance_transactions")
      .reduce((all, one) => (Number(one["available_on"]) <= now === isDue ? all + Number(one["net"]) : all), 0);
  const of = (amount: number): readonly Shape[] => [{ amount, currency: "usd", source_types: { card: amount } }];
  return {
    object: "balance",
    livemode: books.made("none").livemode,
    available: of(sum(true)),
    pending: of(sum(false)),
  };
}

function listMovements(asked: Asked): Shape {
  const { books, form } = asked;
  const answer = list("balance_transactions", asked, () => true);
  const isWhole = Array.isArray(form["expand"]) && form["expand"].includes("data.source");
  if (!isWhole) return answer;
  return {
    ...answer,
    data: (answer["data"] as readonly Shape[]).map((one) => ({
      ...one,
      source: sourceOf(books, one["source"]) ?? one["source"],
    })),
  };
}

/** The newest first, from behind one or up to one that is named. */
function list(kind: string, { books, form, path }: Asked, fits: (one: Shape) => boolean): Shape {
  const created = (form["created"] ?? {}) as Shape;
  const isWithin = (one: Shape): boolean =>
    (created["gte"] === undefined || Number(one["created"]) >= Number(created["gte"])) &&
    (created["lt"] === undefined || Number(one["created"]) < Number(created["lt"])) &&
    (created["lte"] === undefined || Number(one["created"]) <= Number(created["lte"]));
  const all = kind === "balance_transactions" ? reportedMovements(books) : books.all(kind);
  const found = all.filter((one) => isWithin(one) && fits(one)).reverse();
  const limit = Number(form["limit"] ?? 10);
  if (limit < 1 || limit > 100) invalid("limit");
  const at = (name: string): number => {
    const index = found.findIndex((one) => one["id"] === form[name]);
    if (index < 0) throw new Refusal(400, { type: "invalid_request_error", code: "resource_missing", param: name });
    return index;
  };
  const url = `/v1${path}`;
  if (form["ending_before"] !== undefined) {
    const newer = found.slice(0, at("ending_before"));
    return { object: "list", url, data: newer.slice(-limit), has_more: newer.length > limit };
  }
  const rest = form["starting_after"] === undefined ? found : found.slice(at("starting_after") + 1);
  return { object: "list", url, data: rest.slice(0, limit), has_more: rest.length > limit };
}
