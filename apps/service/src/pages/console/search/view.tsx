/** What a search found, a group a kind of thing; before anything is typed, the newest of each. */
import type { ComponentChildren, JSX } from "preact";
import { usd } from "../../../words/format.js";
import { EscrowBadge, SessionBadge } from "../../kit/badges.js";
import { Given } from "../../kit/given.js";
import { Icon, type IconName } from "../../kit/icons.js";
import { Day } from "../../kit/times.js";
import { PageHead } from "../../kit/ui.js";
import type { ConsoleContext } from "../context.js";
import { Frame } from "../frame.js";
import {
  disputesUrl,
  disputeUrl,
  escrowsUrl,
  escrowUrl,
  eventsUrl,
  eventUrl,
  sessionsUrl,
  sessionUrl,
} from "../links.js";
import { menuWords } from "../words.js";
import { SearchBounds } from "./bounds.js";
import { SearchForm } from "./form.js";
import type { Found } from "./load.js";

type Props = { readonly context: ConsoleContext; readonly found: Found };

export function SearchPage(props: Props): JSX.Element {
  const { context, found } = props;
  return (
    <Frame context={context} title="Search" entry="/search">
      <PageHead title="Search" lead="Finds parts of words in titles, order ids, codes, email addresses and ids." />
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
  const groups = groupsOf({ context, found });
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const isNew = found.search === null;
  return (
    <div id="found" data-count={isNew ? "" : count === 1 ? "1 result" : `${count} results`}>
      {count === 0 ? <Nothing found={found} /> : null}
      {groups.map(({ title, rows, all }) =>
        rows.length === 0 ? null : (
          <section class="pb-2">
            <div class="flex items-baseline justify-between gap-4 px-3 pt-2 pb-1">
              <h2 class="muted text-xs font-medium">{title}</h2>
              {all === null ? null : (
                <a class="link link-primary inline-flex min-h-6 items-center text-xs" href={all}>
                  View all<span class="sr-only"> {title.toLowerCase()}</span>
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
  const { typed, search, escrows, disputes, sessions, events, pages, eventTypes } = found;
  const kept = search === null ? "" : `?${new URLSearchParams({ q: typed })}`;
  const group = (title: string, rows: Group["rows"], all: string | null = null): Group => ({ title, rows, all });
  const recent = (title: string): string => (search === null ? `Recent ${title.toLowerCase()}` : title);
  return [
    group("Go to", [
      ...pages.map(({ path, label, icon }) => (
        <Row href={context.home + path} icon={icon} title={menuWords(context.locale)[label]} />
      )),
      ...eventTypes
        .slice(0, 3)
        .map((type) => <Row href={`${eventsUrl(context)}?type=${type}`} icon="activity" title={`Events: ${type}`} />),
    ]),
    group(
      recent("Orders"),
      escrows.rows.map((one) => (
        <Row
          href={escrowUrl(context, one.position)}
          icon="shield-check"
          title={<Given text={one.title} lines={2} />}
          about={[one.externalReference, one.referenceCode, one.buyerEmail]}
          end={<EscrowBadge status={one.status} />}
          sum={usd(one.amount, "en")}
        />
      )),
      escrows.hasMore ? escrowsUrl(context) + kept : null,
    ),
    group(
      search === null ? "Open disputes" : "Disputes",
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
      search === null ? "Recent sessions without an order" : "Sessions without an order",
      sessions.rows.map((one) => (
        <Row
          href={sessionUrl(context, one.position)}
          icon="receipt-text"
          title={<Given text={one.title} lines={2} />}
          about={[one.externalReference, one.customerEmail]}
          end={<SessionBadge status={one.status} />}
          sum={usd(one.amount, "en")}
        />
      )),
      sessions.hasMore ? sessionsUrl(context) + kept : null,
    ),
    group(
      "Events",
      events.map((one) => (
        <Row
          href={eventUrl(context, one.id)}
          icon="activity"
          title={one.type}
          about={[one.title ?? ""]}
          end={
            <span class="muted text-xs">
              <Day at={one.created} locale="en" />
            </span>
          }
        />
      )),
    ),
  ];
}

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

const Nothing = ({ found: { search, typed } }: { found: Found }): JSX.Element => (
  <p class="muted px-3 py-8 text-center text-sm">
    {search === null ? (
      "Your orders, disputes and events will appear here."
    ) : (
      <>
        Nothing matches “<bdi class="font-medium [overflow-wrap:anywhere]">{typed.trim()}</bdi>”.
      </>
    )}
  </p>
);
