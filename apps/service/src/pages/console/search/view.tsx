/** What a search found, a group a kind of thing; before anything is typed, the newest of each. */
import type { ComponentChildren, JSX } from "preact";
import { usd } from "../../../words/format.js";
import { EscrowBadge, SessionBadge } from "../../kit/badges.js";
import { Given } from "../../kit/given.js";
import { Icon, type IconName } from "../../kit/icons.js";
import { useWords } from "../../kit/language.js";
import { Say } from "../../kit/say.js";
import { Day } from "../../kit/times.js";
import { PageHead } from "../../kit/ui.js";
import type { ConsoleContext } from "../context.js";
import { Frame } from "../frame.js";
import {
  customerUrl,
  disputesUrl,
  disputeUrl,
  escrowsUrl,
  escrowUrl,
  eventsUrl,
  eventUrl,
  sessionsUrl,
  sessionUrl,
} from "../links.js";
import { SearchBounds } from "./bounds.js";
import { SearchForm } from "./form.js";
import type { Found } from "./load.js";
import type { Place } from "./places.js";
import { searchWords } from "./words.js";

type Props = { readonly context: ConsoleContext; readonly found: Found };

export function SearchPage(props: Props): JSX.Element {
  const { context, found } = props;
  const words = searchWords(context.locale);
  return (
    <Frame context={context} title={words.title} entry="/search">
      <PageHead title={words.title} lead={words.lead} />
      <div class="mb-4 max-w-3xl">
        <SearchForm context={context} typed={found.typed} id="q" />
      </div>
      <div class="panel max-w-3xl p-2">
        <Results {...props} />
      </div>
    </Frame>
  );
}

/** What the script takes out of the page. */
function Results({ context, found }: Props): JSX.Element {
  const words = useWords(searchWords);
  const groups = groupsOf({ context, found });
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const isNew = found.search === null;
  const isEmpty = count === (isNew ? found.places.actions.length : 0);
  return (
    <div id="found" data-count={isNew ? "" : words.results({ count })}>
      {isEmpty ? <Nothing found={found} /> : null}
      {groups.map(({ title, rows, all }) =>
        rows.length === 0 ? null : (
          <section class="pb-2">
            <div class="flex items-baseline justify-between gap-4 px-3 pt-2 pb-1">
              <h2 class="muted text-xs font-medium">{title}</h2>
              {all === null ? null : (
                <a class="link link-primary inline-flex min-h-6 items-center text-xs" href={all}>
                  {words.viewAll}
                  <span class="sr-only">: {title}</span>
                </a>
              )}
            </div>
            <ul>
              {rows.map((row) => (
                <li>{row}</li>
              ))}
            </ul>
          </section>
        ),
      )}
      <SearchBounds search={found.search} />
    </div>
  );
}

type Group = { readonly title: string; readonly rows: readonly JSX.Element[]; readonly all: string | null };

