/**
 * An adapter of `holdfast-provider/1` in Node: a bank account that payers transfer to, and that sellers are paid from.
 * Start it with `SECRETS=whsec_… PORT=8081 node adapter.mjs`; with CALLBACK_URL it reports what happens by itself.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { Bank } from "./bank.mjs";
import { keysIn, serve, signed } from "./protocol.mjs";

const { PORT = "8081", SECRETS = "", CALLBACK_URL } = process.env;
const keys = keysIn(SECRETS);
const bank = new Bank((event) => void report(event));

const toCents = (text) => Number(text.replace(".", ""));
const toText = (cents) =>
  cents < 0 ? `-${toText(-cents)}` : `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;

// What the bank says, in the protocol's words -----------------------------------------------------------------------------

const account = (reference, { cents }) => ({
  kind: "transfer",
  bank: "First Bank",
  account_name: "Client funds",
  account_number: "DE75512108001245126199",
  reference,
  amount: toText(cents),
});

function payment(reference, found) {
  if (found === null) return { kind: "unknown" };
  const named = { about: "payment", reference };
  const reports = found.credits.map(({ cents, currency, at }, index) => ({
    ...named,
    receipt: index + 1,
    outcome: "succeeded",
    amount: toText(cents),
    currency,
    at,
  }));
  if (!found.closed) return { kind: "created", instructions: account(reference, found), reports };
  const failed = { ...named, receipt: 1, outcome: "failed", failure: "cancelled" };
  return { kind: "refused", failure: "cancelled", reports: reports.length > 0 ? reports : [failed] };
}

function outgoing(transfer) {
  if (transfer === null) return { kind: "short", reason: "The balance of the account does not reach." };
  const { state, cents, why } = transfer;
  if (state === "sent") return { kind: "pending" };
  if (state === "arrived") return { kind: "paid", amount: toText(cents), currency: "USD" };
  return state === "refused"
    ? { kind: "refused", reason: why }
    : { kind: "returned", reason: "The account does not exist any more." };
}

/** A refund goes back to the credit that it is of: `HF….2` is the second under the reference. */
function creditOf(reference) {
  const [order, nth = "1"] = reference.split(".");
  return bank.expectation(order)?.credits[Number(nth) - 1];
}

function line({ id, type, endToEnd, cents, currency, at, wrong }) {
  const fee = wrong === "fee" ? 100 : 0;
  const told = {
    id,
    type,
    object: null,
    reference: endToEnd,
    amount: toText(cents),
    fee: toText(fee),
    net: toText(cents - fee),
  };
  const one = { ...told, currency, at, available_at: at };
  if (type !== "payment") return [one];
  return wrong === "left_out" ? [] : wrong === "twice" ? [one, { ...one, id: `${id}-again` }] : [one];
}

// Operations: `:name` is what stands in the path ---------------------------------------------------------------------------

