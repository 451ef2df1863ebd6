/** Who looks at a page of the console or of the desk: somebody of a seller, an operator, or nobody yet. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { SignInAway } from "../../identity/registry.js";
import type { Seller } from "../../identity/sellers.js";
import { consoleLocaleOf, type Locale } from "../../words/locale.js";
import type { Zone } from "../../words/zone.js";
import { siteFor, siteIn, zoneIn } from "./looks.js";
import { setCookies } from "./page-context.js";
import type { Site } from "./site.js";

/** Somebody looks at a page of the console, signed in or not. */
export type VisitContext = {
  readonly site: Site;
  readonly locale: Locale;
  readonly seller: Seller | null;
  /** Value of the hidden field `csrf` of every form on the page, another each time; empty for a page without forms. */
  readonly csrf: string;
  /** Path and query of the page. */
  readonly url: string;
  /** Whether it answers a form: loading it again, or leaving it, loses what it shows. */
  readonly isAnswer: boolean;
};

/** Somebody is signed in. */
export type PersonContext = VisitContext & { readonly seller: Seller };

/** They change nothing. */
const LOOKS: readonly string[] = ["GET", "HEAD"];

/** What is answered is for one person, and kept out of caches. @throws DatabaseUnavailable */
export async function openVisit(request: FastifyRequest, reply: FastifyReply): Promise<VisitContext> {
  const { people } = request.server.pageParts;
  const seller = await people.sellers.current(request.headers);
  if (seller?.isRemembered === true && !LOOKS.includes(request.method)) throw new SignInAway();
  const { value: csrf, cookies } = people.forms.token(request.headers);
  setCookies(reply, cookies);
  reply.header("Cache-Control", "no-store");
  return {
    site: siteIn(siteFor(request.server.pageParts, request), await zoneOf(request, seller), people.cookies),
    locale: chosenLocale(request, seller),
    seller,
    csrf,
    url: request.url,
    isAnswer: request.method !== "GET",
  };
}

/** What a person may do rests on who they are now, and not on who they were a moment ago. @throws DatabaseUnavailable */
export function requireAsked({ seller }: PersonContext): void {
  if (seller.isRemembered) throw new SignInAway();
}

/** The language that the person chose, wherever that was; else what was chosen in this browser, else the browser's. */
function chosenLocale({ server, headers, query }: FastifyRequest, seller: Seller | null): Locale {
  const { lang } = query as Readonly<Record<string, unknown>>;
  const chosen = server.pageParts.people.cookies.read(headers, "language");
  return consoleLocaleOf([lang, seller?.locale, chosen], headers["accept-language"]);
}

/** The time zone that is kept of the person; else the browser's, which is kept from now on. */
async function zoneOf({ server, headers }: FastifyRequest, seller: Seller | null): Promise<Zone | null> {
  const { cookies, sellers } = server.pageParts.people;
  const said = zoneIn(cookies, headers);
  if (seller === null || seller.isRemembered) return seller?.zone ?? said;
  if (seller.zone === null && said !== null) await sellers.live(headers, said);
  return seller.zone ?? said;
}

/** Null for nobody: then nothing was told. */
export async function openPerson(request: FastifyRequest, reply: FastifyReply): Promise<PersonContext | null> {
  const visit = await openVisit(request, reply);
  return visit.seller === null ? null : { ...visit, seller: visit.seller };
}
