/** What an adapter reports by callback. What is not signed is not read. */
import { unixSeconds } from "../../platform/clock.js";
import type { CallbackRequest, Verified } from "../port.js";
import { readGenuine, Unreadable } from "../unreadable.js";
import { isObject, type Json, listIn } from "./answers.js";
import { reportIn } from "./reports.js";
import { type Keys, problemOfSignature } from "./signature.js";

const REPORTS_MAX = 100;

/** No request and no answer has such an id, so neither passes for a callback. */
const ID = /^[\w-]{1,128}$/;

export async function verifyNotice(keys: Keys, { method, headers, body }: CallbackRequest): Promise<Verified> {
  if (method !== "POST") return { kind: "forged", reason: "it is no POST" };
  const problem = problemOfSignature(keys, { headers, body, now: unixSeconds() });
  if (problem !== null) return { kind: "forged", reason: problem };
  const id = headers["webhook-id"];
  if (typeof id !== "string" || !ID.test(id)) return { kind: "forged", reason: "its webhook-id is none of a callback" };
  return readGenuine(id, async () => ({
    kind: "genuine",
    id,
    reports: listIn(jsonOf(body), "reports", REPORTS_MAX).map(reportIn),
  }));
}

function jsonOf(body: Buffer): Json {
  let read: unknown = null;
  try {
    read = JSON.parse(body.toString("utf8"));
  } catch {}
  if (!isObject(read)) throw new Unreadable("it is no JSON object");
  return read;
}
