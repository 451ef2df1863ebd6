/** What chance does to money: payers, post between providers and us, and the moods of providers. */
import {
  answerChallenge,
  answerPhone,
  BANK_DEEDS,
  disputeCard,
  transferMoney,
  typeCard,
} from "../../src/providers/sandbox/play.js";
import type { Json } from "../harness.js";
import { cents } from "../payments/desk.js";
import { customerOf, type Doubles, postEvent } from "../providers/doubles.js";
import type { Entry } from "../providers/pawapay/books.js";
import { FAULTS, type Fault } from "../providers/stage.js";
import type { Shape } from "../providers/stripe/shapes.js";
import type { Deployment } from "./money-deployment.js";
import type { Fixture } from "./money-fixture.js";
import { heard, patiently } from "./patience.js";
import type { Chance } from "./random.js";

const AMOUNTS = ["10.00", "100.00", "256.45", "256.45", "256.45", "300.00"] as const;
const CARDS = ["4242424242424242", "4242424242424242", "4000000000000002", "4000000000003220"] as const;

export type Row = { readonly provider: string; readonly method: string; readonly reference: string };

/** The payer does something about a payment, sensible or not. */
export async function play({ world, doubles }: Fixture, { pick, happens }: Chance, row: Row): Promise<unknown> {
  const { provider, method, reference } = row;
  const { stripe, pawapay } = doubles;
  switch (provider) {
    case "stripe": {
      const isThere = (kind: string, of: (one: Shape) => unknown): boolean =>
        stripe.all(kind).some((one) => of(one) === reference);
      if (method === "bank") {
        // Only then there is an account number that a payer could know.
        if (!isThere("intents", ({ customer, metadata }) => customer !== null && (metadata as Shape)["reference"]))
          return null;
        return stripe.fund(customerOf(doubles, reference), Number(cents(pick(AMOUNTS))));
      }
      if (!isThere("sessions", (one) => one["client_reference_id"])) return null;
      if (happens(0.3) && stripe.sessionOf(reference)["status"] === "open") return stripe.decline(reference);
      return stripe.pay(reference);
    }
    case "pawapay": {
      const entry = pawapay.books.of(reference).find(({ operation }) => operation === "DEPOSIT");
      if (entry?.status !== "ACCEPTED") return null;
      const fate = pick(["paid", "paid", "paid", "refused", "slow"]);
      if (fate === "slow") entry.status = "IN_RECONCILIATION";
      else if (fate === "paid") pawapay.books.complete(entry);
      else pawapay.books.fail(entry, pick(["PAYMENT_NOT_APPROVED", "INSUFFICIENT_BALANCE"]));
      return null;
    }
    default:
      return playSimulated(world, { pick, happens }, row);
  }
}

/** The same, of a simulated provider. */
export async function playSimulated(
  { db }: Deployment["world"],
  { pick, happens }: Pick<Chance, "pick" | "happens">,
  { provider, reference }: Row,
): Promise<unknown> {
  switch (provider) {
    case "sandbox-card":
      return (await typeCard(db, reference, pick(CARDS))) === "challenged"
        ? answerChallenge(db, reference, happens(0.7))
        : null;
    case "sandbox-bank":
      return transferMoney(db, reference, cents(pick(AMOUNTS)));
    default:
      return happens(0.8)
        ? answerPhone(db, reference, { kind: "approve", pin: pick(["1234", "0000"]) })
        : answerPhone(db, reference, { kind: "decline" });
  }
}

const isDecided = ({ status }: Shape): boolean => ["won", "lost", "warning_closed"].includes(String(status));

/** The bank of a card's holder asks, takes the money back, or decides; it never takes what went back already. */
export async function dispute(
  { world, doubles: { stripe } }: Fixture,
  { pick, happens }: Chance,
  row: Row,
): Promise<unknown> {
  const { provider, method, reference } = row;
  if (provider === "sandbox-card") return disputeCard(world.db, reference, pick(BANK_DEEDS));
  if (provider !== "stripe" || method !== "card") return null;
  const charge = stripe.all("charges").find(({ metadata }) => (metadata as Shape)["reference"] === reference);
  if (charge === undefined) return null;
  const known = stripe.all("disputes").find((one) => one["charge"] === charge["id"]);
  if (known !== undefined) return isDecided(known) ? null : decide(stripe, known, happens(0.5));
  if (charge["amount_refunded"] !== 0) return null;
  return stripe.openDispute(
    charge["payment_intent"],
    pick(["needs_response", "needs_response", "warning_needs_response"]),
  );
}

