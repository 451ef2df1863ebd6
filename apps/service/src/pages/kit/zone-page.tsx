/** The choice of a time zone as a page: there are hundreds. It is kept in the browser, and of whoever is signed in. */
import type { JSX } from "preact";
import { readZone, UTC, type Zone, zoneName, zones } from "../../words/zone.js";
import type { Asked } from "./answer.js";
import { Document, Header } from "./document.js";
import { YEAR_SECONDS } from "./looks.js";
import { safeNext } from "./next.js";
import { titled } from "./operator.js";
import { buyerServicesOf, type PageContext, type PageParts, setCookies } from "./page-context.js";
import type { Handler, Posted } from "./route.js";
import { zoneWords } from "./words.js";
import { ZONE_PATH } from "./zone.js";

export const showZones: Handler<PageContext, PageParts> = (context, { request }, parts) =>
  zonesPage(context, { request, next: "/" }, parts);

/** Where a choice is asked for from, and what to go back to. */
type From = Pick<Asked, "request"> & { readonly next: string };

async function zonesPage(
  { site, locale, csrf }: PageContext,
  { request, next }: From,
  { people: { sellers } }: PageParts,
): Promise<JSX.Element> {
  const words = zoneWords(locale);
  const seller = request.hostedSeller === undefined ? await sellers.current(request.headers) : null;
  const zone = seller?.zone ?? site.zone ?? UTC;
  return (
    <Document site={site} locale={locale} title={titled(words.title)} description={words.title}>
      <Header site={site} />
      <main id="main" class="mx-auto max-w-xl px-4 py-8 sm:px-6">
        <h1 class="text-2xl font-semibold tracking-tight">{words.title}</h1>
        <p class="muted mt-2">{words.lead}</p>
        <form method="post" action={ZONE_PATH} class="panel mt-4 p-4">
          <input type="hidden" name="csrf" value={csrf} />
          <input type="hidden" name="next" value={next} />
          <label class="block text-sm font-medium" for="zone">
            {words.title}
          </label>
          <select class="field mt-1 min-h-11" id="zone" name="zone" dir="ltr">
            {withOwn(zone).map((one) => (
              <option value={one} selected={one === zone}>
                {zoneName(one)}
              </option>
            ))}
          </select>
          <button type="submit" class="btn btn-primary mt-4">
            {words.save}
          </button>
        </form>
      </main>
    </Document>
  );
}

/** A browser may call a zone by a name that we would not offer. */
const withOwn = (zone: Zone): readonly Zone[] => (zones().includes(zone) ? zones() : [zone, ...zones()]);

/** Shows what there is to choose from; then keeps the choice and leads back. What is no time zone changes nothing. */
export const chooseZone: Handler<PageContext, PageParts, Posted> = async (context, { form, request, reply }, parts) => {
  const next = safeNext(form["next"], "/");
  if (form["zone"] === undefined) return zonesPage(context, { request, next }, parts);
  const zone = readZone(form["zone"]);
  if (zone !== null) {
    const { buyers, cookies } = buyerServicesOf(request);
    await buyers.live(request.headers, zone);
    if (request.hostedSeller === undefined) await parts.people.sellers.live(request.headers, zone);
    setCookies(reply, [cookies.write("tz", zone, YEAR_SECONDS)]);
  }
  return next;
};
