/** The page behind a session's `url`: how it stands beside what it is about. */
import type { JSX } from "preact";
import { formatId } from "../../../domain/ids.js";
import { clip } from "../../../words/format.js";
import { previewPicture } from "../../kit/brand.js";
import { Document, type Polling } from "../../kit/document.js";
import { Given } from "../../kit/given.js";
import { titled } from "../../kit/operator.js";
import type { PageContext } from "../../kit/page-context.js";
import { CheckoutFooter, Head } from "../frame.js";
import { After, Completed, Expired, Taken, titleAfter, titleExpired } from "./after.js";
import type { ClaimProblem } from "./claim.js";
import { OpenLead, OpenRest, titleOpen } from "./open.js";
import { Fold, NAME_LENGTH } from "./parts.js";
import { type Filled, NOTHING_FILLED } from "./pay-form.js";
import { Paying, titlePaying } from "./paying.js";
import { frameStateOf, isPaymentPending, isUnfunded, openPayment, sameOf, type View } from "./state.js";
import { Summary } from "./summary.js";
import { afterWords, reviewWords } from "./words.js";

type Props = {
  readonly view: View;
  readonly context: PageContext;
  readonly filled?: Filled;
  readonly claimProblem?: ClaimProblem | null;
};

export function SessionPage({ view, context, filled = NOTHING_FILLED, claimProblem = null }: Props): JSX.Element {
  const { site, locale, frame } = context;
  const { session, standing } = view;
  const isOpen = standing.kind === "open";
  return (
    <Document
      site={site}
      locale={locale}
      title={titled(`${titleOf(view, context)} – ${clip(session.merchant.tradingName, NAME_LENGTH)}`)}
      description={reviewWords(locale).description}
      preview={
        frame === null
          ? {
              title: clip(session.merchant.tradingName, NAME_LENGTH),
              picture: previewPicture(session.merchant.sellerCode, session.merchant.brand),
            }
          : undefined
      }
      waiting={waitingOf(view)}
      frame={
        frame === null
          ? undefined
          : { origins: frame.origins, session: formatId("session", session.id), state: frameStateOf(view) }
      }
      colour={session.merchant.brand.colour}
    >
      <Head context={context} seller={session.merchant} />
      <main
        id="main"
        class="brand mx-auto grid max-w-5xl gap-4 px-4 pt-5 pb-8 sm:px-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] lg:gap-x-10 lg:py-8"
      >
        <div class="min-w-0">
          {isOpen ? (
            <OpenLead view={view} context={context} />
          ) : (
            <Standing view={view} context={context} filled={filled} claimProblem={claimProblem} />
          )}
        </div>
        <aside aria-label={reviewWords(locale).summary} class="min-w-0 lg:row-span-2">
          <Fold label={<Given text={session.title} lines={1} />} hint={reviewWords(locale).details}>
            <Summary session={session} locale={locale} saysWho={!isOpen} isFramed={frame !== null} />
          </Fold>
        </aside>
        {isOpen ? (
          <div class="min-w-0 space-y-4">
            <OpenRest view={view} context={context} filled={filled} />
          </div>
        ) : null}
      </main>
      <CheckoutFooter context={context} path={view.path} />
    </Document>
  );
}

/** Every standing but an open one: in our own words what happened, what did not, and where to go from here. */
function Standing({ view, context, filled, claimProblem }: Required<Props>): JSX.Element | null {
  const { standing } = view;
  switch (standing.kind) {
    case "open":
      return null;
    case "expired":
      return <Expired view={view} context={context} />;
    case "completed":
      return <Completed view={view} context={context} />;
    case "taken":
      return <Taken view={view} context={context} />;
    case "mine":
      return isUnfunded(standing.escrow) ? (
        <Paying view={view} mine={standing} context={context} filled={filled} claimProblem={claimProblem} />
      ) : (
        <After view={view} mine={standing} context={context} />
      );
    default:
      return standing satisfies never;
  }
}

function titleOf(view: View, { locale }: PageContext): string {
  const { standing } = view;
  switch (standing.kind) {
    case "open":
      return titleOpen(view, locale);
    case "expired":
      return titleExpired(view, locale);
    case "completed":
      return afterWords(locale).doneTitle;
    case "taken":
      return afterWords(locale).takenTitle;
    case "mine":
      return isUnfunded(standing.escrow) ? titlePaying(view, standing, locale) : titleAfter(view, standing, locale);
    default:
      return standing satisfies never;
  }
}

/** Without a script. An account number is being copied: that takes longer than a look at a phone. */
function waitingOf(view: View): Polling | undefined {
  if (view.standing.kind !== "mine" || !isPaymentPending(view)) return undefined;
  const isTransfer = openPayment(view.standing)?.instructions?.kind === "transfer";
  return { path: sameOf(view), reloadSeconds: isTransfer ? 30 : 5 };
}
