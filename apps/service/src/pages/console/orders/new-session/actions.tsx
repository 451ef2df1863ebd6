import { createHash } from "node:crypto";
import type { BodyOf } from "@holdfast/contract";
import { checkSessionBody, createSession, draftSession } from "../../../../commands/create-session.js";
import { hostedOrigin } from "../../../../domain/hosted-domain.js";
import { parseId, type SessionId } from "../../../../domain/ids.js";
import type { Session } from "../../../../domain/model.js";
import { sessionsPerDay } from "../../../../identity/authenticate.js";
import { takeSession } from "../../../../identity/places.js";
import { readOffering } from "../../../../store/read/console/orders.js";
import { validateBody } from "../../../../validation/body.js";
import { writeSession } from "../../../../wire/session.js";
import type { Locale } from "../../../../words/locale.js";
import { payUrl } from "../../../kit/links.js";
import { refuseFor } from "../../../kit/places.js";
import type { Handler, Posted } from "../../../kit/route.js";
import { UNPROCESSABLE } from "../../../kit/status.js";
import type { ConsoleContext } from "../../context.js";
import { sessionUrl } from "../../links.js";
import type { ConsoleServices } from "../../services.js";
import { loadAccountSettings } from "../../settings/load.js";
import { bodyOf, fieldOf, readTypedSession, type TypedSession, withMoreRows } from "./form.js";
import { sentenceFor } from "./problems.js";
import { NewSessionPage } from "./view.js";

export type NewSessionServices = Pick<ConsoleServices, "db" | "executor" | "config" | "publicUrl">;

/** Makes a payment link; or shows more rows for milestones, when the button for that was pressed. */
export const makePaymentLink: Handler<ConsoleContext, NewSessionServices, Posted> = async (
  context,
  { form },
  services,
) => {
  const typed = readTypedSession(form);
  if (form["more"] !== undefined) {
    const { brand } = await loadAccountSettings(context, services);
    return <NewSessionPage context={context} brand={brand} typed={withMoreRows(typed)} problems={{}} />;
  }
  const made = await makeSession(context, typed, services);
  if (typeof made === "string") return `${sessionUrl(context, made)}?said=created`;
  const { brand } = await loadAccountSettings(context, services);
  return {
    status: UNPROCESSABLE,
    page: <NewSessionPage context={context} brand={brand} typed={typed} problems={made} />,
  };
};

/** Problems by field of the form, or the session: made now, or by the same form before. */
export async function makeSession(
  { locale, member: { account, sellerCode, hostedDomain, verificationStatus } }: ConsoleContext,
  typed: TypedSession,
  { db, executor, config, publicUrl }: NewSessionServices,
): Promise<SessionId | Readonly<Record<string, string>>> {
  const { valid, problems } = checkTyped(typed, config.mode, locale);
  if (Object.keys(problems).length > 0) return problems;
  refuseFor(await takeSession(db, account, sessionsPerDay(config, verificationStatus)));
  const { fees, terms, now } = await readOffering(db, account);
  const session = draftSession(valid, { account, fees: fees ?? config.fees, terms, now });
  const requestHash = hashOf(typed.form, valid);
  const write = (made: Session) =>
    writeSession(made, (id) => `${hostedOrigin(publicUrl(), hostedDomain)}${payUrl(sellerCode, id)}`);
  const key = `console-${requestHash.toString("base64url")}`;
  const created = await createSession({ db, executor }, session, { write, keyed: { key, requestHash } });
  const first = created.ok ? parseId("session", (JSON.parse(created.value.response) as { id: string }).id) : null;
  if (first === null) throw new Error("a key that names what was typed belongs to something else");
  return first;
}

/** What was typed, as the body of the API's creation, and what is wrong with it by field of the form: valid where that is nothing. */
export function checkTyped(typed: TypedSession, mode: ConsoleServices["config"]["mode"], locale: Locale) {
  const problems: Record<string, string> = {};
  const add = (path: string): void => {
    const field = fieldOf(path, typed);
    problems[field] ??= sentenceFor(field, typed, locale);
  };
  const has = (path: string): boolean => fieldOf(path, typed) in problems;
  const valid = validateBody("createSession", bodyOf(typed), { add });
  checkSessionBody(valid, { add, has }, mode);
  return { valid, problems };
}

/** Of the form and what stands in it: the same sent twice is one session, something else from the same form another. */
const hashOf = (form: string, body: Partial<BodyOf<"createSession">>): Buffer =>
  createHash("sha256")
    .update(JSON.stringify([form, body]))
    .digest();
