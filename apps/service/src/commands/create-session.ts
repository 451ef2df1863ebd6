/** Offers of orders, from the API and from the console alike: what a valid body means, and what it can't say by itself. */
import { type BodyOf, LIMITS } from "@holdfast/contract";
import { decideCreateSession } from "../domain/decisions/create-session.js";
import { spellEmail } from "../domain/email.js";
import type { FeeSchedule } from "../domain/fees.js";
import type { AccountId, SessionId } from "../domain/ids.js";
import type { Session, Terms } from "../domain/model.js";
import { type Cents, formatMoney, parseMoney, ZERO } from "../domain/money.js";
import { ok, type Result, refused } from "../domain/result.js";
import type { Queryable } from "../platform/database.js";
import { uuidv7 } from "../platform/random.js";
import { findEarlier } from "../store/read/orders/sessions.js";
import type { NewSession } from "../store/write/sessions.js";
import { type SessionContent, writeSessionContent } from "../wire/session.js";
import type { Executor } from "./execute.js";

type Create = BodyOf<"createSession">;

type Problems = { add(field: string, sentence: string): void; has(field: string): boolean };

/** Where people are led back to is safe in live mode. @param urls by the names of their fields, as they came. */
export function checkReturnUrls(
  urls: Readonly<Record<string, unknown>>,
  problems: Problems,
  mode: "sandbox" | "live",
): void {
  if (mode !== "live") return;
  for (const [name, url] of Object.entries(urls)) {
    if (typeof url === "string" && /^http:/i.test(url) && !problems.has(name))
      problems.add(name, "Takes an https URL in live mode, or an app's.");
  }
}

/** What a schema can't say: amounts that add up, and links that are safe in live mode. */
export function checkSessionBody(body: Partial<Create>, problems: Problems, mode: "sandbox" | "live"): void {
  checkReturnUrls({ success_url: body?.success_url, cancel_url: body?.cancel_url }, problems, mode);
  if (!Array.isArray(body?.milestones) || body.milestones.length === 0) return;
  const amount = typeof body.amount === "string" ? parseMoney(body.amount) : null;
  const parts = body.milestones.map((milestone) =>
    typeof milestone?.amount === "string" ? parseMoney(milestone.amount) : null,
  );
  if (amount === null || parts.includes(null)) return;
  const sum = (parts as Cents[]).reduce<bigint>((total, part) => total + part, ZERO);
  if (sum !== amount) {
    problems.add(
      "milestones",
      `The amounts of the milestones must add up to ${formatMoney(amount)}; they add up to ${formatMoney(sum as Cents)}.`,
    );
  }
}

/** Whose order it is, and what holds for it: the account's own fees, else the deployment's. */
export type Offerer = {
  readonly account: AccountId;
  readonly fees: FeeSchedule;
  readonly terms: Terms;
  /** Unix seconds of the service's clock. */
  readonly now: number;
};

/** Under which key a creation came, and what tells its body from others. */
export type Keyed = { readonly key: string; readonly requestHash: Buffer };
export type Created = { readonly response: string; readonly isReplay: boolean };

/** The answer to the request that made a session. */
export type WriteAnswer = (session: Session) => string;

/** Writes a session, once for each key: the same request sent again gets the answer of the first. */
export async function createSession(
  { db, executor }: { readonly db: Queryable; readonly executor: Executor },
  session: Session,
  { write, keyed }: { readonly write: WriteAnswer; readonly keyed: Keyed | null },
): Promise<Result<Created, "idempotency_conflict">> {
  const response = write(session);
  if (await executor.create(newSession(session, { response, keyed }))) return ok({ response, isReplay: false });
  const replay =
    keyed === null ? null : await findAnswer(db, { account: session.account, keyed, write, draft: () => session });
  if (replay === null) throw new Error("a session was neither written nor found under its key");
  return replay;
}

/** A session as it is written, with its answer where it came under a key. */
export const newSession = (
  session: Session,
  { response, keyed }: { readonly response: string; readonly keyed: Keyed | null },
): NewSession => ({ session, idempotency: keyed === null ? null : { ...keyed, response } });

/**
 * The answer to the request that came first under a key, or a conflict when that was another request; null when the key is free. Of a
 * session that was forgotten no answer is stored: it is written again, from the same request.
 * @param asked.draft what the request at hand asks for.
 */
export async function findAnswer(
  db: Queryable,
  asked: {
    readonly account: AccountId;
    readonly keyed: Keyed;
    readonly write: WriteAnswer;
    readonly draft: () => Session;
  },
): Promise<Result<Created, "idempotency_conflict"> | null> {
  const {
    account,
    keyed: { key, requestHash },
    write,
    draft,
  } = asked;
  const earlier = await findEarlier(db, account, key);
  if (earlier === null) return null;
  if (!earlier.requestHash.equals(requestHash)) return refused("idempotency_conflict");
  if (earlier.kind === "stored") return ok({ response: earlier.response, isReplay: true });
  const again = draft();
  const { session: id, created } = earlier;
  const response = write({ ...again, id, created, expiresAt: created + (again.expiresAt - again.created) });
  return ok({ response, isReplay: true });
}

/** The session that a valid body asks for, to be created. */
export function draftSession(body: Create, { account, fees, terms, now }: Offerer): Session {
  const content: SessionContent = {
    title: body.title,
    description: body.description ?? "",
    amount: parseMoney(body.amount) as Cents,
    lineItems: (body.line_items ?? []).map((item) => ({
      name: item.name,
      unitAmount: parseMoney(item.unit_amount) as Cents,
      quantity: item.quantity ?? 1,
      sku: item.sku ?? "",
    })),
    milestones: (body.milestones ?? []).map((milestone) => ({
      title: milestone.title,
      amount: parseMoney(milestone.amount) as Cents,
      description: milestone.description ?? "",
    })),
    externalReference: body.external_reference ?? "",
    customerEmail: spellEmail(body.customer_email ?? "") ?? "",
    metadata: body.metadata ?? {},
    successUrl: body.success_url ?? "",
    cancelUrl: body.cancel_url ?? "",
    platform: body.platform ?? "",
  };
  const order = {
    ...content,
    account,
    id: uuidv7() as SessionId,
    content: writeSessionContent(content),
    expiresAt: now + (body.expires_in ?? LIMITS.expiresInSecondsDefault),
    created: now,
  };
  return decideCreateSession(order, fees, terms).session;
}
