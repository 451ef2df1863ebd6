/**
 * pawaPay in memory: its API on loopback, with the faults of real ones. It takes what pawaPay takes and nothing else, checks
 * our signatures and makes its own by an independent library (http-message-signatures).
 */
import { generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { unixSeconds } from "../../../src/platform/clock.js";
import { readMajor } from "../../../src/providers/amounts.js";
import { type Json, objectOf } from "../../../src/providers/pawapay/answers.js";
import type { CallbackRequest } from "../../../src/providers/port.js";
import type { Fault } from "../stage.js";
import { type Books, type Entry, type Operation, openBooks, shown } from "./books.js";
import { type How, isSignedBy, signedBy } from "./signing.js";

export const TOKEN = "token-of-the-double";

type Answer = { readonly status: number; readonly body: unknown };
type Request = { readonly method: string; readonly path: string; readonly body: Json };

export type PawapayDouble = {
  readonly origin: string;
  readonly books: Books;
  /** The private half of what requests have to be signed with. */
  readonly ourKey: KeyObject;
  /** Requests without a signature are refused. */
  signedRequestsOnly: boolean;
  signedCallbacks: boolean;
  /** Operators that are down, as "VODACOM_MPESA_COD DEPOSIT". */
  readonly closed: Set<string>;
  callbackUrl: string;
  fault(kind: Fault | null): void;
  /** A callback as it would be sent for what is there, or for any other body. */
  signed(about: Entry | Json, how?: How): Promise<CallbackRequest>;
  /** A new key takes the place of the one before, which is told no more. */
  rollKey(): void;
  /** "POST /v2/deposits", in the order in which they came. */
  readonly requests: string[];
  close(): Promise<void>;
};

const OPERATORS: Readonly<Record<string, { operator: string; country: string }>> = {
  24381: { operator: "VODACOM_MPESA_COD", country: "COD" },
  24397: { operator: "AIRTEL_COD", country: "COD" },
  25471: { operator: "MPESA_KEN", country: "KEN" },
  25078: { operator: "MTN_MOMO_RWA", country: "RWA" },
};
const CURRENCIES: Readonly<Record<string, readonly string[]>> = { COD: ["USD", "CDF"], KEN: ["KES"], RWA: ["RWF"] };
const LEAST = 100;
const MOST = 250_000;

export async function openPawapayDouble({ now }: { readonly now: () => number }): Promise<PawapayDouble> {
  const books = openBooks(now);
  const ours = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  let fault: Fault | null = null;
  let key = { id: "HTTP_EC_P256_KEY:1", ...generateKeyPairSync("ec", { namedCurve: "prime256v1" }) };
  const requests: string[] = [];
  const closed = new Set<string>();

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => void respond(request, response, Buffer.concat(chunks)));
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function respond(request: IncomingMessage, response: ServerResponse, bytes: Buffer): Promise<void> {
    const path = request.url ?? "/";
    requests.push(`${request.method} ${path}`);
    const isReading = /^\/v2\/(predict-provider|active-conf|availability|public-key)/.test(path);
    const wrong = fault !== null && (!isReading || fault === "down" || fault === "key") ? FAULTY[fault] : null;
    if (wrong !== null && !wrong.isDone) return wrong.give(response, "");
    const { status, body } = await answer(request, path, bytes);
    const text = typeof body === "string" ? body : JSON.stringify(body);
    if (wrong !== null) return wrong.give(response, text);
    response
      .writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
      .end(text);
  }

  async function answer(request: IncomingMessage, path: string, bytes: Buffer): Promise<Answer> {
    if (path.startsWith("/files/")) {
      if (request.headers.authorization !== undefined)
        return { status: 400, body: "only one way to sign in is allowed" };
      const [, , country = "", currency = ""] = path.split("/");
      return { status: 200, body: books.statement(country, currency) };
    }
    if (path === "/v2/public-key/http") {
      return { status: 200, body: [{ id: key.id, key: key.publicKey.export({ type: "spki", format: "pem" }) }] };
    }
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return failed(403, "AUTHENTICATION_ERROR");
    if (request.method === "POST" && (double.signedRequestsOnly || request.headers["signature"] !== undefined)) {
      if (!(await isSignedBy(ours.publicKey, { request, url: origin + path, bytes })))
        return failed(403, "HTTP_SIGNATURE_ERROR");
    }
    const body = bytes.length === 0 ? {} : objectOf(JSON.parse(bytes.toString("utf8")) as unknown);
    return route({ method: request.method ?? "GET", path, body });
  }

  function route({ method, path, body }: Request): Answer {
    const [, , noun = "", id] = path.split("/");
    const operation = ({ deposits: "DEPOSIT", payouts: "PAYOUT", refunds: "REFUND" } as const)[noun];
    if (operation !== undefined) {
      if (method === "POST") return initiate(books, { operation, body, closed });
      const found = books.find(operation, id ?? "");
      return { status: 200, body: found === null ? { status: "NOT_FOUND" } : { status: "FOUND", data: shown(found) } };
    }
    switch (`${method} /${noun}`) {
      case "POST /predict-provider":
        return predict(String(body["phoneNumber"]));
      case "GET /active-conf":
        return { status: 200, body: account(double) };
      case "GET /availability":
        return { status: 200, body: availability(closed) };
      case "GET /wallet-balances":
        return {
          status: 200,
          body: { balances: [...books.balances].map(([wallet, amount]) => walletOf(wallet, amount)) },
        };
      case "POST /statements":
        return { status: 200, body: { statementId: writeStatement(body), status: "ACCEPTED" } };
      case "GET /statements":
        return statementOf(id ?? "");
      default:
        return failed(404, "NOT_FOUND");
    }
  }

  const statements = new Map<string, { wallet: Json; asks: number; isWithin: boolean }>();
  function writeStatement({ wallet, startDate, endDate }: Json): string {
    const at = unixSeconds() * 1000;
    const isWithin = Date.parse(`${String(startDate)}Z`) <= at && Date.parse(`${String(endDate)}Z`) >= at - 60_000;
    const id = randomUUID();
    statements.set(id, { wallet: objectOf(wallet), asks: 0, isWithin });
    return id;
  }
  function statementOf(id: string): Answer {
    const found = statements.get(id);
    if (found === undefined) return { status: 200, body: { status: "NOT_FOUND" } };
    const { country, currency } = found.wallet;
    const file = `${origin}/files/${found.isWithin ? String(country) : "none"}/${String(currency)}`;
    const downloadUrlExpiresAt = new Date((unixSeconds() + 86_400) * 1000).toISOString();
    return {
      status: 200,
      body: {
        status: "FOUND",
        data: { statementId: id, status: "COMPLETED", downloadUrl: file, downloadUrlExpiresAt },
      },
    };
  }

  const double: PawapayDouble = {
    origin,
    books,
    ourKey: ours.privateKey,
    signedRequestsOnly: true,
    signedCallbacks: true,
    closed,
    callbackUrl: "https://pay.example/callbacks/pawapay",
    requests,
    fault: (kind) => {
      fault = kind;
    },
    rollKey: () => {
      key = { id: `HTTP_EC_P256_KEY:${randomUUID()}`, ...generateKeyPairSync("ec", { namedCurve: "prime256v1" }) };
    },
    signed: (about, how) => signedBy(key, "operation" in about ? shown(about as Entry) : about, how),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return double;
}

const failed = (status: number, failureCode: string): Answer => ({
  status,
  body: { failureReason: { failureCode, failureMessage: "Told to people." } },
});

// What it takes ------------------------------------------------------------------------------------------------------

const IDS = { DEPOSIT: "depositId", PAYOUT: "payoutId", REFUND: "refundId" } as const;
const PARTIES = { DEPOSIT: "payer", PAYOUT: "recipient" } as const;
const TAKEN = new Set(
  "depositId payoutId refundId amount currency payer recipient clientReferenceId customerMessage metadata".split(" "),
);
const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const AMOUNT = /^(?=.{1,23}$)(?:0|[1-9]\d{0,17})(?:\.\d{1,2})?$/;

type Initiated = { readonly operation: Operation; readonly body: Json; readonly closed: ReadonlySet<string> };

function initiate(books: Books, { operation, body, closed }: Initiated): Answer {
  const unknown = Object.keys(body).find((name) => !TAKEN.has(name));
  if (unknown !== undefined) return failed(400, "UNSUPPORTED_PARAMETER");
  const id = String(body[IDS[operation]]);
  if (!UUID_4.test(id)) return failed(400, "INVALID_PARAMETER");
  const message = body["customerMessage"];
  if (message !== undefined && !/^[A-Za-z0-9 ]{4,22}$/.test(String(message))) return failed(400, "INVALID_PARAMETER");
  const told = { [IDS[operation]]: id };
  if (books.find(operation, id) !== null) return { status: 200, body: { ...told, status: "DUPLICATE_IGNORED" } };
  const text = String(body["amount"]);
  const amount = Number(readMajor(text) ?? -1n);
  const party = partyOf(books, operation, body);
  const code = AMOUNT.test(text) ? problemOf(books, { operation, body, closed, amount, party }) : "INVALID_AMOUNT";
  if (code !== null) {
    return {
      status: 200,
      body: { ...told, status: "REJECTED", failureReason: { failureCode: code, failureMessage: "No." } },
    };
  }
  const currency = String(body["currency"]);
  const depositId = operation === "REFUND" ? String(body["depositId"]) : null;
  books.take({
    operation,
    id,
    reference: String(body["clientReferenceId"]),
    currency,
    amount,
    text,
    depositId,
    ...party,
  });
  return { status: 200, body: { ...told, status: "ACCEPTED", created: new Date().toISOString() } };
}

type Party = Pick<Entry, "country" | "operator" | "phone">;

function partyOf(books: Books, operation: Operation, body: Json): Party {
  if (operation === "REFUND") {
    const { country = "", operator = "", phone = "" } = books.find("DEPOSIT", String(body["depositId"])) ?? {};
    return { country, operator, phone };
  }
  const account = objectOf(objectOf(body[PARTIES[operation]])["accountDetails"]);
  const operator = String(account["provider"]);
  const country = Object.values(OPERATORS).find((one) => one.operator === operator)?.country ?? "";
  return { country, operator, phone: String(account["phoneNumber"]) };
}

type Judged = Initiated & { readonly amount: number; readonly party: Party };

function problemOf(books: Books, { operation, body, closed, amount, party }: Judged): string | null {
  if (operation === "REFUND") {
    return books.problemOfRefund(String(body["depositId"]), amount) ?? problemOfOperator(operation, party, closed);
  }
  if (!/^[1-9]\d{7,14}$/.test(party.phone)) return "INVALID_PHONE_NUMBER";
  if (party.country === "") return "INVALID_PROVIDER";
  if (!(CURRENCIES[party.country] ?? []).includes(String(body["currency"]))) return "INVALID_CURRENCY";
  if (amount < LEAST || amount > MOST) return "AMOUNT_OUT_OF_BOUNDS";
  const problem = problemOfOperator(operation, party, closed);
  return problem ?? (operation === "PAYOUT" ? books.problemOfLeaving(operation, amount) : null);
}

const problemOfOperator = (operation: Operation, { operator }: Party, closed: ReadonlySet<string>): string | null =>
  closed.has(`${operator} ${operation}`) ? "PROVIDER_TEMPORARILY_UNAVAILABLE" : null;

// What it tells ------------------------------------------------------------------------------------------------------

function predict(given: string): Answer {
  const known = OPERATORS[given.slice(0, 5)];
  if (known === undefined || !/^\d{12}$/.test(given)) return failed(400, "INVALID_PHONE_NUMBER");
  return { status: 200, body: { country: known.country, provider: known.operator, phoneNumber: given } };
}

const OPERATIONS: readonly Operation[] = ["DEPOSIT", "PAYOUT", "REFUND"];

const byCountry = (told: (operator: string, country: string) => Json): readonly Json[] =>
  Object.keys(CURRENCIES).map((country) => ({
    country,
    providers: Object.values(OPERATORS)
      .filter((one) => one.country === country)
      .map(({ operator }) => ({ provider: operator, ...told(operator, country) })),
  }));

function account({ signedRequestsOnly, signedCallbacks, callbackUrl }: PawapayDouble): Json {
  const terms = (currency: string): Json => ({
    authType: "PROVIDER_AUTH",
    minTransactionLimit: "1",
    maxTransactionLimit: "2500",
    decimalsInAmount: ["CDF", "RWF"].includes(currency) ? "NONE" : "TWO_PLACES",
    status: "OPERATIONAL",
    callbackUrl,
  });
  return {
    companyName: "Pots and bowls",
    signatureConfiguration: { signedRequestsOnly, signedCallbacks },
    countries: byCountry((_operator, country) => ({
      currencies: (CURRENCIES[country] ?? []).map((currency) => ({
        currency,
        operationTypes: Object.fromEntries(OPERATIONS.map((operation) => [operation, terms(currency)])),
      })),
    })),
  };
}

const availability = (closed: ReadonlySet<string>): readonly Json[] =>
  byCountry((operator) => ({
    operationTypes: OPERATIONS.map((operationType) => ({
      operationType,
      status: closed.has(`${operator} ${operationType}`) ? "CLOSED" : "OPERATIONAL",
    })),
  }));

function walletOf(wallet: string, amount: number): Json {
  const [country, currency] = wallet.split(" ");
  return { country, currency, balance: (amount / 100).toFixed(2), provider: "" };
}

// Faults -----------------------------------------------------------------------------------------------------------

type Faulty = { readonly isDone: boolean; give(response: ServerResponse, text: string): void };

const plainly =
  (status: number, type: string, text: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { "content-type": type, ...headers }).end(text);
const silently = (response: ServerResponse): void => void response.destroy();

const FAULTY: Readonly<Record<Fault, Faulty>> = {
  down: { isDone: false, give: silently },
  lost: { isDone: true, give: silently },
  dropped: { isDone: false, give: silently },
  stored: {
    isDone: false,
    give: plainly(500, "application/json", '{"failureReason":{"failureCode":"UNKNOWN_ERROR"}}'),
  },
  conflict: { isDone: false, give: plainly(409, "application/json", "{}") },
  busy: { isDone: false, give: plainly(429, "application/json", "{}", { "retry-after": "2" }) },
  cut: {
    isDone: true,
    give: (response, text) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": text.length });
      response.write(text.slice(0, text.length / 2), () => response.destroy());
    },
  },
  html: { isDone: true, give: plainly(200, "text/html", "<h1>Welcome</h1>") },
  nonsense: { isDone: true, give: plainly(200, "application/json", '{"status":"MAYBE"}') },
  huge: { isDone: true, give: plainly(200, "application/json", `"${"x".repeat(5_000_000)}"`) },
  key: {
    isDone: false,
    give: plainly(403, "application/json", '{"failureReason":{"failureCode":"AUTHENTICATION_ERROR"}}'),
  },
};
