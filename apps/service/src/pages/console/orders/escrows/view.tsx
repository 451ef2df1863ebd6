/** The list of an account's escrows, newest first. */
import { ESCROW_STATUSES } from "@holdfast/contract";
import type { JSX } from "preact";
import { ESCROW_GROUPS, type EscrowLine } from "../../../../store/read/console/orders.js";
import type { Page } from "../../../../store/read/page.js";
import { ESCROW_LOOKS, EscrowBadge } from "../../../kit/badges.js";
import { Given } from "../../../kit/given.js";
import { Day } from "../../../kit/times.js";
import { Cell, Empty, MoneyCell, PageHead } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { escrowsUrl, escrowUrl } from "../../links.js";
import { Filters, Option } from "../filters.js";
import { OrderTable } from "../order-table.js";
import { SmallTotal } from "../pieces.js";
import { isFiltered, type Typed } from "../query.js";
import { GROUP_LABELS } from "./words.js";

type Props = { readonly context: ConsoleContext; readonly page: Page<EscrowLine>; readonly typed: Typed };

export function EscrowsPage({ context, page, typed }: Props): JSX.Element {
  const path = escrowsUrl(context);
  return (
    <Frame context={context} title="Escrows" entry="/escrows">
      <PageHead title="Escrows" lead="Every order that a buyer confirmed, and where its money is." />
      <Filters path={path} typed={typed} searchLabel="Find" searchHint="Order id, TR-… code, buyer's mail or id">
        <optgroup label="What is to be done">
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
      {page.rows.length === 0 ? <Nothing context={context} typed={typed} page={page} /> : null}
      <OrderTable
        label="Escrows"
        dated="Confirmed"
        list={{ page, path, typed }}
        row={(line) => <Row context={context} line={line} />}
      />
    </Frame>
  );
}

function Nothing({ typed, page }: Props): JSX.Element {
  if (isFiltered(typed)) {
    return (
      <Empty icon="search-x" title="Nothing matches">
        The search compares whole values: an order id, a TR-, MS- or DS- code, a mail address, or an id.
      </Empty>
    );
  }
  if (page.hasNewer || page.hasOlder) return <Empty icon="shield-check" title="Nothing further on" />;
  return (
    <Empty icon="shield-check" title="No escrows yet">
      One begins when a buyer confirms an order on the page of its session.
    </Empty>
  );
}

function Row({ context, line }: { context: ConsoleContext; line: EscrowLine }): JSX.Element {
  const { toDeliver, toReview } = line;
  const waits = [
    ...(toDeliver > 0 ? [`${toDeliver} to deliver`] : []),
    ...(toReview > 0 ? [`${toReview} in review`] : []),
  ];
  return (
    <tr>
      <Cell class="min-w-40">
        <a class="link-hover font-medium" href={escrowUrl(context, line.position)}>
          <Given text={line.title} lines={2} />
        </a>
        <span class="muted block text-xs tabular-nums [overflow-wrap:anywhere]">{line.referenceCode}</span>
        {line.externalReference === "" ? null : <Given text={line.externalReference} lines={2} class="muted text-xs" />}
        <Given text={line.buyerEmail} lines={2} class="muted text-xs" />
        <SmallTotal total={line.total} />
      </Cell>
      <Cell class="sm:whitespace-nowrap">
        <EscrowBadge status={line.status} />
        {waits.length === 0 ? null : <p class="muted mt-1 text-xs">{waits.join(", ")}</p>}
      </Cell>
      <MoneyCell amount={line.total} class="max-sm:hidden" />
      <Cell class="whitespace-nowrap max-sm:hidden">
        <Day at={line.created} locale="en" />
      </Cell>
    </tr>
  );
}
