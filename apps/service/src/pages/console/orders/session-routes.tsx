/** Sessions in the console: the list, one session, a new one, the end of one. */
import { type BodyOf, SESSION_STATUSES } from "@holdfast/contract";
import { checkSessionBody, draftSession } from "../../../commands/create-session.js";
import { expireSession } from "../../../commands/seller-orders.js";
import { parseId, type SessionId } from "../../../domain/ids.js";
import { sha256 } from "../../../platform/hash.js";
import { token } from "../../../platform/random.js";
import { listSessionLines, readOffering } from "../../../store/read/console/orders.js";
import { findReplay } from "../../../store/read/orders/sessions.js";
import { validateBody } from "../../../validation/body.js";
import { writeSession } from "../../../wire/session.js";
import { payUrl } from "../../orders/links.js";
import { PageRefusal } from "../../refusal.js";
import type { ConsoleContext } from "../context.js";
import { pageIn } from "../paging.js";
import type { Asked, ConsoleRoutes } from "../routes.js";
import type { ConsoleServices } from "../services.js";
import { sessionUrl } from "./links.js";
import { loadSellerSession, versionOf } from "./load.js";
import {
  bodyOf,
  emptySession,
  fieldOf,
  NewSessionPage,
  readTypedSession,
  sentenceFor,
  type TypedSession,
  withMoreRows,
} from "./new-session.js";
import { daysOf, readTyped } from "./query.js";
import { SESSION_SAID, SessionPage, type SessionSaid } from "./session.js";
import { SessionsPage } from "./sessions.js";

const FORM_NAME_LENGTH = 22;

export function registerSessions(routes: ConsoleRoutes, services: ConsoleServices): void {
  routes.page("/sessions", "read", async (context, { query }) => {
    const { account } = context.member;
    const typed = readTyped(query);
    await services.settleDue(account);
    const status = SESSION_STATUSES.find((one) => one === typed.status) ?? null;
    const filter = { ...daysOf(typed), status, search: typed.q };
    const page = await listSessionLines(services.db, account, { ...filter, page: pageIn(query, "uuid") });
    return <SessionsPage context={context} page={page} typed={typed} />;
  });

  routes.page("/sessions/new", "handleOrders", async (context) => (
    <NewSessionPage context={context} typed={emptySession(token(FORM_NAME_LENGTH))} problems={{}} />
  ));

  routes.action("/sessions/new", "handleOrders", async (context, fields) => {
    const typed = readTypedSession(fields);
    if (fields["more"] !== undefined) {
      return <NewSessionPage context={context} typed={withMoreRows(typed)} problems={{}} />;
    }
    const made = await makeSession(services, context, typed);
    if (typeof made === "string") return `${sessionUrl(context, made)}?said=created`;
    return { status: 422, page: <NewSessionPage context={context} typed={typed} problems={made} /> };
  });

  routes.page("/sessions/:session", "read", async (context, asked) => {
    const session = await loadSellerSession(services, context, asked.params["session"] ?? "");
    if (session.status === "OPEN") asked.reply.headers(context.site.waitingHeaders);
    const said = saidIn(asked);
    return <SessionPage context={context} session={session} said={said} publicUrl={services.publicUrl()} />;
  });

  routes.page("/sessions/:session/status", "read", async (context, { params, reply }) =>
    reply.send({ version: versionOf(await loadSellerSession(services, context, params["session"] ?? "")) }),
  );

  routes.action("/sessions/:session/expire", "handleOrders", async (context, _fields, { params }) => {
    const id = parseId("session", params["session"] ?? "");
    if (id === null) throw new PageRefusal("not_found");
    const refusal = await expireSession(services.door, { account: context.member.account, session: id });
    if (refusal?.code === "not_found") throw new PageRefusal("not_found");
    return `${sessionUrl(context, id)}?said=${(refusal === null ? "expired" : "completed") satisfies SessionSaid}`;
  });
}

const saidIn = ({ query: { said = "" } }: Asked): SessionSaid | null =>
  Object.hasOwn(SESSION_SAID, said) ? (said as SessionSaid) : null;

/** Problems by field of the form, or the session: made now, or by the same form before. */
async function makeSession(
  { db, door, config, publicUrl }: ConsoleServices,
  { member: { account, sellerCode } }: ConsoleContext,
  typed: TypedSession,
): Promise<SessionId | Readonly<Record<string, string>>> {
  const body = bodyOf(typed);
  const problems: Record<string, string> = {};
  const add = (path: string, told: string): void => {
    const field = fieldOf(path, typed);
    problems[field] ??= sentenceFor(field, told);
  };
  const has = (path: string): boolean => fieldOf(path, typed) in problems;
  const valid = validateBody("createSession", body, { add });
  checkSessionBody(valid, { add, has }, config.mode);
  if (Object.keys(problems).length > 0) return problems;
  const { fees, terms, now } = await readOffering(db, account);
  const session = draftSession(valid, { account, fees: fees ?? config.fees, terms, now });
  const requestHash = hashOf(typed.form, valid);
  const response = writeSession(session, (id) => `${publicUrl()}${payUrl(sellerCode, id)}`);
  const key = `console-${requestHash.toString("base64url")}`;
  if (await door.create({ session, idempotency: { key, requestHash, response } })) return session.id;
  const replay = await findReplay(db, account, key);
  const first = replay === null ? null : parseId("session", (JSON.parse(replay.response) as { id: string }).id);
  if (first === null) throw new Error("a session was neither written nor found under its key");
  return first;
}

/** Of the form and what stands in it: the same sent twice is one session, something else from the same form another. */
const hashOf = (form: string, body: Partial<BodyOf<"createSession">>): Buffer => sha256(JSON.stringify([form, body]));
