/** The list of an account's sessions: links for one customer, and what the shop created. */
import { SESSION_STATUSES, type SessionStatus } from "@holdfast/contract";
import type { JSX } from "preact";
import { GROUP_COUNTED } from "../../../../store/read/console/lists.js";
import type { GroupCounts, SessionLine } from "../../../../store/read/console/orders.js";
import { SessionStanding } from "../../../kit/badges.js";
import { Filters } from "../../../kit/filters.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { useWords } from "../../../kit/language.js";
import type { ListedOrders } from "../../../kit/listed.js";
import { ListTabs } from "../../../kit/tabs.js";
import { Empty, PageHead } from "../../../kit/ui.js";
import { statusWords } from "../../../kit/words.js";
import type { ConsoleContext } from "../../context.js";
import { ExportForm } from "../../exports/link.js";
import { Frame } from "../../frame.js";
import { paymentLinksUrl, sessionsUrl, sessionUrl } from "../../links.js";
import { OrderIdCell, OrderTable } from "../order-table.js";
import { orderWords, sessionsWords } from "../words.js";

type Props = {
  readonly context: ConsoleContext;
  readonly listed: ListedOrders<SessionLine>;
  /** Null for a list that is filtered by more than its tab. */
  readonly counts: GroupCounts<SessionStatus> | null;
};

export function SessionsPage({ context, listed, counts }: Props): JSX.Element {
  const path = sessionsUrl(context);
  const { locale } = context;
  const [words, shared, statuses] = [sessionsWords(locale), orderWords(locale), statusWords(locale)];
  return (
    <Frame context={context} title={shared.sessions} entry="/sessions">
      <PageHead title={shared.sessions} isList>
        <a class="btn" href={paymentLinksUrl(context)}>
          <Icon name="users" class="size-4" />
          {words.reusable}
        </a>
        <ExportForm context={context} list="sessions" query={listed.query} />
        {context.may("handleOrders") ? <NewSession context={context} /> : null}
      </PageHead>
      <ListTabs
        label={shared.status}
        path={path}
        query={listed.query}
        name="status"
        most={GROUP_COUNTED}
        tabs={[
          { value: "", text: words.all },
          ...SESSION_STATUSES.map((status) => ({
            value: status,
            text: statuses[`session_${status}`],
            count: counts?.[status] ?? null,
          })),
        ]}
      />
      <Filters
        path={path}
        query={listed.query}
        search={{ label: shared.find, hint: words.findHint }}
        daysAt={listed.now}
      />
      <OrderTable
        label={shared.sessions}
        dated={shared.created}
        path={path}
        listed={listed}
        totals={listed.totals}
        href={(session) => sessionUrl(context, session.position)}
        status={(session) => <SessionStanding session={session} />}
        columns={[
          {
            head: shared.customer,
            from: "md",
            cell: ({ customerEmail }) => <Given text={customerEmail} lines={1} class="muted w-40 text-xs" />,
          },
          { head: shared.id, from: "xl", cell: ({ externalReference }) => <OrderIdCell own={externalReference} /> },
        ]}
        small={({ externalReference, customerEmail }) =>
          [externalReference, customerEmail].map((text) =>
            text === "" ? null : <Given text={text} lines={2} class="muted text-xs" />,
          )
        }
        isOwn
        nothing={<Nothing context={context} listed={listed} />}
      />
    </Frame>
  );
}

const NewSession = ({ context }: { context: ConsoleContext }): JSX.Element => (
  <a class="btn btn-primary" href={`${sessionsUrl(context)}/new`}>
    <Icon name="plus" class="size-4" />
    {useWords(sessionsWords).newLink}
  </a>
);

function Nothing({ context, listed: { query, page } }: Pick<Props, "context" | "listed">): JSX.Element {
  const words = useWords(sessionsWords);
  const shared = useWords(orderWords);
  if (Object.keys(query).length > 0) {
    return (
      <Empty icon="search-x" title={shared.noMatch}>
        {words.noMatchText}
      </Empty>
    );
  }
  if (page.hasNewer || page.hasOlder) return <Empty icon="receipt-text" title={shared.endOfList} />;
  return (
    <Empty icon="receipt-text" title={words.none}>
      {words.noneText}
      {context.may("handleOrders") ? ` ${words.noneByHand}` : ""}
      <p class="mt-4">
        <a class="btn btn-sm" href={`${context.home}/start`}>
          {words.start}
        </a>
      </p>
    </Empty>
  );
}
