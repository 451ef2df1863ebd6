/**
 * What Paystack notifies us of. A notice is signed with the secret key itself, and its signature bears no time: an old one
 * fits for ever. So what it says is asked for, and nothing is believed of it but what it is about.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { jsonIn } from "../http-client.js";
import { type CallbackRequest, orderReferenceOf, type Report, type Verified } from "../port.js";
import { noticeIdOf } from "../reports.js";
import { readGenuine, Unreadable } from "../unreadable.js";
import { idIn, type Json, objectOf, textIn, textOr } from "./answers.js";
import { lookUpDispute } from "./disputes.js";
import { lookUpPage, receiptNamed } from "./payments.js";
import { type Means, reportPayout } from "./payouts.js";
import { reportRefunds } from "./refunds.js";

const SIGNATURE_HEADER = "x-paystack-signature";

export type NoticeMeans = Means & { readonly secretKeys: readonly string[] };

export async function verifyNotice(means: NoticeMeans, { headers, body }: CallbackRequest): Promise<Verified> {
  const problem = checkSignature(means.secretKeys, headers[SIGNATURE_HEADER], body);
  if (problem !== null) return { kind: "forged", reason: problem };
  const event = jsonIn({ text: body.toString("utf8") });
  if (event === null) return { kind: "unreadable", id: null, reason: "it is no JSON object" };
  const { domain } = objectOf(event["data"]);
  if (typeof domain === "string" && domain !== (means.isLive ? "live" : "test"))
    return { kind: "forged", reason: `It is not of ${means.isLive ? "live" : "test"} mode.` };
  const told = await readGenuine(null, () => tell(means, event));
  return told.kind === "genuine" ? { ...told, id: noticeIdOf(body, told.reports) } : told;
}

/** Null when it is signed with one of the keys; else why it is not. Compares in constant time. */
function checkSignature(
  keys: readonly string[],
  header: string | readonly string[] | undefined,
  body: Buffer,
): string | null {
  if (typeof header !== "string" || !/^[0-9a-f]{128}$/i.test(header)) return "It bears no signature.";
  const given = Buffer.from(header, "hex");
  const fits = keys.map((key) => timingSafeEqual(given, createHmac("sha512", key).update(body).digest()));
  return fits.includes(true) ? null : "Its signature is not Paystack's.";
}

const genuine = (reports: readonly Report[]): Verified => ({ kind: "genuine", id: null, reports });
/** It is sent again. */
const unchecked = (reason: string): Verified => ({ kind: "unchecked", reason });

async function tell(means: NoticeMeans, event: Json): Promise<Verified> {
  const type = textOr(event["event"], "");
  const data = objectOf(event["data"]);
  if (type === "charge.success") return tellPayment(means, textIn(data, "reference"));
  if (type.startsWith("refund.")) return tellRefunds(means, nameIn(data));
  if (type.startsWith("transfer.")) return tellPayout(means, textIn(data, "reference"));
  if (type.startsWith("charge.dispute.")) return tellDispute(means, idIn(data));
  return genuine([]);
}

async function tellPayment(means: NoticeMeans, name: string): Promise<Verified> {
  const receipt = await receiptNamed(means, name);
  if (receipt === null) return genuine([]);
  const reference = orderReferenceOf(receipt);
  const kept = await means.objects.find("payment", reference);
  const found = await lookUpPage(means, reference, kept?.theirId ?? null);
  if (found.kind === "known") return genuine(found.reports);
  return { kind: "hint", id: null, about: [{ about: "payment", reference }] };
}

/** A notice of a refund names the payment alone. */
const nameIn = (data: Json): string => {
  const name = textOr(data["transaction_reference"], null) ?? textOr(objectOf(data["transaction"])["reference"], null);
  if (name === null) throw new Unreadable("it names no payment");
  return name;
};

async function tellRefunds(means: NoticeMeans, name: string): Promise<Verified> {
  if ((await receiptNamed(means, name)) === null) return genuine([]);
  const reports = await reportRefunds(means, name);
  return "kind" in reports ? unchecked(reports.reason) : genuine(reports);
}

async function tellPayout(means: NoticeMeans, reference: string): Promise<Verified> {
  const report = await reportPayout(means, reference);
  if (report === null) return genuine([]);
  if ("kind" in report) return { kind: "hint", id: null, about: [{ about: "payout", reference }] };
  return genuine([report]);
}

async function tellDispute(means: NoticeMeans, theirId: string): Promise<Verified> {
  const found = await lookUpDispute(means, theirId);
  if (found.kind === "unreachable") return unchecked(found.reason);
  return genuine(found.kind === "known" ? [found.report] : []);
}
