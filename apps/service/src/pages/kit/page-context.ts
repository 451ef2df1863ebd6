/**
 * What every page and every action begins with: who is there, in which language, and whether a form may be believed.
 *
 * A page:    const page = await openPage(request, reply);
 * An action: const form = readForm(request);
 *            const page = await openPage(request, reply);
 *            …
 *            return seeOther(reply, safeNext(form["next"], "/orders"));
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Buyer, Pending } from "../../identity/buyers.js";
import type { BuyerServices, People } from "../../identity/people.js";
import { SignInAway } from "../../identity/registry.js";
import type { SharedAddresses } from "../../identity/shared-addresses.js";
import type { CurrentReads } from "../../platform/database.js";
import type { OtherCells } from "../../platform/other-cells.js";
import { findCodeTo } from "../../store/read/mails.js";
import { type Locale, localeOf } from "../../words/locale.js";
import type { Zone } from "../../words/zone.js";
import { siteFor, siteIn, zoneIn } from "./looks.js";
import { PageRefusal } from "./refusal.js";
import { type Notice, readNotice } from "./sign-in-notice.js";
import type { Site } from "./site.js";

export type PageContext = {
  readonly site: Site;
  readonly locale: Locale;
  readonly buyer: Buyer | null;
  /** Set where nobody could say who it is: for pages of somebody. */
  readonly signInAway?: SignInAway;
  /** Value of the hidden field `csrf` of every form on the page. */
  readonly csrf: string;
  /** Path and query of the page, for the hidden field `next`. */
  readonly url: string;
  /** Set for what is shown inside of a seller's own page. */
  readonly frame: Frame | null;
  /** What <SignIn> shows. */
  readonly signIn: {
    /** The code that this browser waits for; null for a buyer who is signed in. */
    readonly pending: Pending | null;
    /** What the last attempt came to, when it came to nothing. */
    readonly notice: Notice | null;
    /** The code itself, in the sandbox, where everyone can read the mailbox. */
    readonly sandboxCode?: string | null;
  };
};

export type Frame = {
  /** Path below which all of it is. */
  readonly root: string;
  /** Who may frame it; at least one. */
  readonly origins: readonly string[];
};

/** What pages are made with, beside what they show. One of each for a process. */
export type PageParts = { readonly site: Site; readonly people: People; readonly addresses: SharedAddresses };

type PageReads = CurrentReads;

declare module "fastify" {
  interface FastifyInstance {
    /** Set where pages are. */
    pageParts: PageParts;
    /** For what stands around every page of somebody. */
    pageReads: PageReads;
    /** Where mails about sellers' sign-ins are. */
    signInReads: PageReads;
    /** The other cells of the deployment. */
    otherCells: OtherCells;
    /** What the path of an address takes; empty when there is no such path. */
    methodsOf(url: string): readonly string[];
  }
  interface FastifyRequest {
    /** Set once it is known that the seller lets its checkout be framed. */
    frame?: Frame;
  }
  interface FastifyContextConfig {
    /** For addresses that can be framed (frames.tsx). */
    framed?: true;
    /** For a form that takes longer texts than {@link FIELD_LENGTH_MAX}. */
    fieldLengthMax?: number;
    /** For what answers in place of paths that are not there. */
    isUnknown?: boolean;
  }
}

/** Whom a request is known by: buyers in a frame, or on a seller's domain, by others than on our own pages. */
export function buyerServicesOf({ server, routeOptions, params, hostedSeller }: FastifyRequest): BuyerServices {
  const { people } = server.pageParts;
  if (hostedSeller !== undefined) return people.hosted(hostedSeller);
  if (routeOptions.config.framed !== true) return people;
  return people.framed((params as Readonly<Partial<Record<string, string>>>)["seller_code"] ?? "");
}

/**
 * Reads the cookies of a request, and sets on the reply those that are missing or used up. What it answers is for one person: it is
 * kept out of caches. @throws DatabaseUnavailable, which becomes a page with 503.
 */
