/** An adapter's test mode: what the doctor and the conformance suite play with it. Nothing else asks for it. */
import { PROVIDER_WORDS } from "@holdfast/contract";
import { type Cents, formatMoney } from "../../domain/money.js";
import { DESTINATION_KINDS, type Payee } from "../../domain/payouts.js";
import { integerIn, isObject, type Json, listIn, objectIn, textIn, textsIn, wordIn } from "./answers.js";
import type { HttpAsking } from "./client.js";

type Word<Name extends keyof typeof PROVIDER_WORDS> = (typeof PROVIDER_WORDS)[Name][number];

/** What a test mode can play besides payers who pay, and whom it pays out to. */
export type Plays = { readonly plays: readonly Word<"plays">[]; readonly payee: Payee | null };

export type Conditions = {
  readonly refunds?: Word<"fates">;
  readonly payouts?: Word<"fates">;
  /** What can leave; null for any amount. */
  readonly available?: string | null;
  readonly currency?: string;
  readonly fault?: Word<"faults"> | null;
};

/** A callback as it would be sent now: its headers by their names, and its exact body. */
export type PlayedCallback = { readonly headers: Readonly<Record<string, string>>; readonly body: string };

/** Each rejects where the helper does not do what the protocol says. */
export type TestMode = {
  plays(): Promise<Plays>;
  /** False when the payer can't pay any more. */
  pay(reference: string, amount?: Cents): Promise<boolean>;
  decline(reference: string): Promise<boolean>;
  /** The adapter's id of the dispute; null when the bank can't do so. */
  dispute(reference: string, deed: "inquire" | "open" | "win" | "lose"): Promise<string | null>;
  evidence(id: string): Promise<{ readonly story: string; readonly files: number } | null>;
  faultLine(reference: string, fault: Word<"lineFaults">): Promise<void>;
  condition(conditions: Conditions): Promise<void>;
  advance(seconds: number): Promise<void>;
  made(reference: string): Promise<readonly string[]>;
  callbacks(reference: string): Promise<readonly PlayedCallback[]>;
};

/** A helper did not do what the protocol says. */
export class HelperFailed extends Error {}

const CALLBACKS_MAX = 1_000;

export function openTestMode({ ask }: HttpAsking): TestMode {
  const asked = async <const Kind extends string>(path: string, body: Json | null, kinds: readonly Kind[]) => {
    const answer = await ask({ path, body }, kinds);
    if (answer.kind === "said") return answer;
    throw new HelperFailed(`${body === null ? "GET" : "POST"} ${path}: ${answer.reason}`);
  };
  const play = async (path: string, body: Json): Promise<boolean> =>
    (await asked(path, body, ["done", "refused"])).word === "done";
  const must = async (path: string, body: Json): Promise<void> => {
    if (!(await play(path, body))) throw new HelperFailed(`POST ${path}: it refuses`);
  };
  const payment = (reference: string): string => `/test/payments/${encodeURIComponent(reference)}`;
  return {
    plays: async () => playsIn((await asked("/capabilities", null, ["capabilities"])).said),
    pay: (reference, amount) =>
      play(`${payment(reference)}/pay`, amount === undefined ? {} : { amount: formatMoney(amount) }),
    decline: (reference) => play(`${payment(reference)}/decline`, {}),
    dispute: async (reference, deed) => {
      const { word, said } = await asked(`${payment(reference)}/dispute`, { deed }, ["done", "refused"]);
      return word === "done" ? textIn(said, "id", 255) : null;
    },
    evidence: async (id) => {
      const { word, said } = await asked(`/test/disputes/${encodeURIComponent(id)}/evidence`, null, [
        "evidence",
        "unknown",
      ]);
      return word === "unknown"
        ? null
        : { story: String(said["story"]), files: integerIn(said, "files", { most: 20 }) };
    },
    faultLine: (reference, fault) => must(`${payment(reference)}/statement`, { fault }),
    condition: (conditions) => must("/test/conditions", conditions),
    advance: (seconds) => must("/test/advance", { seconds }),
    made: async (reference) =>
      textsIn(
        (await asked(`/test/made/${encodeURIComponent(reference)}`, null, ["made"])).said,
        "amounts",
        CALLBACKS_MAX,
      ),
    callbacks: async (reference) => {
      const { said } = await asked(`/test/callbacks/${encodeURIComponent(reference)}`, null, ["callbacks"]);
      return listIn(said, "callbacks", CALLBACKS_MAX).map(callbackIn);
    },
  };
}

const callbackIn = (said: Json): PlayedCallback => ({
  headers: {
    "content-type": "application/json",
    "webhook-id": textIn(said, "id", 128),
    "webhook-timestamp": String(said["timestamp"]),
    "webhook-signature": textIn(said, "signature", 1_000),
  },
  body: typeof said["body"] === "string" ? said["body"] : "",
});

function playsIn(said: Json): Plays {
  if (!isObject(said["test"])) throw new HelperFailed("GET /capabilities: it says nothing of a test mode");
  const test = objectIn(said, "test");
  const plays = textsIn(test, "plays", 20).map((_, at) =>
    wordIn(test["plays"] as unknown as Json, String(at), PROVIDER_WORDS.plays),
  );
  return { plays, payee: test["payee"] === null ? null : payeeIn(objectIn(test, "payee")) };
}

function payeeIn(said: Json): Payee {
  const who = { name: textIn(said, "name", 200), number: textIn(said, "number", 64) };
  const kind = wordIn(said, "kind", DESTINATION_KINDS);
  return kind === "bank" ? { kind, ...who, bank: textIn(said, "bank", 200) } : { kind, ...who };
}
