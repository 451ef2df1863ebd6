/** The list of an account's sessions, newest first. */
import { SESSION_STATUSES } from "@holdfast/contract";
import type { JSX } from "preact";
import type { SessionLine } from "../../../../store/read/console/orders.js";
import { SessionStanding } from "../../../kit/badges.js";
import { Filters } from "../../../kit/filters.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { useWords } from "../../../kit/language.js";
import type { Listed } from "../../../kit/listed.js";
import { Empty, PageHead } from "../../../kit/ui.js";
import { statusWords } from "../../../kit/words.js";
import type { ConsoleContext } from "../../context.js";
import { ExportLink } from "../../exports/link.js";
import { Frame } from "../../frame.js";
import { paymentLinksUrl, sessionsUrl, sessionUrl } from "../../links.js";
import { OrderRow, OrderTable } from "../order-table.js";
import { orderWords, sessionsWords } from "../words.js";

type Props = { readonly context: ConsoleContext; readonly listed: Listed<SessionLine> };

export function SessionsPage({ context, listed }: Props): JSX.Element {
  const path = sessionsUrl(context);
  const { locale } = context;
  const [words, shared] = [sessionsWords(locale), orderWords(locale)];
  return (
    <Frame context={context} title={shared.sessions} entry="/sessions">
      <PageHead title={shared.sessions} lead={words.lead}>
        <ExportLink context={context} list="sessions" query={listed.query} />
        <a class="btn" href={paymentLinksUrl(context)}>
          {words.reusable}
        </a>
        {context.may("handleOrders") ? <NewSession context={context} /> : null}
      </PageHead>
      <Filters
        path={path}
        query={listed.query}
        search={{ label: shared.find, hint: words.findHint }}
        choices={[
          {
            name: "status",
            label: shared.status,
            options: SESSION_STATUSES.map((status) => [status, statusWords(locale)[`session_${status}`]] as const),
          },
        ]}
        daysAt={listed.now}
      />
      <OrderTable
        label={shared.sessions}
        dated={shared.created}
        path={path}
        listed={listed}
        row={(session) => <SessionRow context={context} session={session} />}
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

function Nothing({ context, listed: { query, page } }: Props): JSX.Element {
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

const SessionRow = ({ context, session }: { context: ConsoleContext; session: SessionLine }): JSX.Element => (
  <OrderRow line={session} href={sessionUrl(context, session.position)} status={<SessionStanding session={session} />}>
    {session.externalReference === "" ? null : (
      <Given text={session.externalReference} lines={2} class="muted text-xs" />
    )}
    {session.customerEmail === "" ? null : <Given text={session.customerEmail} lines={2} class="muted text-xs" />}
  </OrderRow>
);