export async function openPage(request: FastifyRequest, reply: FastifyReply): Promise<PageContext> {
  const people = buyerServicesOf(request);
  const { buyer, pending, cookies, signInAway } = await recognise(people, request);
  const notice = people.cookies.read(request.headers, "notice");
  const { value: csrf, cookies: browser } = people.forms.token(request.headers);
  setCookies(reply, [...cookies, ...browser, ...(notice === null ? [] : [people.cookies.clear("notice")])]);
  reply.header("Cache-Control", "no-store");
  const zone = await zoneOf(people, request, buyer);
  const site = siteIn(siteFor(request.server.pageParts, request), zone, people.cookies);
  const sandboxCode =
    site.isSandbox && pending !== null
      ? await findCodeTo(request.server.pageReads, pending.email, "sign_in_code")
      : null;
  return {
    site,
    locale: chosenLocale(request, buyer),
    buyer,
    csrf,
    url: request.url,
    frame: request.frame ?? null,
    ...(signInAway === undefined ? {} : { signInAway }),
    signIn: { pending, notice: notice === null ? null : readNotice(notice), sandboxCode },
  };
}

type Recognised = Awaited<ReturnType<BuyerServices["buyers"]["recognise"]>> & Pick<PageContext, "signInAway">;

/** Who can't be asked about is a stranger: a checkout goes on while the directory of several cells is away. */
async function recognise({ buyers }: BuyerServices, { headers }: FastifyRequest): Promise<Recognised> {
  try {
    return await buyers.recognise(headers);
  } catch (error) {
    if (!(error instanceof SignInAway)) throw error;
    return { buyer: null, pending: null, cookies: [], signInAway: error };
  }
}

export function setCookies(reply: FastifyReply, cookies: readonly string[]): void {
  for (const cookie of cookies) reply.header("Set-Cookie", cookie);
}

/** The language of the link, else the one that was chosen here, else the buyer's, else the browser's. */
function chosenLocale(request: FastifyRequest, buyer: Buyer | null): Locale {
  const { lang } = request.query as Readonly<Record<string, unknown>>;
  const chosen = buyerServicesOf(request).cookies.read(request.headers, "language");
  return localeOf([lang, chosen, buyer?.locale], request.headers["accept-language"]);
}

/** The time zone that is kept of the buyer; else the browser's, which is kept from now on. */
async function zoneOf(
  { cookies, buyers }: BuyerServices,
  { headers }: FastifyRequest,
  buyer: Buyer | null,
): Promise<Zone | null> {
  const said = zoneIn(cookies, headers);
  if (buyer?.zone === null && said !== null) await buyers.live(headers, said);
  return buyer?.zone ?? said;
}

/** The fields of a posted form by name; of two of one name the first. */
export type FormFields = Readonly<Partial<Record<string, string>>>;

/**
 * The fields of a form that was posted by a page of ours.
 * @throws PageRefusal, a page with 403, when it was not.
 */
export const readForm = (request: FastifyRequest): FormFields => checkForm(request, (request.body ?? {}) as FormFields);

/** The same for fields that were read in another way, such as a multipart body. */
export function checkForm(request: FastifyRequest, fields: FormFields): FormFields {
  if (!buyerServicesOf(request).forms.isOurs(request.headers, { csrf: fields["csrf"] }))
    throw new PageRefusal("forbidden");
  return fields;
}

/** Leads on after an action, so that going back or reloading does not do it again. */
export const seeOther = (reply: FastifyReply, path: string): FastifyReply =>
  reply.header("Cache-Control", "no-store").redirect(path, 303);

export const FORM_BYTES_MAX = 128 * 1024;
const FIELDS_MAX = 100;
/** More than any text that we ask for has, in UTF-16 units: what is longer is cut, and then refused by its own limit. */
export const FIELD_LENGTH_MAX = 24 * 1024;

/** Pages take forms and nothing else. */
export function registerForms(app: FastifyInstance, pageParts: PageParts, pageReads: PageReads): void {
  app.decorate("pageParts", pageParts);
  app.decorate("pageReads", pageReads);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: FORM_BYTES_MAX },
    (request, text, done) => {
      const fields = readFields(text as string, request.routeOptions.config.fieldLengthMax ?? FIELD_LENGTH_MAX);
      if (fields === null) done(new PageRefusal("validation_failed"));
      else done(null, fields);
    },
  );
}

/** Null for more fields than any form has, and for NUL, which the database does not take. */
function readFields(text: string, lengthMax: number): FormFields | null {
  const fields: Record<string, string> = Object.create(null);
  const entries = [...new URLSearchParams(text)];
  if (entries.length > FIELDS_MAX || entries.some(([, value]) => value.includes("\0"))) return null;
  for (const [name, value] of entries)
    fields[name] ??= value.length <= lengthMax ? value : value.slice(0, lengthMax).toWellFormed();
  return fields;
}