function decide(stripe: Doubles["stripe"], known: Shape, isWon: boolean): void {
  const isInquiry = String(known["status"]).startsWith("warning");
  stripe.closeDispute(known, isInquiry ? "warning_closed" : isWon ? "won" : "lost");
}

// Post ---------------------------------------------------------------------------------------------------------------

const MANNERS = ["once", "once", "twice", "never", "late", "forged", "old", "unsigned"] as const;
type Letter = { readonly send: (how: (typeof MANNERS)[number]) => Promise<void> };

export type Post = {
  /** What providers have to tell since the last time, as chance has it; with what was late before. */
  deliver(): Promise<void>;
  /** All that is left, and what comes from now on, once and well. */
  settle(): void;
};

/** Simulated providers have a post of their own, which their moods bend. */
export function openPost({ world, doubles }: Fixture, { pick, happens }: Chance): Post {
  const { stripe, pawapay } = doubles;
  const told = new Set<Entry>();
  const { host } = new URL(world.service.publicUrl);
  let sent = 0;
  let late: Letter[] = [];
  let isGood = false;
  const expectStatus = (status: number, expected: number, what: string): void => {
    if (status !== expected) throw new Error(`${what} was answered with ${status}`);
  };

  const ofStripe = (event: Shape): Letter => ({
    send: async (how) => {
      const isTrue = how !== "forged" && how !== "old" && how !== "unsigned";
      const made = how === "old" ? { ago: 600 } : how === "forged" ? { secret: "whsec_of_somebody_else" } : undefined;
      const letter = { origin: world.url, event, ...(made === undefined ? {} : { how: made }) };
      const status = await patiently(() =>
        heard(how === "unsigned" ? plainly("stripe", JSON.stringify(event)) : postEvent(doubles, letter)),
      );
      expectStatus(status, isTrue ? 200 : 401, `a notice of Stripe, ${how},`);
    },
  });
  const ofPawapay = (entry: Entry): Letter => ({
    send: async (how) => {
      const { headers, body } = await pawapay.signed(entry, { host, ...(how === "old" ? { ago: 600 } : {}) });
      const isTrue = how !== "forged" && how !== "old" && how !== "unsigned";
      const text =
        how === "forged" ? body.toString().replace("FAILED", "COMPLETED").replace("}", " }") : body.toString();
      const given = how === "unsigned" ? {} : (headers as Record<string, string>);
      const status = await patiently(() => heard(plainly("pawapay", text, given)));
      // A key that was rolled is asked for once a minute, and not while pawaPay is down: until then a true notice is refused
      // too, and what it tells is looked up, or found in the statement.
      expectStatus(status, isTrue && status !== 401 ? 200 : 401, `a notice of pawaPay, ${how},`);
    },
  });
  const plainly = async (provider: string, body: string, headers: Record<string, string> = {}): Promise<number> => {
    const path = `${world.url}/callbacks/${provider}`;
    const answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    });
    await answer.text();
    return answer.status;
  };

  return {
    deliver: async () => {
      const events = stripe.events.slice(sent);
      sent += events.length;
      const ended = pawapay.books.ended().filter((entry) => !told.has(entry));
      for (const entry of ended) told.add(entry);
      const letters = [...late, ...events.map(ofStripe), ...ended.map(ofPawapay)];
      late = [];
      if (happens(0.3)) letters.reverse();
      for (const letter of letters) {
        const how = isGood ? "once" : pick(MANNERS);
        if (how === "late") late.push(letter);
        else if (how !== "never") await letter.send(how);
        if (how === "twice") await letter.send("once");
      }
    },
    settle: () => {
      isGood = true;
    },
  };
}

// Moods --------------------------------------------------------------------------------------------------------------

