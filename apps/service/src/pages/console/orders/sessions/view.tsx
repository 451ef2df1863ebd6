/** The list of an account's sessions, newest first. */
import { SESSION_STATUSES } from "@holdfast/contract";
import type { JSX } from "preact";
import type { SessionLine } from "../../../../store/read/console/orders.js";
import { SessionStanding } from "../../../kit/badges.js";
import { Filters } from "../../../kit/filters.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import type { Listed } from "../../../kit/listed.js";
import { Empty, PageHead } from "../../../kit/ui.js";
import { statusWords } from "../../../kit/words.js";
import type { ConsoleContext } from "../../context.js";
import { ExportLink } from "../../exports/link.js";
import { Frame } from "../../frame.js";
import { paymentLinksUrl, sessionsUrl, sessionUrl } from "../../links.js";
import { OrderRow, OrderTable } from "../order-table.js";

type Props = { readonly context: ConsoleContext; readonly listed: Listed<SessionLine> };

export function SessionsPage({ context, listed }: Props): JSX.Element {
  const path = sessionsUrl(context);
  return (
    <Frame context={context} title="Sessions" entry="/sessions">
      <PageHead title="Sessions" lead="Payment links and checkout sessions you've created.">
        <ExportLink context={context} list="sessions" query={listed.query} />
        <a class="btn" href={paymentLinksUrl(context)}>
          Reusable links
        </a>
        {context.may("handleOrders") ? <NewSession context={context} /> : null}
      </PageHead>
      <Filters
        path={path}
        query={listed.query}
        search={{ label: "Find", hint: "Title, order id, email or id" }}
        choices={[
          {
            name: "status",
            label: "Status",
            options: SESSION_STATUSES.map(
              (status) => [status, statusWords(context.locale)[`session_${status}`]] as const,
            ),
          },
        ]}
        daysAt={listed.now}
      />
      <OrderTable
        label="Sessions"
        dated="Created"
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
    New payment link
  </a>
);

function Nothing({ context, listed: { query, page } }: Props): JSX.Element {
  if (Object.keys(query).length > 0) {
    return (
      <Empty icon="search-x" title="Nothing matches">
        Search for any part of a title, an order id, an email address or an id.
      </Empty>
    );
  }
  if (page.hasNewer || page.hasOlder) return <Empty icon="receipt-text" title="End of the list" />;
  return (
    <Empty icon="receipt-text" title="No sessions yet">
      A session is one order with a page on which your buyer pays. Your shop creates one for each order through the API.
      {context.may("handleOrders")
        ? " Or create a payment link here, without any code, and send it to your buyer."
        : ""}
      <p class="mt-4">
        <a class="btn btn-sm" href={`${context.home}/start`}>
          Get started with the API
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
