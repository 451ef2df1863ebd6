/** An adapter over HTTP as a stage, whatever language it is written in: played by the helpers of its test mode, and spoiled on the way. */
import { expect } from "vitest";

import { formatMoney } from "../../../src/domain/money.js";
import { unixSeconds } from "../../../src/platform/clock.js";
import type { Database } from "../../../src/platform/database.js";
import { openHttp } from "../../../src/providers/http/adapter.js";
import { openAsking } from "../../../src/providers/http/client.js";
import { callbackPathOf, type HttpSettings } from "../../../src/providers/http/settings.js";
import { keysOf, signedHeaders } from "../../../src/providers/http/signature.js";
import { openTestMode, type PlayedCallback, type TestMode } from "../../../src/providers/http/test-mode.js";
import { openHttpClient } from "../../../src/providers/http-client.js";
import type { Adapter, CallbackRequest, Provider } from "../../../src/providers/port.js";
import { wrapped } from "../../../src/providers/wrapper.js";
import { cents } from "../../payments/desk.js";
import { FAULTS, type Fault, type Stage } from "../stage.js";
import { type Faulty, openFaulty } from "./faulty.js";
import { problemOfCallback } from "./judge.js";

/** As `openssl rand -base64 32` would make it. */
export const ADAPTER_SECRET = `whsec_${Buffer.alloc(32, "what both sides know").toString("base64")}`;
const NAME = "mybank";

/** More than an answer takes on a busy machine. */
const PATIENCE_MS = 20_000;

export type HttpStage = Stage & {
  readonly faulty: Faulty;
  readonly test: TestMode;
  /** Without the wrapper: what it makes of one answer. */
  readonly adapter: Adapter;
  /** The adapter itself says something else from now on, and signs it. @param about the path that is asked */
  lies(about: RegExp, change: (said: Readonly<Record<string, unknown>>) => unknown): void;
  /** Another process, with other settings. */
  open(settings: Partial<HttpSettings>): Provider;
};

/** @param given.isClockShared the adapter goes by the database's clock already. */
export async function openHttpStage(
  db: Database,
  given: { readonly url: string; readonly isClockShared: boolean; readonly withinMs?: number },
): Promise<HttpStage> {
  const { url, isClockShared, withinMs = PATIENCE_MS } = given;
  const keys = keysOf([ADAPTER_SECRET]);
  const faulty = await openFaulty(url);
  const httpClient = openHttpClient({ bases: [url, faulty.url], isSandbox: true, withinMs });
  const test = openTestMode(openAsking({ httpClient, url, keys }));
  const settings: HttpSettings = {
    name: NAME,
    url: faulty.url,
    secrets: [ADAPTER_SECRET],
    isLive: false,
    isNear: true,
  };
  const adapterOf = (more: Partial<HttpSettings>): Adapter =>
    openHttp({ ...settings, ...more }, { httpClient, callbackUrl: () => `https://pay.example${callbackPathOf(NAME)}` });
  const open: HttpStage["open"] = (more) => wrapped(adapterOf(more), { db, withinMs: 2 * withinMs });
  const provider = open({});
  await provider.refresh();
  const adapter = adapterOf({});
  await adapter.refresh?.();
  const { plays, payee } = await test.plays();
  const disputed = new Map<string, string>();
  const can = (play: (typeof plays)[number]): boolean => plays.includes(play);
  const requestOf = ({ headers, body }: PlayedCallback): CallbackRequest => {
    expect(problemOfCallback(JSON.parse(body))).toBeNull();
    return { method: "POST", path: callbackPathOf(NAME), host: "pay.example", headers, body: Buffer.from(body) };
  };
  return {
    faulty,
    test,
    adapter,
    open,
    lies: (about, change) => {
      faulty.rewrite = (path, answer) => {
        if (!about.test(path)) return answer;
        const text = JSON.stringify(change(JSON.parse(answer.text) as Readonly<Record<string, unknown>>));
        const id = answer.headers["webhook-id"] ?? "";
        const signed = signedHeaders(keys, { id, seconds: unixSeconds(), body: text });
        return { ...answer, text, headers: { ...answer.headers, ...signed } };
      };
    },
    provider,
    pay: (reference) => test.pay(reference),
    ...(can("decline") ? { decline: (reference: string) => test.decline(reference) } : {}),
    ...(can("transfer") ? { transfer: test.pay } : {}),
    ...(can("currency") ? { setCurrency: (currency: string) => test.condition({ currency }) } : {}),
    notices: async (reference, { ago = 0, isUnsigned = false } = {}) =>
      (await test.callbacks(reference)).map(({ headers, body }) => {
        const again = signedHeaders(keys, { id: headers["webhook-id"] ?? "", seconds: unixSeconds() - ago, body });
        return requestOf({ body, headers: isUnsigned ? {} : ago === 0 ? headers : { ...headers, ...again } });
      }),
    covers: ["method"],
    setRefunds: (refunds) => test.condition({ refunds }),
    ...(payee === null ? {} : { payee, setPayouts: (payouts) => test.condition({ payouts }) }),
    ...(can("available")
      ? { setFloat: (amount) => test.condition({ available: amount === null ? null : formatMoney(amount) }) }
      : {}),
    faults: Object.keys(FAULTS) as Fault[],
    fault: async (kind) => {
      const isBehind = kind === "lost" || kind === "dropped";
      faulty.fault(isBehind ? null : kind);
      await test.condition({ fault: isBehind ? kind : null });
    },
    faultStatement: (reference, fault) => test.faultLine(reference, fault),
    ...(can("dispute")
      ? {
          dispute: {
            open: async (reference, at) => {
              const id = (await test.dispute(reference, at === "inquiry" ? "inquire" : "open")) ?? "none";
              disputed.set(id, reference);
              return id;
            },
            decide: async (theirId, outcome) => {
              await test.dispute(disputed.get(theirId) ?? "", outcome === "won" ? "win" : "lose");
            },
            notice: async (theirId) => requestOf((await test.callbacks(theirId)).at(-1) as PlayedCallback),
            evidence: (theirId) => test.evidence(theirId),
          },
        }
      : {}),
    advance: async (seconds) => {
      await test.advance(seconds);
      if (isClockShared) return;
      await db.query({
        name: "advance clock",
        text: "update test_clock set offset_seconds = offset_seconds + $1",
        values: [seconds],
      });
    },
    made: async (reference) => (await test.made(reference)).map((amount) => formatMoney(cents(amount))),
    secrets: [...(payee === null ? [] : [payee.number]), "255712345678", "ada@buyer.example", ADAPTER_SECRET],
    close: async () => {
      await httpClient.close();
      await faulty.close();
      expect(faulty.problems).toEqual([]);
    },
  };
}
