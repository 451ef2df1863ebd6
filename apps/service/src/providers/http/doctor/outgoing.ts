/** Refunds and payouts: money that leaves, once. */
import { cents } from "../../../domain/money.js";
import type { FoundOut, PaidOut, PaymentOrder } from "../../port.js";
import {
  ASKED,
  type Bench,
  type Check,
  DAY_AND_MORE,
  LATER,
  mustBe,
  mustBeMade,
  payoutOf,
  RETURNED,
  refundOf,
  said,
  takesOf,
  Wrong,
} from "./bench.js";
import { ordered, paid } from "./payments.js";

/** One that is asked for, and how it is looked up. */
type Leaving = { readonly reference: string; ask(): Promise<PaidOut>; look(): Promise<FoundOut> };

type Kind = {
  readonly name: "refund" | "payout";
  skip(bench: Bench): string | null;
  begin(bench: Bench): Promise<Leaving>;
  returnDays(bench: Bench): number;
  fate(fate: "paid" | "refused" | "later" | "returned"): Parameters<Bench["test"]["condition"]>[0];
};

const part = ({ amount }: PaymentOrder): bigint => (amount / 500n) * 100n || 100n;

function refundOn(bench: Bench, order: PaymentOrder, amount = cents(part(order))): Leaving {
  const refund = refundOf(order, amount);
  return {
    reference: refund.reference,
    ask: () => bench.adapter.refund(refund, ASKED),
    look: () => bench.adapter.lookUpRefund(refund, ASKED),
  };
}

const KINDS: readonly Kind[] = [
  {
    name: "refund",
    skip: (bench) => {
      const takes = takesOf(bench);
      if (takes === null) return "it takes no payments";
      return takes.refundDays === 0 ? "it refunds nothing" : null;
    },
    begin: async (bench) => refundOn(bench, await paid(bench)),
    returnDays: (bench) => takesOf(bench)?.returnDays ?? 0,
    fate: (refunds) => ({ refunds }),
  },
  {
    name: "payout",
    skip: ({ told, plays }) => {
      if (!told.capabilities.some(({ direction }) => direction === "out")) return "it pays nobody out";
      return plays.payee === null ? "its test mode names no payee" : null;
    },
    begin: async (bench) => {
      const payout = payoutOf(bench);
      return {
        reference: payout.reference,
        ask: () => bench.adapter.payout(payout, ASKED),
        look: () => bench.adapter.lookUpPayout(payout, ASKED),
      };
    },
    returnDays: ({ told }) => told.capabilities.find(({ direction }) => direction === "out")?.returnDays ?? 0,
    fate: (payouts) => ({ payouts }),
  },
];

const checksOf = (kind: Kind): readonly Check[] => {
  const { name, begin, fate, skip } = kind;
  const check = (id: string, title: string, rest: Pick<Check, "run"> & Partial<Check>): Check => ({
    group: `${name}s`,
    id: `${name}-${id}`,
    title,
    skip,
    ...rest,
  });
  return [
    check("once", `a ${name} is paid once for one reference, at once and a day later`, {
      run: async (bench) => {
        const one = await begin(bench);
        for (const answer of await Promise.all([one.ask(), one.ask(), one.ask()]))
          mustBe(`a ${name}`, answer, ["paid", "pending"]);
        await bench.test.advance(DAY_AND_MORE);
        mustBe(`the ${name}, asked again a day later,`, await one.ask(), ["paid"]);
        mustBe(`the ${name}, looked up,`, await one.look(), ["paid"]);
        await mustBeMade(bench, one.reference, 1);
        return "paid once";
      },
    }),
    check("refused", `a ${name} that is refused stays refused, with a reason, and nothing leaves`, {
      run: async (bench) => {
        const one = await begin(bench);
        await bench.test.condition(fate("refused"));
        const { reason } = mustBe(`a ${name} that is to be refused`, await one.ask(), ["refused"]);
        await bench.test.condition(fate("paid"));
        mustBe("asked again, what was refused", await one.ask(), ["refused"]);
        await mustBeMade(bench, one.reference, 0);
        return reason;
      },
    }),
    check("later", `a ${name} that takes its time is pending until it is paid`, {
      run: async (bench) => {
        const one = await begin(bench);
        await bench.test.condition(fate("later"));
        for (const _ of [1, 2]) mustBe(`a ${name} that takes its time`, await one.ask(), ["pending"]);
        mustBe("looked up, what takes its time", await one.look(), ["pending"]);
        await bench.test.advance(LATER);
        mustBe("looked up after ten minutes, what takes its time", await one.look(), ["paid"]);
        await mustBeMade(bench, one.reference, 1);
        return "pending, then paid";
      },
    }),
    check("returned", `a ${name} that comes back is told when it is looked up, and is not paid a second time`, {
      skip: (bench) =>
        skip(bench) ?? (kind.returnDays(bench) === 0 ? "nothing comes back: its return_days is 0" : null),
      run: async (bench) => {
        const one = await begin(bench);
        await bench.test.condition(fate("returned"));
        mustBe(`a ${name}`, await one.ask(), ["paid"]);
        await bench.test.advance(RETURNED);
        const { reason } = mustBe("looked up after an hour, what comes back", await one.look(), ["returned"]);
        mustBe("asked again, what came back", await one.ask(), ["returned"]);
        await mustBeMade(bench, one.reference, 1);
        return reason;
      },
    }),
    check("short", `a ${name} for which the balance does not reach is not taken, and is paid once it does`, {
      skip: (bench) =>
        skip(bench) ?? (bench.plays.plays.includes("available") ? null : "its test mode can't play available"),
      run: async (bench) => {
        const one = await begin(bench);
        await bench.test.condition({ available: "0.01" });
        const answer = mustBe(`a ${name} for which the balance does not reach`, await one.ask(), ["short", "pending"]);
        await bench.test.condition({ available: null });
        await bench.test.advance(LATER);
        mustBe("asked again, with enough there,", await one.ask(), ["paid"]);
        await mustBeMade(bench, one.reference, 1);
        return `${answer.kind}, then paid`;
      },
    }),
    ...faultsOf(kind),
  ];
};

