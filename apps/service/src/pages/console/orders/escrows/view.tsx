/** The list of an account's escrows, newest first. */
import { ESCROW_STATUSES } from "@holdfast/contract";
import type { JSX } from "preact";
import { ESCROW_GROUPS, type EscrowLine } from "../../../../store/read/console/orders.js";
import { EscrowBadge } from "../../../kit/badges.js";
import { Filters } from "../../../kit/filters.js";
import { Given } from "../../../kit/given.js";
import type { Listed } from "../../../kit/listed.js";
import { ShortId } from "../../../kit/short-id.js";
import { Empty, PageHead } from "../../../kit/ui.js";
import { statusWords } from "../../../kit/words.js";
import type { ConsoleContext } from "../../context.js";
import { ExportLink } from "../../exports/link.js";
import { Frame } from "../../frame.js";
import { escrowsUrl, escrowUrl, sessionsUrl } from "../../links.js";
import { OrderRow, OrderTable } from "../order-table.js";
import { GROUP_LABELS } from "./words.js";

type Props = { readonly context: ConsoleContext; readonly listed: Listed<EscrowLine> };

export function EscrowsPage({ context, listed }: Props): JSX.Element {
  const path = escrowsUrl(context);
  return (
    <Frame context={context} title="Escrows" entry="/escrows">
      <PageHead title="Escrows" lead="Orders that buyers confirmed, and where the money is.">
        <ExportLink context={context} list="escrows" query={listed.query} />
      </PageHead>
      <Filters
        path={path}
        query={listed.query}
        search={{ label: "Find", hint: "Title, order id, code, email or id" }}
        choices={[
          {
            name: "status",
            label: "Status",
            options: [
              { label: "To do", options: ESCROW_GROUPS.map((group) => [group, GROUP_LABELS[group]] as const) },
              {
                label: "Exact status",
                options: ESCROW_STATUSES.map(
                  (status) => [status, statusWords(context.locale)[`escrow_${status}`]] as const,
                ),
              },
            ],
          },
        ]}
        daysAt={listed.now}
      />
      <OrderTable
        label="Escrows"
        dated="Confirmed"
        path={path}
        listed={listed}
        row={(escrow) => <EscrowRow context={context} escrow={escrow} />}
        nothing={<Nothing context={context} listed={listed} />}
      />
    </Frame>
  );
}

function Nothing({ context, listed: { query, page } }: Props): JSX.Element {
  if (Object.keys(query).length > 0) {
    return (
      <Empty icon="search-x" title="Nothing matches">
        Search for any part of a title, an order id, a TR-, MS- or DS- code, an email address or an id.
      </Empty>
    );
  }
  if (page.hasNewer || page.hasOlder) return <Empty icon="shield-check" title="End of the list" />;
  return (
    <Empty icon="shield-check" title="No escrows yet">
      An escrow starts when a buyer confirms an order on its checkout page. The buyer pays us, you deliver, and the
      money is yours once the buyer approves.
      <p class="mt-4">
        <a class="btn btn-sm" href={sessionsUrl(context)}>
          Your payment links and sessions
        </a>
      </p>
    </Empty>
  );
}

function EscrowRow({ context, escrow }: { context: ConsoleContext; escrow: EscrowLine }): JSX.Element {
  const { toDeliver, toReview } = escrow;
  const waits = [
    ...(toDeliver > 0 ? [`${toDeliver} to deliver`] : []),
    ...(toReview > 0 ? [`${toReview} in review`] : []),
  ];
  return (
    <OrderRow
      line={escrow}
      href={escrowUrl(context, escrow.position)}
      status={
        <>
          <EscrowBadge status={escrow.status} />
          {waits.length === 0 ? null : <p class="muted mt-1 text-xs">{waits.join(", ")}</p>}
        </>
      }
    >
      <span class="muted block">
        <ShortId>{escrow.referenceCode}</ShortId>
      </span>
      {escrow.externalReference === "" ? null : (
        <Given text={escrow.externalReference} lines={2} class="muted text-xs" />
      )}
      <Given text={escrow.buyerEmail} lines={2} class="muted text-xs" />
    </OrderRow>
  );
}
