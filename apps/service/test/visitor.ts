/** A person with a browser, without one: keeps cookies, fills in the forms that pages have, follows where they lead. */
import { expect } from "vitest";
import { AS_IT_IS, type World } from "./harness.js";

const ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/** A page less the line that says what a mail brought, which the sandbox alone has. */
export const withoutSandboxMail = (html: string): string => html.replaceAll(/<p data-sandbox-mail.*?<\/p>/gs, "");

export type Page = { readonly status: number; readonly headers: Headers; readonly html: string };

export type Visitor = {
  /** By name, as the browser would send them. */
  readonly cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<Page>;
  /** Posts fields with the token of a page of ours; does not follow. */
  post(path: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<Page>;
  /** Posts as it stands: without a token that was not given. */
  postRaw(path: string, body: string, headers?: Record<string, string>): Promise<Page>;
  /** The whole walk: asks for a code, reads the mail, enters it. */
  signIn(email: string): Promise<void>;
};

/** @param base another process than the world's own. @param cookies of a browser that goes elsewhere too. */
export function newVisitor(world: World, base: string = world.url, cookies: Map<string, string> = new Map()): Visitor {
  const send = async (path: string, init: RequestInit): Promise<Page> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(base + path, {
      ...init,
      redirect: "manual",
      headers: { ...AS_IT_IS, Accept: ACCEPT, ...(cookie === "" ? {} : { Cookie: cookie }), ...init.headers },
    });
    for (const line of response.headers.getSetCookie()) keep(cookies, line);
    return { status: response.status, headers: response.headers, html: await response.text() };
  };
  const visitor: Visitor = {
    cookies,
    get: (path, headers = {}) => send(path, { headers }),
    postRaw: (path, body, headers = {}) =>
      send(path, {
        method: "POST",
        body,
        headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: base, ...headers },
      }),
    post: async (path, fields = {}, headers = {}) => {
      const csrf = csrfOf((await visitor.get("/sign-in")).html);
      return visitor.postRaw(path, new URLSearchParams({ csrf, ...fields }).toString(), headers);
    },
    signIn: async (email) => {
      // Everybody here comes from one address, and many of them.
      await world.people.query({ name: "test: make room", text: "delete from sign_in_windows" });
      expect((await visitor.post("/sign-in", { email })).status).toBe(303);
      const entered = await visitor.post("/sign-in/code", { code: await lastCode(world, email) });
      expect(entered.headers.get("location")).toBe("/sign-in");
      expect((await visitor.get("/sign-in")).html).toContain(email.trim().toLowerCase());
    },
  };
  return visitor;
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = "", ...attributes] = line.split("; ");
  const at = pair.indexOf("=");
  if (attributes.includes("Max-Age=0")) cookies.delete(pair.slice(0, at));
  else cookies.set(pair.slice(0, at), pair.slice(at + 1));
}

/** The token that the forms of a page bear. */
export function csrfOf(html: string): string {
  const csrf = /name="csrf" value="([^"]+)"/.exec(html)?.[1];
  expect(csrf, "a form with a token").toBeDefined();
  return csrf!;
}

/** The code of the last mail to an address that still has it. */
export async function lastCode(world: World, email: string): Promise<string> {
  const [mail] = await world.db.query<{ code: string | null }>({
    name: "test: last code",
    text: `select params->>'code' as code from mails where recipient = $1 and template = 'sign_in_code' order by id desc limit 1`,
    values: [email.trim().toLowerCase()],
  });
  expect(mail?.code).toMatch(/^\d{6}$/);
  return mail!.code!;
}

const OF_SIGN_INS = /\b(?:sign_in_challenges|sign_in_windows|buyer_sessions)\b/;
let statements = 0;

/** Plain SQL of a test. Where buyers sign in is apart from several cells. */
export const sqlOf =
  (worldOf: () => World) =>
  <Row>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> => {
    const { db, people } = worldOf();
    statements += 1;
    return (OF_SIGN_INS.test(text) ? people : db).query<Row>({ name: `test: sql ${statements}`, text, values });
  };

/** What a page says, less its markup. */
export const textOf = (html: string): string =>
  html
    .replaceAll("<wbr/>", "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll("&quot;", '"')
    .replaceAll(/\s+/g, " ");
