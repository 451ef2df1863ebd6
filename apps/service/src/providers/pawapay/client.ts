/** Asks pawaPay: signs a request, and says what its answer means to us. Knows nothing of what is asked. */
import { unixSeconds } from "../../platform/clock.js";
import { type HttpClient, type Response, refusalOf } from "../http-client.js";
import type { Unreachable } from "../port.js";
import { codeIn, jsonIn, objectOf } from "./answers.js";
import type { SigningKey } from "./settings.js";
import { signRequest } from "./signature.js";

export type Answer =
  | { readonly kind: "done"; readonly value: unknown }
  /** It can't read what we asked, or won't: nothing was done. */
  | { readonly kind: "refused"; readonly code: string }
  | Unreachable;

export type PawapayClient = {
  get(path: string): Promise<Answer>;
  post(path: string, body: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** A file elsewhere, to which its address alone is the key: our token is not sent. */
  download(url: string): Promise<{ readonly kind: "done"; readonly value: string } | Unreachable>;
};

export type Access = {
  readonly httpClient: Pick<HttpClient, "ask">;
  readonly origin: string;
  readonly token: string;
  readonly signing: SigningKey | null;
};

const JSON_TYPE = "application/json";

export function openClient({ httpClient, origin, token, signing }: Access): PawapayClient {
  const known = { authorization: `Bearer ${token}`, accept: JSON_TYPE };
  return {
    get: async (path) =>
      readAnswer(await httpClient.ask({ method: "GET", url: origin + path, headers: known, body: null })),
    post: async (path, value) => {
      const request = { method: "POST", url: origin + path, type: JSON_TYPE, body: JSON.stringify(value) } as const;
      const signed = signing === null ? { "content-type": JSON_TYPE } : signRequest(request, signing, unixSeconds());
      return readAnswer(await httpClient.ask({ ...request, headers: { ...known, ...signed } }));
    },
    download: async (url) => {
      const answer = await httpClient.ask({ method: "GET", url, headers: {}, body: null });
      if (answer.kind === "unreachable") return { kind: "unreachable", reason: answer.reason };
      return answer.status === 200
        ? { kind: "done", value: answer.text }
        : { kind: "unreachable", reason: `its file was answered with HTTP ${answer.status}` };
    },
  };
}

function readAnswer(answer: Response | Unreachable): Answer {
  if (answer.kind === "unreachable") return answer;
  const value = jsonIn(answer.text);
  const refusal = refusalOf(answer);
  if (refusal !== null) {
    return refusal.cause === "key" ? { ...refusal, reason: `${refusal.reason}: ${codeIn(objectOf(value))}` } : refusal;
  }
  if (answer.status === 400) return { kind: "refused", code: codeIn(objectOf(value)) };
  if (answer.status > 400) return { kind: "unreachable", reason: `it answered with HTTP ${answer.status}` };
  return value === null ? { kind: "unreachable", reason: "its answer can't be read" } : { kind: "done", value };
}
