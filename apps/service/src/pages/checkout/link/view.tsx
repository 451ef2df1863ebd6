/** What a link offers, before anybody has opened it: one button makes an order of it. */
import type { JSX } from "preact";
import { totalOf } from "../../../domain/escrow.js";
import { token } from "../../../platform/random.js";
import { clip, grouped, usd } from "../../../words/format.js";
import { previewPicture } from "../../kit/brand.js";
import { Document } from "../../kit/document.js";
import { GivenName } from "../../kit/given.js";
import { titled } from "../../kit/operator.js";
import type { PageContext } from "../../kit/page-context.js";
import { Say } from "../../kit/say.js";
import { CheckoutFooter, Head } from "../frame.js";
import { Lead, LONG_BUTTON, NAME_LENGTH } from "../session/parts.js";
import { type Offered, Summary } from "../session/summary.js";
import { reviewWords } from "../session/words.js";
import { FORM_NAME_LENGTH } from "./actions.js";
import { type LinkView, pathOfLink } from "./load.js";
import { linkWords } from "./words.js";

type Props = {
  readonly view: LinkView;
  readonly context: PageContext;
  /** What stays with the address. */
  readonly query: string;
};

/** What can't be had, and why. */
const OVER = {
  OFF: ["offTitle", "offText"],
  EXPIRED: ["expiredTitle", "expiredText"],
  FULL: ["fullTitle", "fullText"],
  CLOSED: ["closedTitle", "closedText"],
} as const;

export function LinkPage({ view, context, query }: Props): JSX.Element {
  const { site, locale, frame } = context;
  const { merchant, link, draft } = view;
  const words = reviewWords(locale);
  const over = link.standing !== "OPEN" ? OVER[link.standing] : merchant.takesPayments ? null : OVER.CLOSED;
  const title = over === null ? words.titleToPay({ total: usd(totalOf(draft), locale) }) : linkWords(locale)[over[0]];
  return (
    <Document
      site={site}
      locale={locale}
      title={titled(`${title} – ${clip(merchant.tradingName, NAME_LENGTH)}`)}
      description={words.description}
      preview={
        frame === null
          ? {
              title: `${clip(draft.title, NAME_LENGTH)} – ${clip(merchant.tradingName, NAME_LENGTH)}`,
              picture: previewPicture(merchant.sellerCode, merchant.brand),
            }
          : undefined
      }
      colour={merchant.brand.colour}
      frame={frame === null ? undefined : { origins: frame.origins, session: null, state: "open" }}
    >
      <Head context={context} seller={merchant} />
      <main id="main" class="brand mx-auto max-w-xl space-y-4 px-4 pt-5 pb-8 sm:px-6 lg:py-8">
        {over === null ? (
          <Offer view={view} context={context} query={query} title={title} />
        ) : (
          <Lead icon="ban" tone="warning" title={title}>
            <Say
              text={linkWords(locale)[over[1]]}
              seller={<GivenName text={clip(merchant.tradingName, NAME_LENGTH)} />}
            />
          </Lead>
        )}
        <aside aria-label={words.summary} class="panel">
          <Summary session={offeredOf(view)} locale={locale} saysWho isFramed={frame !== null} />
        </aside>
      </main>
      <CheckoutFooter context={context} path={pathOfLink(view, frame)} />
    </Document>
  );
}

function Offer({ view, context, query, title }: Props & { title: string }): JSX.Element {
  const { locale, csrf, frame } = context;
  const { link } = view;
  const words = linkWords(locale);
  return (
    <section class="panel p-5">
      <h1 class="text-2xl font-semibold tracking-tight [overflow-wrap:anywhere] tabular-nums">{title}</h1>
      <p class="muted mt-1 text-sm">
        {words.each}
        {link.ordersMax === null ? null : <> {words.left({ count: grouped(link.ordersMax - link.taken, locale) })}</>}
      </p>
      <form method="post" action={pathOfLink(view, frame) + query} class="mt-4">
        <input type="hidden" name="csrf" value={csrf} />
        <input type="hidden" name="form" value={token(FORM_NAME_LENGTH)} />
        <button type="submit" class={`btn btn-primary w-full ${LONG_BUTTON}`}>
          {words.open}
        </button>
      </form>
      <p class="muted mt-3 text-sm leading-relaxed">{words.openNote}</p>
    </section>
  );
}

const offeredOf = ({ draft, merchant }: LinkView): Offered => ({
  ...draft,
  merchant,
  reference: draft.externalReference,
  lines: [],
});