const faultsOf = ({ name, begin, skip }: Kind): readonly Check[] =>
  (["lost", "dropped", "down"] as const).map((fault) => ({
    group: `${name}s`,
    id: `${name}-${fault}`,
    title: `a ${name} while what stands behind it is ${fault}: nobody knows, and asked again it is paid once`,
    skip,
    run: async (bench) => {
      const one = await begin(bench);
      await bench.test.condition({ fault });
      mustBe(`a ${name} while what stands behind it is ${fault}`, await one.ask(), ["unreachable"]);
      await bench.test.condition({ fault: null });
      const found = mustBe("the look-up afterwards", await one.look(), ["paid", "pending", "unknown"]);
      mustBe("asked again, it", await one.ask(), ["paid"]);
      await mustBeMade(bench, one.reference, 1);
      return `${said(found)}, then paid once`;
    },
  }));

const [REFUND] = KINDS as readonly [Kind];

export const OUTGOING: readonly Check[] = [
  ...KINDS.flatMap(checksOf),
  {
    group: "refunds",
    id: "refund-parts",
    title: "parts go back, and never more in all than came in",
    skip: (bench) => REFUND.skip(bench) ?? (takesOf(bench)?.isPartial === true ? null : "it refunds no parts"),
    run: async (bench) => {
      const order = await paid(bench);
      const first = cents(part(order));
      mustBe("a part", await refundOn(bench, order, first).ask(), ["paid"]);
      const tooMuch = cents(order.amount - first + 1n);
      mustBe("a cent more than is left", await refundOn(bench, order, tooMuch).ask(), ["refused"]);
      mustBe("the rest", await refundOn(bench, order, cents(order.amount - first)).ask(), ["paid"]);
      mustBe("a cent when nothing is left", await refundOn(bench, order, cents(1n)).ask(), ["refused"]);
      return "no more than came in";
    },
  },
  {
    group: "refunds",
    id: "refund-again",
    title: "what a refund brought back goes back by another, under a reference of its own",
    skip: (bench) =>
      REFUND.skip(bench) ?? (REFUND.returnDays(bench) === 0 ? "nothing comes back: its return_days is 0" : null),
    run: async (bench) => {
      const order = await paid(bench);
      await bench.test.condition(REFUND.fate("returned"));
      const first = refundOn(bench, order, order.amount);
      mustBe("a refund of all that came in", await first.ask(), ["paid"]);
      await bench.test.advance(RETURNED);
      mustBe("looked up after an hour, it", await first.look(), ["returned"]);
      await bench.test.condition(REFUND.fate("paid"));
      const second = refundOn(bench, order, order.amount);
      mustBe("the refund of what came back", await second.ask(), ["paid"]);
      await mustBeMade(bench, second.reference, 1);
      return "sent again";
    },
  },
  {
    group: "refunds",
    id: "refund-nothing",
    title: "nothing is paid back of what never came in",
    skip: REFUND.skip,
    run: async (bench) => {
      const one = refundOn(bench, await ordered(bench));
      const { reason } = mustBe("a refund of what never came in", await one.ask(), ["refused"]);
      if ((await bench.test.made(one.reference)).length > 0) throw new Wrong("it was paid all the same");
      return reason;
    },
  },
];