const SIMULATED = ["sandbox-card", "sandbox-mobile-money", "sandbox-bank"] as const;
const KINDS = Object.keys(FAULTS) as readonly Fault[];

/** One provider behaves in another way from now on. */
export async function changeBankBehaviour({ doubles, sql }: Fixture, luck: Chance): Promise<void> {
  const { pick, happens, integer } = luck;
  const { stripe, pawapay } = doubles;
  const isBad = happens(0.6);
  switch (pick(["stripe", "pawapay", "sandbox"])) {
    case "stripe":
      if (isBad) stripe.fault({ kind: pick(KINDS), times: integer(1, 4), of: pick([/./, /POST/, /refunds/, /GET/]) });
      else stripe.fault();
      stripe.setFate(pick(["succeeded", "succeeded", "later", "returned", "pending", "refused"]));
      stripe.setFloat(pick([null, null, 5_000]));
      break;
    case "pawapay":
      pawapay.fault(isBad ? pick(KINDS) : null);
      pawapay.books.fates.REFUND = pick(["paid", "paid", "refused", "later", "failed", "short"]);
      pawapay.books.fates.PAYOUT = pick(["paid", "paid", "refused", "later", "failed", "short"]);
      pawapay.books.setFloat(pick([null, null, 5_000]));
      pawapay.closed.clear();
      if (happens(0.2)) pawapay.closed.add("VODACOM_MPESA_COD DEPOSIT");
      if (happens(0.1)) pawapay.rollKey();
      break;
    default:
      await changeSimulated({ sql }, luck);
  }
}

/** A simulated provider behaves in another way from now on. */
export const changeSimulated = ({ sql }: Pick<Deployment, "sql">, { pick, happens }: Chance): Promise<void> =>
  setSimulated({ sql }, pick(SIMULATED), {
    notices: pick(["once", "twice", "later", "reversed", "never", "forged", "unsigned"]),
    is_down: happens(0.2),
    refuses_refunds: happens(0.1),
    payouts: pick(["paid", "paid", "refused", "later", "returned"]),
    refunds: pick(["paid", "paid", "later", "slow", "returned"]),
    answers: pick(["given", "given", "lost", "dropped"]),
    float: pick([null, null, 5_000]),
  });

async function setSimulated({ sql }: Pick<Deployment, "sql">, provider: string, mood: Json): Promise<void> {
  const names = Object.keys(mood);
  await sql(
    `insert into sandbox_bank.moods (provider, ${names.join(", ")}) values ($1, ${names.map((_, at) => `$${at + 2}`).join(", ")})
     on conflict (provider) do update set ${names.map((name, at) => `${name} = $${at + 2}`).join(", ")}`,
    [provider, ...Object.values(mood)],
  );
}

/** Every provider behaves, and what it had left hanging comes to its end. */
export async function endFaults({ world, doubles, sql }: Fixture, luck: Chance): Promise<void> {
  const { happens } = luck;
  const { stripe, pawapay } = doubles;
  stripe.fault();
  stripe.setFate("succeeded");
  stripe.setFloat(null);
  for (const refund of stripe.all("refunds")) if (refund["status"] === "pending") stripe.succeedRefund(refund);
  pawapay.fault(null);
  pawapay.closed.clear();
  pawapay.books.fates.REFUND = "paid";
  pawapay.books.fates.PAYOUT = "paid";
  pawapay.books.setFloat(null);
  for (const entry of pawapay.books.open())
    if (entry.operation !== "DEPOSIT" || entry.status === "IN_RECONCILIATION") pawapay.books.complete(entry);
  for (const known of stripe.all("disputes")) if (!isDecided(known)) decide(stripe, known, happens(0.5));
  await endSimulated({ world, sql }, luck);
}

/** The same, of the simulated providers. */
export async function endSimulated(
  { world, sql }: Pick<Deployment, "world" | "sql">,
  { happens }: Pick<Chance, "happens">,
): Promise<void> {
  await sql("delete from sandbox_bank.moods");
  const open = "select reference, stage from sandbox_bank.disputes where stage not in ('won', 'lost')";
  for (const { reference, stage } of await sql(open)) {
    await disputeCard(world.db, reference, stage === "inquiry" || happens(0.5) ? "won" : "lost");
  }
}
