/** The statement, the balance, and what payers' banks dispute. */
import { formatAmount } from "../../../domain/currencies.js";
import { cents } from "../../../domain/money.js";
import type { DisputeReport, StatementLine, StatementPage } from "../../port.js";
import { ASKED, type Bench, type Check, mustBe, mustEqual, refundOf, takesOf, Wrong } from "./bench.js";
import { paid } from "./payments.js";

const PAGES_MAX = 1_000;

async function wholeStatement({ adapter }: Bench): Promise<readonly StatementLine[]> {
  const lines: StatementLine[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const page: StatementPage = mustBe("the statement", await adapter.statement(0, cursor), ["page"]);
    lines.push(...page.lines);
    if (!page.hasMore) return lines;
    if (page.cursor === cursor)
      throw new Wrong("a page of the statement has more behind it, and the cursor of the one before");
    ({ cursor } = page);
  }
  throw new Wrong(`the statement has more than ${PAGES_MAX} pages`);
}

const noBooks = ({ told }: Bench): string | null => (told.books === null ? "it has no statement" : null);
const noPaidBooks = (bench: Bench): string | null =>
  noBooks(bench) ?? (takesOf(bench) === null ? "it takes no payments" : null);

const STATEMENTS: readonly Check[] = [
  {
    group: "books",
    id: "statement",
    title: "the statement has every movement once, and adds up to the balance",
    skip: noPaidBooks,
    run: async (bench) => {
      const order = await paid(bench);
      const refund = refundOf(order, cents(100n));
      if (takesOf(bench)?.refundDays !== 0) mustBe("a refund", await bench.adapter.refund(refund, ASKED), ["paid"]);
      const lines = await wholeStatement(bench);
      if (new Set(lines.map(({ id }) => id)).size !== lines.length) throw new Wrong("two lines have the same id");
      const of = (type: string, reference: string): number =>
        lines.filter((line) => line.type === type && line.reference === reference).length;
      mustEqual("how often the payment stands there", of("payment", order.reference), 1);
      if (takesOf(bench)?.refundDays !== 0)
        mustEqual("how often the refund stands there", of("refund", refund.reference), 1);
      const balance = mustBe("the balance", await bench.adapter.balance(), ["balance"]);
      const currencies = new Set([...lines, ...balance.available].map(({ currency }) => currency));
      for (const currency of currencies) {
        const sum = (all: readonly { readonly currency: string; readonly amount: bigint }[]): bigint =>
          all.filter((one) => one.currency === currency).reduce((total, { amount }) => total + amount, 0n);
        const moved = sum(lines.map(({ net, ...line }) => ({ ...line, amount: net })));
        const lying = sum([...balance.available, ...balance.pending]);
        if (moved !== lying)
          throw new Wrong(
            `the statement adds up to ${formatAmount(moved, currency)} ${currency}, and the balance is ${formatAmount(lying, currency)}`,
          );
      }
      return `${lines.length} lines`;
    },
  },
  {
    group: "books",
    id: "statement-goes-on",
    title: "behind the last page is what is new, and nothing else",
    skip: noPaidBooks,
    run: async (bench) => {
      const before = await wholeStatement(bench);
      let page = mustBe("the statement", await bench.adapter.statement(0, null), ["page"]);
      while (page.hasMore) page = mustBe("the statement", await bench.adapter.statement(0, page.cursor), ["page"]);
      const { reference } = await paid(bench);
      const known = new Set(before.map(({ id }) => id));
      const { lines } = mustBe("the statement behind the last page", await bench.adapter.statement(0, page.cursor), [
        "page",
      ]);
      const added = lines.filter(({ id }) => !known.has(id));
      mustEqual(
        "what is new",
        added.filter(({ type }) => type === "payment").map((line) => line.reference),
        [reference],
      );
      return `${added.length} new`;
    },
  },
];

const noDisputes = ({ adapter, plays }: Bench): string | null => {
  if (adapter.disputes === null) return "no bank disputes anything there";
  return plays.plays.includes("dispute") ? null : "its test mode can't play dispute";
};

async function disputed(bench: Bench, deed: "inquire" | "open"): Promise<{ reference: string; id: string }> {
  const { reference } = await paid(bench);
  const id = await bench.test.dispute(reference, deed);
  if (id === null) throw new Wrong(`the helper can't ${deed} a dispute about what was just paid`);
  return { reference, id };
}

async function disputeOf({ adapter }: Bench, id: string): Promise<DisputeReport> {
  const found = await adapter.disputes?.lookUp(id);
  return mustBe("a dispute, looked up,", found ?? { kind: "unknown" }, ["known"]).report;
}

const DISPUTES: readonly Check[] = [
  {
    group: "disputes",
    id: "dispute-stages",
    title: "a dispute is told with its stage: asked about, taken, won and lost",
    skip: noDisputes,
    run: async (bench) => {
      const asked = await disputeOf(bench, (await disputed(bench, "inquire")).id);
      mustEqual("an inquiry", [asked.stage, asked.isTaken], ["inquiry", false]);
      for (const [deed, stage] of [
        ["win", "won"],
        ["lose", "lost"],
      ] as const) {
        const { reference, id } = await disputed(bench, "open");
        const opened = await disputeOf(bench, id);
        mustEqual("a dispute", [opened.payment, opened.stage, opened.isTaken], [reference, "opened", true]);
        await bench.test.dispute(reference, deed);
        const decided = await disputeOf(bench, id);
        mustEqual("the decision", [decided.stage, decided.isTaken], [stage, stage === "lost"]);
      }
      mustBe("a dispute that nobody knows", (await bench.adapter.disputes?.lookUp("dp_nobody")) ?? { kind: "known" }, [
        "unknown",
      ]);
      return "told";
    },
  },
  {
    group: "disputes",
    id: "dispute-refund",
    title: "a disputed payment is not paid back",
    skip: noDisputes,
    run: async (bench) => {
      const order = await paid(bench);
      await bench.test.dispute(order.reference, "open");
      return mustBe("a refund of it", await bench.adapter.refund(refundOf(order, cents(100n)), ASKED), ["refused"])
        .reason;
    },
  },
  {
    group: "disputes",
    id: "dispute-evidence",
    title: "evidence is taken while the bank waits, and refused once it has decided",
    skip: noDisputes,
    run: async (bench) => {
      const { reference, id } = await disputed(bench, "open");
      const evidence = {
        theirId: id,
        product: "Hand-thrown bowl",
        buyer: { name: null, email: "ada@buyer.example" },
        deliveredOn: "2026-11-20",
        story: "It was delivered, and the buyer approved.",
        files: [],
      };
      const send = async () =>
        (await bench.adapter.disputes?.answer(evidence)) ?? { kind: "refused" as const, reason: "none" };
      mustBe("evidence", await send(), ["taken"]);
      mustEqual("what it has of the evidence", (await bench.test.evidence(id))?.story, evidence.story);
      await bench.test.dispute(reference, "lose");
      return mustBe("evidence after the decision", await send(), ["refused"]).reason;
    },
  },
];

export const BOOKS: readonly Check[] = [...STATEMENTS, ...DISPUTES];
