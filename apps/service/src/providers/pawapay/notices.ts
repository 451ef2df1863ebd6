/**
 * What pawaPay notifies us of. It signs for all its customers with the same keys, so a signature says that pawaPay sent a
 * notice, and not that it is about our account: what it says is what pawaPay answers when it is asked for it with our token.
 */
import { createPublicKey, type KeyObject } from "node:crypto";
import { monotonicMs, unixSeconds } from "../../platform/clock.js";
import { isP256 } from "../../platform/keys.js";
import { attemptOf } from "../attempts.js";
import type { CallbackRequest, Hint, Report, Verified } from "../port.js";
import { readGenuine, Unreadable } from "../unreadable.js";
import { jsonIn, listOf, objectOf, textOr } from "./answers.js";
import type { PawapayClient } from "./client.js";
import { lookUpDeposit } from "./deposits.js";
import { idOf, type Kind } from "./ids.js";
import { type Means, reportOutgoing } from "./outgoing.js";
import type { PawapaySettings } from "./settings.js";
import { checkRequest, type KeyOf } from "./signature.js";

export type NoticeMeans = Means & {
  readonly keyOf: KeyOf;
  readonly callbacks: PawapaySettings["callbacks"];
};

/** A refund names the deposit too. */
const KINDS: readonly (readonly [string, Kind])[] = [
  ["refundId", "refund"],
  ["payoutId", "payout"],
  ["depositId", "payment"],
];

export async function verifyNotice(means: NoticeMeans, request: CallbackRequest): Promise<Verified> {
  const { headers, body } = request;
  const isUnsigned = headers["signature"] === undefined && headers["signature-input"] === undefined;
  if (isUnsigned && means.callbacks === "signed") return { kind: "forged", reason: "It bears no signature." };
  if (!isUnsigned) {
    const checked = await checkRequest(request, means.keyOf, unixSeconds());
    if (checked.kind === "bad") return { kind: "forged", reason: checked.reason };
    if (checked.kind === "good") return readGenuine(null, () => tell(means, body));
  }
  if (jsonIn(body.toString("utf8")) === null) return { kind: "forged", reason: "It is no JSON." };
  const named = await namedIn(means, body);
  return { kind: "hint", id: null, about: named === null ? [] : [named] };
}

/** As ours are kept; what bears no signature may bear anything. */
const REFERENCE = /^[\x21-\x7e]{1,80}$/;

type OfOurs = Hint & { readonly reference: string };

/** Null for what we never asked for: its id does not follow from its reference. */
async function namedIn(means: NoticeMeans, body: Buffer): Promise<OfOurs | null> {
  const told = objectOf(jsonIn(body.toString("utf8")));
  const [field, about] = KINDS.find(([name]) => typeof told[name] === "string") ?? [];
  const reference = textOr(told["clientReferenceId"], null);
  if (field === undefined || about === undefined || reference === null || !REFERENCE.test(reference)) return null;
  const attempts = about === "payment" ? 1 : await attemptOf(means.objects, { kind: about, reference });
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    if (idOf(about, reference, attempt) === told[field]) return { about, reference };
  }
  return null;
}

async function tell(means: NoticeMeans, body: Buffer): Promise<Verified> {
  const told = objectOf(jsonIn(body.toString("utf8")));
  if (!KINDS.some(([name]) => typeof told[name] === "string")) throw new Unreadable("it names nothing");
  const named = await namedIn(means, body);
  if (named === null) return { kind: "genuine", id: null, reports: [] };
  const reports = await ask(means, named);
  return reports === null ? { kind: "hint", id: null, about: [named] } : { kind: "genuine", id: null, reports };
}

/** Null when nobody could be asked, or when there is more to do than to book. */
async function ask(means: NoticeMeans, { about, reference }: OfOurs): Promise<readonly Report[] | null> {
  if (about === "payment") {
    const found = await lookUpDeposit(means, reference, true);
    if (found.kind === "unknown") return [];
    return found.kind === "known" ? found.reports : null;
  }
  const report = await reportOutgoing(means, { kind: about, reference });
  return report === null || "kind" in report ? null : [report];
}

/** How long what was read is good, and how long nobody asks again for a key that was not there. */
const KEYS_GOOD_MS = 3_600_000;
const KEYS_GAP_MS = 60_000;

/** pawaPay's public keys by their ids: kept, and asked for again when one is not among them. */
export function openKeys(client: Pick<PawapayClient, "get">, clock: () => number = monotonicMs): KeyOf {
  let known: ReadonlyMap<string, KeyObject> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  return async (id) => {
    const now = clock();
    const isFresh = now - readAt < KEYS_GOOD_MS;
    if (isFresh && known.has(id)) return known.get(id);
    if (now - triedAt >= KEYS_GAP_MS) {
      triedAt = now;
      const read = await readKeys(client);
      if (read !== null) [known, readAt] = [read, now];
    }
    return known.get(id) ?? (now - readAt < KEYS_GOOD_MS ? null : undefined);
  };
}

async function readKeys(client: Pick<PawapayClient, "get">): Promise<ReadonlyMap<string, KeyObject> | null> {
  const answer = await client.get("/v2/public-key/http");
  if (answer.kind !== "done") return null;
  const keys = listOf(answer.value).flatMap(({ id, key }): readonly (readonly [string, KeyObject])[] => {
    if (typeof id !== "string" || typeof key !== "string") return [];
    const read = publicKeyIn(key);
    return read === null ? [] : [[id, read]];
  });
  return new Map(keys);
}

/** PEM, with or without its frame; null for any other key than one of ECDSA on P-256. */
function publicKeyIn(text: string): KeyObject | null {
  try {
    const key = text.includes("-----")
      ? createPublicKey(text)
      : createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" });
    return isP256(key) ? key : null;
  } catch {
    return null;
  }
}
