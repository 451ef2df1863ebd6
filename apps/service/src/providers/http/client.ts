/** Asks an adapter: signs a request for its method and path, and believes an answer that is signed for that request alone. */
import { unixSeconds } from "../../platform/clock.js";
import { uuidv7 } from "../../platform/random.js";
import { type HttpClient, jsonIn, type Response, refusalOf } from "../http-client.js";
import type { Unreachable } from "../port.js";
import { Unreadable } from "../unreadable.js";
import { type Json, wordIn } from "./answers.js";
import { type Keys, problemOfSignature, signedHeaders } from "./signature.js";

export type HttpAsking = {
  /**
   * One of the kinds that the operation answers with.
   * @param question.path below the adapter's address, percent-encoded, with its query. question.body null asks by GET.
   * @throws {Unreadable} for any other kind.
   */
  ask<const Kind extends string>(
    question: { readonly path: string; readonly body: Json | null },
    kinds: readonly Kind[],
  ): Promise<{ readonly kind: "said"; readonly word: Kind; readonly said: Json } | Unreachable>;
};

export type Access = {
  readonly httpClient: Pick<HttpClient, "ask">;
  readonly url: string;
  readonly keys: Keys;
};

export function openAsking({ httpClient, url, keys }: Access): HttpAsking {
  const base = new URL(url);
  const prefix = base.pathname.replace(/\/$/, "");
  return {
    ask: async ({ path, body }, kinds) => {
      const method = body === null ? "GET" : "POST";
      const bytes = body === null ? "" : JSON.stringify(body);
      const target = prefix + path;
      // The id covers what the bytes don't: nobody can send them to another path.
      const id = `${method}:${target}:${uuidv7().replaceAll("-", "")}`;
      const answer = await httpClient.ask({
        method,
        url: base.origin + target,
        headers: {
          accept: "application/json",
          ...(body === null ? {} : { "content-type": "application/json" }),
          ...signedHeaders(keys, { id, seconds: unixSeconds(), body: bytes }),
        },
        body: body === null ? null : bytes,
      });
      if (answer.kind === "unreachable") return answer;
      const said = readAnswer(answer, { keys, id });
      if (said.kind === "unreachable") return said as Unreachable;
      return { kind: "said", word: wordIn(said.json, "kind", kinds), said: said.json };
    },
  };
}

type Given = { readonly keys: Keys; readonly id: string };

function readAnswer(
  answer: Response,
  { keys, id }: Given,
): { readonly kind: "json"; readonly json: Json } | Unreachable {
  const refusal = refusalOf(answer);
  if (refusal !== null) {
    // Nobody has signed it: that nothing was done is for a look-up to say.
    const { isUndone: _, ...unknown } = refusal;
    return unknown.cause === "key"
      ? { ...unknown, reason: `it does not take our signature (HTTP ${answer.status})` }
      : unknown;
  }
  if (answer.status !== 200) return unreachable(`it answered with HTTP ${answer.status}`);
  const { headers, text } = answer;
  const problem = problemOfSignature(keys, { headers, body: text, now: unixSeconds() });
  if (problem !== null) return unreachable(`its answer can't be believed: ${problem}`);
  if (headers["webhook-id"] !== id)
    return unreachable("its answer can't be believed: it is signed for another request");
  const json = jsonIn(answer);
  if (json === null) throw new Unreadable("its answer is no JSON object");
  return { kind: "json", json };
}

const unreachable = (reason: string): Unreachable => ({ kind: "unreachable", reason });
