/**
 * What Flutterwave notifies us of. A notice bears a word that was agreed on, the same each time, and nothing covers its bytes: so
 * nothing in it is believed, and what it names is looked up.
 */
import { timingSafeEqual } from "node:crypto";
import { sha256 } from "../../platform/hash.js";
import { jsonIn } from "../http-client.js";
import type { CallbackRequest, Hint, Verified } from "../port.js";
import { noticeIdOf } from "../reports.js";
import { readGenuine } from "../unreadable.js";
import { type Json, objectOf, textOr } from "./answers.js";
import { lookUpDispute } from "./disputes.js";
import type { Means } from "./payments.js";
import { referenceIn } from "./payouts.js";

const WORD_HEADER = "verif-hash";

export type NoticeMeans = Means & { readonly secretHashes: readonly string[] };

export async function verifyNotice(means: NoticeMeans, { headers, body }: CallbackRequest): Promise<Verified> {
  if (!isAgreed(means.secretHashes, headers[WORD_HEADER]))
    return { kind: "forged", reason: "It does not bear the secret hash." };
  const event = objectOf(jsonIn({ text: body.toString("utf8") }));
  const type = textOr(event["event"], "");
  const data = objectOf(event["data"]);
  if (!type.startsWith("chargeback."))
    return { kind: "hint", id: null, about: [hintOf(type, data)].filter((hint) => hint !== null) };
  // Of chargebacks there are no hints: what is reported is what Flutterwave answers when it is asked with our key.
  const told = await readGenuine(null, () => tellDispute(means, textOr(data["flw_ref"], "")));
  return told.kind === "genuine" ? { ...told, id: noticeIdOf(body, told.reports) } : told;
}

/** Compares in constant time. */
function isAgreed(words: readonly string[], given: string | readonly string[] | undefined): boolean {
  if (typeof given !== "string") return false;
  const digest = sha256(Buffer.from(given));
  return words.map((word) => timingSafeEqual(digest, sha256(Buffer.from(word)))).includes(true);
}

/** As ours are written; a notice may bear anything. */
const REFERENCE = /^[\w-]{1,80}$/;

/** Null for what names nothing. */
function hintOf(type: string, data: Json): Hint | null {
  const reference = (name: string): string | null => {
    const text = textOr(data[name], "");
    return REFERENCE.test(text) ? text : null;
  };
  if (type.startsWith("charge.")) {
    const name = reference("tx_ref");
    return name === null ? null : { about: "payment", reference: name };
  }
  if (type.startsWith("transfer.")) {
    const name = reference("reference");
    return name === null ? null : { about: "payout", reference: referenceIn(name) };
  }
  const { id } = data;
  return type.startsWith("refund.") && (typeof id === "number" || typeof id === "string") && REFERENCE.test(String(id))
    ? { about: "refund", reference: { kind: "refund", theirId: String(id) } }
    : null;
}

async function tellDispute(means: Means, theirId: string): Promise<Verified> {
  const found = await lookUpDispute(means, theirId);
  if (found.kind === "unreachable") return { kind: "unchecked", reason: found.reason };
  return { kind: "genuine", id: null, reports: found.kind === "known" ? [found.report] : [] };
}
