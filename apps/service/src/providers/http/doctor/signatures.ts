/** What is not signed is not read. */
import { randomBytes } from "node:crypto";
import { unixSeconds } from "../../../platform/clock.js";
import { keysOf, problemOfSignature } from "../signature.js";
import { type Bench, type Check, mustBe, orderOf, type RawQuestion, Wrong } from "./bench.js";

/** Reads nothing that matters, and needs no body. */
const BALANCE = { method: "GET", target: "/balance" } as const;

async function mustRefuse(bench: Bench, what: string, question: RawQuestion): Promise<string> {
  const answer = await bench.raw(question);
  if (answer.kind === "unreachable") throw new Wrong(`${what}: it gave no answer (${answer.reason})`);
  if (answer.status !== 401) throw new Wrong(`${what} was answered with HTTP ${answer.status} instead of 401`);
  return "401";
}

const others = () => keysOf([`whsec_${randomBytes(32).toString("base64")}`]);
const order = (bench: Bench): string => {
  const { reference, amount: _, ...rest } = orderOf(bench);
  return JSON.stringify({ reference, amount: "1.00", ...rest });
};

export const SIGNATURES: readonly Check[] = [
  {
    group: "signature",
    id: "answer-signed",
    title: "an answer is signed, for its request",
    run: async (bench) => {
      const answer = await bench.raw(BALANCE);
      if (answer.kind === "unreachable") throw new Wrong(`it gave no answer (${answer.reason})`);
      if (answer.status !== 200) throw new Wrong(`it answered with HTTP ${answer.status} instead of 200`);
      const { headers, text } = answer;
      const problem = problemOfSignature(bench.keys, { headers, body: text, now: unixSeconds() });
      if (problem !== null) throw new Wrong(`of its answer, ${problem}`);
      if (headers["webhook-id"]?.startsWith("GET:") !== true)
        throw new Wrong("its answer has another webhook-id than its request");
      return "signed";
    },
  },
  {
    group: "signature",
    id: "unsigned",
    title: "a request without a signature is refused",
    run: (bench) => mustRefuse(bench, "a request without a signature", { ...BALANCE, signing: null }),
  },
  {
    group: "signature",
    id: "other-secret",
    title: "a request that another secret signed is refused",
    run: (bench) =>
      mustRefuse(bench, "a request that another secret signed", { ...BALANCE, signing: { keys: others() } }),
  },
  {
    group: "signature",
    id: "changed-body",
    title: "a request whose body was changed is refused",
    run: (bench) => {
      const question = {
        method: "POST",
        target: "/payments",
        body: `${order(bench)} `,
        signing: { body: order(bench) },
      } as const;
      return mustRefuse(bench, "a request whose body was changed", question);
    },
  },
  {
    group: "signature",
    id: "old",
    title: "a request of 330 seconds ago is refused",
    run: (bench) =>
      mustRefuse(bench, "a request of 330 seconds ago", { ...BALANCE, signing: { seconds: unixSeconds() - 330 } }),
  },
  {
    group: "signature",
    id: "early",
    title: "a request of 330 seconds ahead is refused",
    run: (bench) =>
      mustRefuse(bench, "a request of 330 seconds ahead", { ...BALANCE, signing: { seconds: unixSeconds() + 330 } }),
  },
  {
    group: "signature",
    id: "other-path",
    title: "a request that was signed for another path or method is refused",
    run: async (bench) => {
      const target = "/refunds/made-for-another";
      const { pathname } = new URL("http://adapter/capabilities");
      for (const id of [`GET:${pathname}:1`, `POST:${target}:1`, "1"])
        await mustRefuse(bench, `a request with the webhook-id ${id}`, { method: "GET", target, signing: { id } });
      return "401";
    },
  },
  {
    group: "signature",
    id: "two-secrets",
    title: "a request that two secrets signed is taken, whichever comes first",
    run: async (bench) => {
      for (const keys of [
        [...bench.keys, ...others()],
        [...others(), ...bench.keys],
      ]) {
        const answer = await bench.raw({ ...BALANCE, signing: { keys } });
        if (answer.kind === "unreachable" || answer.status !== 200)
          throw new Wrong(
            `it was answered with ${answer.kind === "answered" ? `HTTP ${answer.status}` : answer.reason}`,
          );
      }
      return "200";
    },
  },
  {
    group: "signature",
    id: "unknown-fields",
    title: "a field that it doesn't know is ignored",
    run: async (bench) => {
      const answer = await bench.raw({ method: "POST", target: "/payees/check", body: JSON.stringify(STRANGE) });
      if (answer.kind === "unreachable" || answer.status !== 200)
        throw new Wrong(`it was answered with ${answer.kind === "answered" ? `HTTP ${answer.status}` : answer.reason}`);
      const checked = await bench.adapter.checkPayee({
        kind: "bank",
        name: "Ada Byron",
        number: "DE75512108001245126199",
        bank: "First Bank",
      });
      return mustBe("whom to pay", checked, ["known", "unknown", "unsupported"]).kind;
    },
  },
];

const STRANGE = {
  payee: { kind: "bank", name: "Ada Byron", number: "DE75512108001245126199", bank: "First Bank", favourite: "blue" },
  next_year: true,
};
