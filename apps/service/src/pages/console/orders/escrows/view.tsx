/** The list of an account's escrows, newest first. */
import { ESCROW_STATUSES } from "@holdfast/contract";
import type { JSX } from "preact";
import { ESCROW_GROUPS, type EscrowLine } from "../../../../store/read/console/orders.js";
import type { Page } from "../../../../store/read/page.js";
import { ESCROW_LOOKS, EscrowBadge } from "../../../kit/badges.js";
import { Given } from "../../../kit/given.js";
import { Empty, PageHead } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { escrowsUrl, escrowUrl } from "../../links.js";
import { Filters, Option } from "../filters.js";
import { OrderRow, OrderTable } from "../order-table.js";
import { isFiltered, type Typed } from "../query.js";
import { GROUP_LABELS } from "./words.js";

type Props = { readonly context: ConsoleContext; readonly page: Page<EscrowLine>; readonly typed: Typed };

export function EscrowsPage({ context, page, typed }: Props): JSX.Element {
  const path = escrowsUrl(context);
  return (
    <Frame context={context} title="Escrows" entry="/escrows">
      <PageHead title="Escrows" lead="Orders that buyers confirmed, and where the money is." />
      <Filters path={path} typed={typed} searchLabel="Find" searchHint="Title, order id, code, email or id">
        <optgroup label="To do">
          {ESCROW_GROUPS.map((group) => (
            <Option value={group} text={GROUP_LABELS[group]} typed={typed} />
          ))}
        </optgroup>
        <optgroup label="Exact status">
          {ESCROW_STATUSES.map((status) => (
            <Option value={status} text={ESCROW_LOOKS[status].text} typed={typed} />
          ))}
        </optgroup>
      </Filters>
      <OrderTable
        label="Escrows"
        dated="Confirmed"
        list={{ page, path, typed }}
        row={(escrow) => <EscrowRow context={context} escrow={escrow} />}
        nothing={<Nothing context={context} typed={typed} page={page} />}
      />
    </Frame>
  );
}

function Nothing({ typed, page }: Props): JSX.Element {
  if (isFiltered(typed)) {
    return (
      <Empty icon="search-x" title="Nothing matches">
        Search for any part of a title, an order id, a TR-, MS- or DS- code, an email address or an id.
      </Empty>
    );
  }
  if (page.hasNewer || page.hasOlder) return <Empty icon="shield-check" title="End of the list" />;
  return (
    <Empty icon="shield-check" title="No escrows yet">
      An escrow starts when a buyer confirms an order on its checkout page.
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
      <span class="muted block text-xs tabular-nums [overflow-wrap:anywhere]">{escrow.referenceCode}</span>
      {escrow.externalReference === "" ? null : (
        <Given text={escrow.externalReference} lines={2} class="muted text-xs" />
      )}
      <Given text={escrow.buyerEmail} lines={2} class="muted text-xs" />
    </OrderRow>
  );
}