const RANGE = {
  currency: "USD",
  countries: null,
  least: "0.01",
  most: "100000.00",
  decimals: 2,
  pending_days: 5,
  return_days: 10,
};
/** What buyers and sellers read, and see beside it; without them Holdfast has words of its own. */
const PAY_BY = { default: "First Bank transfer", fr: "Virement First Bank", es: "Transferencia a First Bank" };
const PAID_TO = { default: "Account at any bank", fr: "Compte dans une banque", es: "Cuenta en cualquier banco" };
const ICON = readFileSync(new URL("icon.png", import.meta.url)).toString("base64");
const PAGE = 200;
const operations = {
  "GET /capabilities": () => ({
    kind: "capabilities",
    protocol: "holdfast-provider/1",
    mode: "test",
    account: "First Bank, client funds",
    capabilities: [
      {
        direction: "in",
        method: "bank",
        labels: PAY_BY,
        ...RANGE,
        refund_days: null,
        hold_days: null,
        partial_refunds: true,
        refunds_in_turn: false,
        cancellable: true,
        late_days: 30,
      },
      { direction: "out", method: "bank", labels: PAID_TO, ...RANGE },
    ],
    icon: ICON,
    books: { back_days: null, lag_seconds: 0 },
    disputes: null,
    pay_pages: [],
    problems: [],
    rates: true,
    test: {
      plays: ["transfer", "currency", "available"],
      payee: { kind: "bank", name: "Ada Byron", number: "DE02120300000000202051", bank: "Second Bank" },
    },
  }),
  "POST /payments": ({ reference, amount, currency }) => {
    const { reports: _, ...created } = payment(reference, bank.expect(reference, { cents: toCents(amount), currency }));
    return created;
  },
  "GET /payments/:name": (_, reference) => payment(reference, bank.expectation(reference)),
  "POST /payments/:name/cancel": (_, reference) => {
    const found = bank.close(reference);
    return { kind: found === null ? "unknown" : found.closed ? "cancelled" : "too_late" };
  },
  "POST /refunds": ({ reference, payment: of, amount }) => {
    const from = creditOf(of) ?? { cents: 0, sent: 0 };
    return outgoing(bank.send(reference, { kind: "refund", cents: toCents(amount), from }));
  },
  "GET /refunds/:name": (_, reference) => found(bank.transfer(reference)),
  "POST /payouts": ({ reference, amount, payee }) =>
    outgoing(bank.send(reference, { kind: "payout", cents: toCents(amount), to: payee.number })),
  "GET /payouts/:name": (_, reference) => found(bank.transfer(reference)),
  "POST /payees/check": ({ payee }) =>
    payee.kind === "bank" ? { kind: "known", name: null } : { kind: "unsupported" },
  "GET /statement": (_, __, query) => {
    const skip = Number(query.get("cursor") ?? 0);
    const entries = bank.statement(skip, PAGE);
    return {
      kind: "page",
      lines: entries.flatMap(line),
      cursor: String(skip + entries.length),
      has_more: entries.length === PAGE,
    };
  },
  "GET /balance": () => ({
    kind: "balance",
    available: bank.balance().map(([currency, cents]) => ({ amount: toText(cents), currency })),
    pending: [],
  }),
  "GET /rates": () => ({ kind: "rates", rates: bank.rates().map((rate) => ({ ...rate, source: "First Bank" })) }),
  // The test mode: leave these out of an adapter of real money.
  "POST /test/payments/:name/pay": ({ amount }, reference) =>
    played(bank.playCredit(reference, amount && toCents(amount))),
  "POST /test/payments/:name/statement": ({ fault }, reference) => played(bank.play.lines.set(reference, fault)),
  "POST /test/conditions": ({ refunds, payouts, available, ...others }) => {
    const cents = available == null ? available : toCents(available);
    const given = { refund: refunds, payout: payouts, available: cents, ...others };
    return played(
      Object.assign(bank.play, Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))),
    );
  },
  "POST /test/advance": ({ seconds }) => {
    bank.play.ahead += seconds;
    return played(true);
  },
  "GET /test/made/:name": (_, reference) => ({ kind: "made", amounts: bank.playMade(reference).map(toText) }),
  "GET /test/callbacks/:name": (_, reference) => ({
    kind: "callbacks",
    callbacks: bank.playEvents(reference).map(callback),
  }),
};
const found = (transfer) => (transfer === null ? { kind: "unknown" } : outgoing(transfer));
const played = (done) => ({ kind: done ? "done" : "refused" });

// Callbacks -----------------------------------------------------------------------------------------------------------

/** As things stand now: later, more may have become of it. */
function bodyOf({ kind, endToEnd }) {
  if (kind === "payment") return JSON.stringify({ reports: payment(endToEnd, bank.expectation(endToEnd)).reports });
  const { kind: outcome, ...told } = outgoing(bank.transfer(endToEnd));
  return JSON.stringify({ reports: [{ about: kind, reference: endToEnd, outcome, ...told }] });
}

function callback(event) {
  event.id ??= randomUUID();
  const body = bodyOf(event);
  const { "webhook-timestamp": timestamp, "webhook-signature": signature } = signed(keys, event.id, body);
  return { id: event.id, timestamp: Number(timestamp), signature, body };
}

/** Again after a minute, until it is taken; what a restart forgets Holdfast finds by look-up. */
async function report(event) {
  if (CALLBACK_URL === undefined) return;
  event.id ??= randomUUID();
  for (let tries = 1; tries <= 60; tries += 1) {
    try {
      const body = bodyOf(event);
      const answer = await fetch(CALLBACK_URL, {
        method: "POST",
        headers: signed(keys, event.id, body),
        body,
        redirect: "error",
      });
      if (answer.ok) return;
    } catch {}
    await new Promise((resolve) => setTimeout(resolve, 60_000).unref());
  }
}

serve(keys, operations).listen(Number(PORT), "127.0.0.1", () =>
  process.stdout.write(`adapter at http://127.0.0.1:${PORT}\n`),
);
