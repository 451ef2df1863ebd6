/** The list of an account's sessions, newest first. */
import { SESSION_STATUSES } from "@holdfast/contract";
import type { JSX } from "preact";
import type { SessionLine } from "../../../../store/read/console/orders.js";
import type { Page } from "../../../../store/read/page.js";
import { SESSION_LOOKS, SessionBadge } from "../../../kit/badges.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { Empty, PageHead } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { sessionsUrl, sessionUrl } from "../../links.js";
import { Filters, Option } from "../filters.js";
import { OrderRow, OrderTable } from "../order-table.js";
import { isFiltered, type Typed } from "../query.js";

type Props = { readonly context: ConsoleContext; readonly page: Page<SessionLine>; readonly typed: Typed };

export function SessionsPage({ context, page, typed }: Props): JSX.Element {
  const path = sessionsUrl(context);
  return (
    <Frame context={context} title="Sessions" entry="/sessions">
      <PageHead title="Sessions" lead="Payment links and checkout sessions you've created.">
        {context.may("handleOrders") ? <NewSession context={context} /> : null}
      </PageHead>
      <Filters path={path} typed={typed} searchLabel="Find" searchHint="Title, order id, email or id">
        {SESSION_STATUSES.map((status) => (
          <Option value={status} text={SESSION_LOOKS[status].text} typed={typed} />
        ))}
      </Filters>
      <OrderTable
        label="Sessions"
        dated="Created"
        list={{ page, path, typed }}
        row={(session) => <SessionRow context={context} session={session} />}
        nothing={<Nothing context={context} typed={typed} page={page} />}
      />
    </Frame>
  );
}

const NewSession = ({ context }: { context: ConsoleContext }): JSX.Element => (
  <a class="btn btn-primary" href={`${sessionsUrl(context)}/new`}>
    <Icon name="plus" class="size-4" />
    New payment link
  </a>
);

function Nothing({ context, typed, page }: Props): JSX.Element {
  if (isFiltered(typed)) {
    return (
      <Empty icon="search-x" title="Nothing matches">
        Search for any part of a title, an order id, an email address or an id.
      </Empty>
    );
  }
  if (page.hasNewer || page.hasOlder) return <Empty icon="receipt-text" title="End of the list" />;
  return (
    <Empty icon="receipt-text" title="No sessions yet">
      Your shop creates one for each order through the API.
      {context.may("handleOrders") ? " Or create a payment link here, without any code." : ""}
    </Empty>
  );
}

const SessionRow = ({ context, session }: { context: ConsoleContext; session: SessionLine }): JSX.Element => (
  <OrderRow
    line={session}
    href={sessionUrl(context, session.position)}
    status={<SessionBadge status={session.status} />}
  >
    {session.externalReference === "" ? null : (
      <Given text={session.externalReference} lines={2} class="muted text-xs" />
    )}
    {session.customerEmail === "" ? null : <Given text={session.customerEmail} lines={2} class="muted text-xs" />}
  </OrderRow>
);
