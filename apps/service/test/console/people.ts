/** People at the doors of the console: signing up and in, their mails, their authenticator apps. */
import { expect } from "vitest";
import { totpCode, totpStep } from "../../src/identity/totp.js";
import { uuidv7 } from "../../src/platform/random.js";
import type { World } from "../harness.js";
import { csrfOf, newVisitor, type Page, type Visitor } from "../visitor.js";
import { consoleOf, newPerson, type Person } from "./seller.js";

export const PASSWORD = "a kiln full of bowls";
export const newEmail = (): string => `ada.${uuidv7()}@example.com`;

/** A form of the console, posted with the token of a page of it. */
export async function post(
  visitor: Visitor,
  path: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Page> {
  const csrf = csrfOf((await visitor.get("/console/forgotten")).html);
  return visitor.postRaw(path, new URLSearchParams({ csrf, ...fields }).toString(), headers);
}

/** Everybody here comes from one address, and many of them. */
export const resetSignInLimits = (world: World): Promise<unknown> =>
  world.people.query({ name: "test: make room", text: "delete from sign_in_windows" });

let statements = 0;

/** Plain SQL of a test, where people sign in. */
export const signInSql =
  (worldOf: () => World) =>
  <Row>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> => {
    statements += 1;
    return worldOf().people.query<Row>({ name: `test: sign-in ${statements}`, text, values });
  };

export type MailRow = { readonly template: string; readonly params: Record<string, unknown> };

/** The mails to an address, the newest first. With several cells those about its sign-in are the directory's. */
export async function mailsTo({ db, people }: World, email: string): Promise<readonly MailRow[]> {
  const text = "select template, params, created from mails where recipient = $1 order by id desc";
  const outboxes = people === db ? [db] : [people, db];
  const mails = await Promise.all(
    outboxes.map((outbox) =>
      outbox.query<MailRow & { readonly created: string }>({ name: "test: mails to", text, values: [email] }),
    ),
  );
  return mails
    .flat()
    .sort((one, other) => Number(other.created) - Number(one.created))
    .map(({ template, params }) => ({ template, params }));
}

/** The code of the last mail to an address. */
export async function codeFor(world: World, email: string): Promise<string> {
  const [mail] = await mailsTo(world, email);
  expect(mail?.template).toBe("seller_code");
  return String(mail?.params["code"]);
}

export const signUpFields = (email: string): Record<string, string> => ({
  name: "Ada Byron",
  trading_name: "Northwind Ceramics",
  email,
  password: PASSWORD,
});

/** Somebody who has signed up before, with an account; in one step, so that tests do not wait for it. */
export async function known(world: World): Promise<{ visitor: Person; email: string; home: string }> {
  const merchant = await world.merchant();
  const visitor = await newPerson(world, merchant, { email: newEmail(), password: PASSWORD });
  return { visitor, email: visitor.email, home: consoleOf(merchant) };
}

/** In another browser; without a second factor that is all. */
export async function signIn(world: World, email: string, password = PASSWORD): Promise<Visitor> {
  await resetSignInLimits(world);
  const visitor = newVisitor(world);
  const answer = await post(visitor, "/console/sign-in", { email, password });
  expect(answer.status).toBe(303);
  return visitor;
}

export const isSignedIn = async (visitor: Visitor): Promise<boolean> =>
  (await visitor.get("/console/me")).status === 200;

/** Of a step that is so many away from now. */
export const codeNow = (secret: string, steps = 0): string => totpCode(secret, totpStep(Date.now() / 1000) + steps);

type Kept = {
  readonly secret: string;
  /** The code that switched it on: of the step before, so that the one of now is still to be used. */
  readonly usedCode: string;
  readonly recoveryCodes: readonly string[];
};

/** Sets up a second factor; tells what the person keeps. */
export async function switchOn(visitor: Visitor): Promise<Kept> {
  const begun = await post(visitor, "/console/me/second-factor/start");
  const secret = (/font-mono[^>]*>([A-Z2-7 ]+)</.exec(begun.html)?.[1] ?? "").replaceAll(" ", "");
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const confirm = async (): Promise<readonly [string, Page]> => {
    const code = codeNow(secret, -1);
    return [code, await post(visitor, "/console/me/second-factor/confirm", { secret, code })];
  };
  let [usedCode, confirmed] = await confirm();
  if (confirmed.status === 422) [usedCode, confirmed] = await confirm(); // a step ended on the way
  expect(confirmed.status).toBe(200);
  const recoveryCodes = [...confirmed.html.matchAll(/<li>([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})<\/li>/g)].map(
    (m) => m[1]!,
  );
  expect(recoveryCodes).toHaveLength(10);
  return { secret, usedCode, recoveryCodes };
}

/** What the page says about what was typed. */
export const problemOf = ({ html }: Page): string | null => /id="[^"]*problem"[^>]*>([^<]+)</.exec(html)?.[1] ?? null;

/** A page without what is another one on each answer. */
export const withoutTokens = (html: string, ...texts: readonly string[]): string =>
  texts.reduce((page, text) => page.replaceAll(text, "…"), html.replaceAll(/name="csrf" value="[^"]*"/g, ""));

/** The same form, posted so many times at once. */
export async function postTogether(
  visitor: Visitor,
  path: string,
  forms: readonly Record<string, string>[],
): Promise<readonly Page[]> {
  const csrf = csrfOf((await visitor.get("/console/forgotten")).html);
  return Promise.all(forms.map((form) => visitor.postRaw(path, new URLSearchParams({ csrf, ...form }).toString())));
}

/** Whether the answer brings a session. */
export const openedSession = ({ headers }: Page): boolean =>
  headers.getSetCookie().some((line) => /^hf_seller=\w/.test(line));
