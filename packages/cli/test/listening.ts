/** `holdfast listen` as its stories start it, and the shop whose events it follows. */
import { API_PATH } from "@holdfast/contract";
import { expect } from "vitest";
import type { Json } from "../../../apps/service/test/harness.js";
import {
  COMMAND_LINE,
  call,
  type Environment,
  type Launched,
  launch,
  type Served,
  until,
} from "../../../apps/service/test/process/launch.js";

export type Listening = Launched & {
  /** The objects that it has printed so far. */
  said(kind: string): readonly Json[];
  secret(): string;
};

export const args = (key: string, forwardTo: string, ...more: string[]): string[] => [
  "listen",
  "--api-key",
  key,
  "--forward-to",
  forwardTo,
  ...more,
];

/** Starts it and waits until it follows the feed. */
export async function listen(key: string, forwardTo: string, env: Environment): Promise<Listening> {
  const launched = launch([COMMAND_LINE, ...args(key, forwardTo, "--json")], { env });
  const said = (kind: string): readonly Json[] =>
    launched
      .stdout()
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Json)
      .filter((one) => one["kind"] === kind);
  await until(() => said("ready").length === 1 || launched.child.exitCode !== null, "listen is ready");
  return { ...launched, said, secret: () => said("listening")[0]?.["secret"] };
}

export async function stop(listening: Launched, signal: "SIGINT" | "SIGTERM" = "SIGTERM"): Promise<void> {
  listening.child.kill(signal);
  expect(await listening.ended).toMatchObject({ code: 0, signal: null, stderr: "" });
}

export const idsOf = (events: readonly Json[]): unknown[] => events.map((event) => event["id"]);

/** A merchant's way to the API of a running service. */
export function shopOf(service: Served, key: string) {
  const post = async (path: string, body: object = {}): Promise<Json> => {
    const answer = await call(service.origin, "POST", API_PATH + path, { key, body });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  return {
    post,
    /** Two events: checkout.session.completed and escrow.created. */
    order: async (title = "Hand-thrown dinner set"): Promise<Json> => {
      const session = await post("/checkout/sessions", { title, amount: "249.90" });
      return post(`/test_helpers/checkout/sessions/${session["id"]}/confirm`);
    },
    pay: (escrow: Json): Promise<Json> => post(`/test_helpers/escrows/${escrow["id"]}/payments`),
    /** Every event of the account, oldest first, and the pages that held them, as they came. */
    feed: async (): Promise<{ events: Json[]; text: string }> => {
      const events: Json[] = [];
      const texts: string[] = [];
      for (let path: string | null = `${API_PATH}/events?limit=100`; path !== null; ) {
        const { body, text } = await call(service.origin, "GET", path, { key });
        events.push(...body["data"]);
        texts.push(text);
        const next: string | null = body["next"];
        path = next === null ? null : next.replace(/^https?:\/\/[^/]+/, "");
      }
      return { events: events.reverse(), text: texts.join("\n") };
    },
  };
}

export const HOSTILE = '"},"data":[{"id":"evt_0"}],\\"next\\": null {[ Åsa 子 🏺 \u2028 \\u0041 \\';