function groupsOf({ context, found }: Props): readonly Group[] {
  const { typed, search, escrows, disputes, sessions, events, places, customers, eventTypes } = found;
  const kept = search === null ? "" : `?${new URLSearchParams({ q: typed })}`;
  const group = (title: string, rows: Group["rows"], all: string | null = null): Group => ({ title, rows, all });
  const { locale } = context;
  const words = searchWords(locale);
  return [
    group(words.actions, places.actions.map(PlaceRow)),
    group(words.goTo, [
      ...places.pages.map(PlaceRow),
      ...eventTypes
        .slice(0, 3)
        .map((type) => (
          <Row href={`${eventsUrl(context)}?type=${type}`} icon="activity" title={words.eventsOf({ type })} />
        )),
    ]),
    group(
      words.customers,
      customers.map((one) => <CustomerRow context={context} customer={one} />),
    ),
    group(
      search === null ? words.recentOrders : words.orders,
      escrows.rows.map((one) => (
        <Row
          href={escrowUrl(context, one.position)}
          icon="shield-check"
          title={<Given text={one.title} lines={2} />}
          about={[one.externalReference, one.referenceCode, one.buyerEmail]}
          end={<EscrowBadge status={one.status} />}
          sum={usd(one.amount, locale)}
        />
      )),
      escrows.hasMore ? escrowsUrl(context) + kept : null,
    ),
    group(
      search === null ? words.openDisputes : words.disputes,
      disputes.rows.map((one) => (
        <Row
          href={disputeUrl(context, one.position)}
          icon="scale"
          title={<Given text={one.title} lines={2} />}
          about={[one.disputeReference ?? "", one.buyerEmail]}
          end={<EscrowBadge status={one.status} />}
        />
      )),
      disputes.hasMore ? disputesUrl(context) + kept : null,
    ),
    group(
      search === null ? words.recentSessions : words.sessions,
      sessions.rows.map((one) => (
        <Row
          href={sessionUrl(context, one.position)}
          icon="receipt-text"
          title={<Given text={one.title} lines={2} />}
          about={[one.externalReference, one.customerEmail]}
          end={<SessionBadge status={one.status} />}
          sum={usd(one.amount, locale)}
        />
      )),
      sessions.hasMore ? sessionsUrl(context) + kept : null,
    ),
    group(
      words.events,
      events.map((one) => <EventRow context={context} event={one} />),
    ),
  ];
}

const PlaceRow = ({ href, icon, title }: Place): JSX.Element => <Row href={href} icon={icon} title={title} />;

const CustomerRow = ({
  context,
  customer: { buyerEmail, position },
}: {
  context: ConsoleContext;
  customer: Found["customers"][number];
}): JSX.Element => (
  <Row
    href={customerUrl(context, position)}
    icon="user-round"
    title={<Say text={useWords(searchWords).allOrders} email={<bdi>{buyerEmail}</bdi>} />}
  />
);

const EventRow = ({ context, event }: { context: ConsoleContext; event: Found["events"][number] }): JSX.Element => (
  <Row
    href={eventUrl(context, event.id)}
    icon="activity"
    title={event.type}
    about={[event.title ?? ""]}
    end={
      <span class="muted text-xs">
        <Day at={event.created} locale={context.locale} />
      </span>
    }
  />
);

function Row({
  href,
  icon,
  title,
  about = [],
  end = null,
  sum,
}: {
  href: string;
  icon: IconName;
  title: ComponentChildren;
  /** What tells it from others; empty texts are left out. */
  about?: readonly string[];
  end?: JSX.Element | null;
  sum?: string;
}): JSX.Element {
  const told = about.filter((one) => one !== "");
  return (
    <a
      href={href}
      class="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-field px-3 py-2 text-sm hover:bg-base-200 focus-visible:bg-base-200 sm:flex-nowrap"
    >
      <Icon name={icon} class="muted size-4.5 shrink-0" />
      <span class="min-w-0 flex-1">
        <span class="block font-medium [overflow-wrap:anywhere]">{title}</span>
        {told.length === 0 ? null : (
          <span class="muted block truncate text-xs">
            {told.map((text, at) => (
              <>
                {at === 0 ? null : " · "}
                <bdi>{text}</bdi>
              </>
            ))}
          </span>
        )}
      </span>
      <span class="flex shrink-0 items-center gap-3 max-sm:basis-full max-sm:flex-row-reverse max-sm:justify-end max-sm:ps-7.5">
        {sum === undefined ? null : <span class="font-medium tabular-nums">{sum}</span>}
        {end}
      </span>
    </a>
  );
}

function Nothing({ found: { search, typed } }: { found: Found }): JSX.Element {
  const words = useWords(searchWords);
  return (
    <p class="muted px-3 py-8 text-center text-sm">
      {search === null ? (
        words.noneYet
      ) : (
        <Say text={words.noMatch} typed={<bdi class="font-medium [overflow-wrap:anywhere]">{typed.trim()}</bdi>} />
      )}
    </p>
  );
}
