/** The sandbox's providers, and what the wrapper makes of whatever stands behind it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { cents, formatMoney } from "../../src/domain/money.js";
import { unixSeconds } from "../../src/platform/clock.js";
import { type Database, openDatabase } from "../../src/platform/database.js";
import { noticeKey, openProviders } from "../../src/providers/open.js";
import type { CallbackRequest, Provider } from "../../src/providers/port.js";
import type { SandboxName } from "../../src/providers/sandbox/names.js";
import { answerPhone, disputeCard, findPlayed, transferMoney, typeCard } from "../../src/providers/sandbox/play.js";
import { SIGNATURE_HEADER } from "../../src/providers/sandbox/read-notice.js";
import { signNotice } from "../../src/providers/signature.js";
import { newDatabase } from "../harness.js";
import { SECRET } from "../payments/desk.js";
import { conforms, type Stage } from "./conformance.js";
import { DISPUTES } from "./conformance-disputes.js";
import { FAULTS, type Fault } from "./stage.js";

let db: Database;
beforeAll(async () => {
  db = openDatabase(await newDatabase(), { connections: 4 });
});
afterAll(async () => {
  await db.close();
});

const origin = (): string => "http://localhost:1";

const paymentOf = (theirId: string): string => theirId.replace("dispute-", "");

const PLAYERS: Readonly<Record<SandboxName, Pick<Stage, "pay" | "decline" | "transfer" | "payee" | "dispute">>> = {
  "sandbox-card": {
    pay: async (reference) => (await typeCard(db, reference, "4242424242424242")) === "approved",
    decline: (reference) => typeCard(db, reference, "4000000000000002"),
    dispute: {
      open: async (reference, at) => {
        const deed = at === "inquiry" ? "inquire" : "take";
        expect(await disputeCard(db, reference, deed)).not.toBe("too_late");
        return `dispute-${reference}`;
      },
      decide: async (theirId, outcome) => {
        expect(await disputeCard(db, paymentOf(theirId), outcome)).toBe(outcome);
      },
      notice: async (theirId) => (await noticesOf("sandbox-card", paymentOf(theirId))).at(-1) as CallbackRequest,
      evidence: async (theirId) => {
        const dispute = (await findPlayed(db, "sandbox-card", paymentOf(theirId)))?.dispute;
        return dispute?.story == null ? null : { story: dispute.story, files: dispute.files.length };
      },
    },
  },
  "sandbox-mobile-money": {
    pay: async (reference) => (await answerPhone(db, reference, { kind: "approve", pin: "1234" })) === "approved",
    decline: (reference) => answerPhone(db, reference, { kind: "decline" }),
    payee: { kind: "mobile_money", name: "Ada Byron", number: "+255712345678" },
  },
  "sandbox-bank": {
    pay: async (reference) => {
      const order = await findPlayed(db, "sandbox-bank", reference);
      return order?.asked != null && (await transferMoney(db, reference, order.asked)) === "received";
    },
    transfer: async (reference, amount) => (await transferMoney(db, reference, amount)) === "received",
    payee: { kind: "bank", name: "Ada Byron", number: "DE75512108001245126199", bank: "First Bank" },
  },
};

/** Faults of HTTP: these providers are asked without it. */
const WITHOUT_HTTP = (Object.keys(FAULTS) as Fault[]).filter((kind) => !["down", "lost", "dropped"].includes(kind));
const skippedOf = (name: SandboxName): readonly string[] => [
  ...WITHOUT_HTTP.flatMap((kind) => [
    `an order whose answer was ${kind}: nobody knows, and asked for again, at once or after 25 hours, it is there once`,
    `a refund whose answer was ${kind} is paid once, asked for again at once or after 25 hours`,
    `a payout whose answer was ${kind} is paid once, asked for again at once or after 25 hours`,
  ]),
  "the least and the most are taken",
  ...(name === "sandbox-card" ? [] : DISPUTES),
  ...(name === "sandbox-bank"
    ? ["a refusal is reported with its reason, and no money is taken afterwards"]
    : ["less, more, a second time and late: each money is a receipt of its own"]),
  ...(name === "sandbox-card" ? PAYOUTS : []),
];
const PAYOUTS = [
  "a payout is paid once for one reference, however often it is asked for, at once and a day later",
  "a payout that is refused stays refused, with a reason, and nothing leaves",
  "a payout that takes its time is pending each time it is asked for, until it is paid",
  "a payout that comes back is told when it is asked for again, and is not paid a second time",
  "a payout for which our balance does not reach waits, and is paid once it does",
  ...["down", "lost", "dropped"].map(
    (kind) => `a payout whose answer was ${kind} is paid once, asked for again at once or after 25 hours`,
  ),
];

let statements = 0;
const sql = <Row>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> => {
  statements += 1;
  return db.query<Row>({ name: `stage ${statements}`, text, values });
};

const noticed = (name: SandboxName, body: Buffer, headers: Record<string, string>): CallbackRequest => ({
  method: "POST",
  path: `/callbacks/${name}`,
  host: "localhost:1",
  headers: { "content-type": "application/json", ...headers },
  body,
});

const noticesOf: (name: SandboxName, ...about: Parameters<Stage["notices"]>) => ReturnType<Stage["notices"]> = async (
  name,
  reference,
  { ago = 0, isUnsigned = false } = {},
) => {
  const rows = await sql<{ body: string }>(
    "select body from sandbox_bank.notices where provider = $1 and body::json ->> 'order' = $2 order by id",
    [name, reference],
  );
  return rows.map((row) => {
    const body = Buffer.from(row.body);
    const signature = signNotice(noticeKey(SECRET, name), unixSeconds() - ago, body);
    return noticed(name, body, isUnsigned ? {} : { [SIGNATURE_HEADER]: signature });
  });
};

function stageOf(name: SandboxName): Stage {
  const { payee, ...player } = PLAYERS[name];
  const mood = async (column: string, value: unknown): Promise<void> => {
    await sql(
      `insert into sandbox_bank.moods (provider, ${column}) values ($1, $2)
       on conflict (provider) do update set ${column} = excluded.${column}`,
      [name, value],
    );
  };
  return {
    ...player,
    provider: openProviders({ mode: "sandbox" }, { db, secret: SECRET, origin }).byName(name) as Provider,
    notices: (reference, how) => noticesOf(name, reference, how),
    covers: [],
    setCurrency: (currency) => mood("currency", currency),
    setRefunds: async (fate) => {
      await mood("refuses_refunds", fate === "refused");
      await mood("refunds", fate === "refused" ? "paid" : fate);
    },
    ...(payee === undefined ? {} : { payee, setPayouts: (fate) => mood("payouts", fate) }),
    setFloat: (amount) => mood("float", amount),
    faults: ["down", "lost", "dropped"],
    fault: async (kind) => {
      await mood("is_down", kind === "down");
      await mood("answers", kind === "lost" || kind === "dropped" ? kind : "given");
    },
    faultStatement: async (reference, fault) => {
      await sql("insert into sandbox_bank.statement_faults (provider, line_id, fault) values ($1, $2, $3)", [
        name,
        `in-${reference}-1`,
        fault,
      ]);
    },
    advance: async (seconds) => {
      await sql("update test_clock set offset_seconds = offset_seconds + $1", [seconds]);
    },
    made: async (reference) => {
      const rows = await sql<{ amount: string }>(
        `select asked as amount from sandbox_bank.payments where provider = $1 and reference = $2 and asked is not null
         union all
         select amount from sandbox_bank.outgoing where provider = $1 and reference = $2 and not is_refused
         union all
         select 0 from sandbox_bank.repeats where provider = $1 and reference = $2`,
        [name, reference],
      );
      return rows.map(({ amount }) => formatMoney(cents(BigInt(amount))));
    },
    secrets: ["255712345678", "ada@buyer.example"],
    close: async () => undefined,
  };
}

for (const name of Object.keys(PLAYERS) as SandboxName[]) {
  conforms(name, async () => stageOf(name), { skipped: skippedOf(name) });
}

test("each provider signs with a key of its own", async () => {
  const body = Buffer.from('{"order":"HF0","receipt":1,"outcome":"pending"}');
  const headers = { [SIGNATURE_HEADER]: signNotice(noticeKey(SECRET, "sandbox-card"), unixSeconds(), body) };
  const verdicts = await Promise.all(
    openProviders({ mode: "sandbox" }, { db, secret: SECRET, origin }).all.map(async (provider) => [
      provider.name,
      (await provider.verifyCallback({ method: "POST", path: "/", host: "localhost", headers, body })).kind,
    ]),
  );
  expect(verdicts).toEqual([
    ["sandbox-card", "genuine"],
    ["sandbox-mobile-money", "forged"],
    ["sandbox-bank", "forged"],
    ["sandbox", "forged"],
  ]);
});

test("a dispute whose notice bears no signature is not believed, and one that makes no sense is none", async () => {
  const dispute = { about: "dispute", order: "HF0", is_taken: true, currency: "USD", reason: "fraudulent" };
  const said = { ...dispute, stage: "opened", amount_minor: "2500", fee_minor: "1500", answer_by: 4_000_000_000 };
  const card = openProviders({ mode: "sandbox" }, { db, secret: SECRET, origin }).byName("sandbox-card") as Provider;
  const verdictOf = (fields: object, isSigned: boolean) => {
    const body = Buffer.from(JSON.stringify(fields));
    const signature = signNotice(noticeKey(SECRET, "sandbox-card"), unixSeconds(), body);
    return card.verifyCallback(noticed("sandbox-card", body, isSigned ? { [SIGNATURE_HEADER]: signature } : {}));
  };
  expect(await verdictOf(said, true)).toMatchObject({
    kind: "genuine",
    reports: [{ stage: "opened", theirId: "dispute-HF0", amount: 2500n, fee: 1500n, answerBy: 4_000_000_000 }],
  });
  expect(await verdictOf(said, false)).toMatchObject({ kind: "hint", about: [{ about: "payment", reference: "HF0" }] });
  for (const wrong of [{ stage: "paid" }, { amount_minor: "0" }, { fee_minor: "-1" }, { is_taken: "yes" }])
    expect(await verdictOf({ ...said, ...wrong }, true)).toMatchObject({ kind: "unreadable" });
});

test("in live mode nothing is offered, and play money has no provider", () => {
  const money = { amount: cents(2500n), currency: "USD" };
  const live = openProviders({ mode: "live" }, { db, secret: SECRET, origin });
  expect(live.methods(money)).toEqual([]);
  expect(live.all).toEqual([]);
  expect(live.forPayment("card", { ...money, country: null })).toBeNull();
  expect(live.byName("sandbox-card")).toBeNull();
  const sandbox = openProviders({ mode: "sandbox" }, { db, secret: SECRET, origin });
  expect(sandbox.methods(money)).toEqual(["card", "mobile_money", "bank"]);
});
