/** The list of an account's orders: tabs, filters, and rows of one line. */
import { ESCROW_STATUSES } from "@holdfast/contract";
import type { JSX } from "preact";
import type { EscrowLine } from "../../../../store/read/console/orders.js";
import {
  COUNTED_GROUPS,
  type CountedGroup,
  GROUP_COUNTED,
  type GroupCounts,
} from "../../../../store/read/console/tab-counts.js";
import { Filters } from "../../../kit/filters.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { useWords } from "../../../kit/language.js";
import { onlyDays } from "../../../kit/list-query.js";
import type { ListedOrders } from "../../../kit/listed.js";
import { ShortId } from "../../../kit/short-id.js";
import { ListTabs } from "../../../kit/tabs.js";
import { Empty, PageHead } from "../../../kit/ui.js";
import { statusWords } from "../../../kit/words.js";
import { refundWords } from "../../../refunds/words.js";
import type { ConsoleContext } from "../../context.js";
import { ExportForm } from "../../exports/link.js";
import { Frame } from "../../frame.js";
import { escrowsUrl, escrowUrl, exportUrl, sessionsUrl } from "../../links.js";
import { OrderBadge } from "../order-badge.js";
import { BuyerLink, OrderIdCell, OrderTable } from "../order-table.js";
import { escrowsWords, orderWords } from "../words.js";

type Props = {
  readonly context: ConsoleContext;
  readonly listed: ListedOrders<EscrowLine>;
  /** Null for a list that is filtered by more than its tab. */
  readonly counts: GroupCounts<CountedGroup> | null;
};

export function EscrowsPage({ context, listed, counts }: Props): JSX.Element {
  const path = escrowsUrl(context);
  const { locale } = context;
  const [words, shared, statuses] = [escrowsWords(locale), orderWords(locale), statusWords(locale)];
  return (
    <Frame context={context} title={shared.escrows} entry="/escrows">
      <PageHead title={shared.escrows} isList>
        <a
          class="btn"
          href={`${exportUrl(context, "refunds")}?${new URLSearchParams(onlyDays(listed.query, context.site).query)}`}
        >
          <Icon name="download" class="size-4" />
          {refundWords(locale).list}
        </a>
        <ExportForm context={context} list="escrows" query={listed.query} />
      </PageHead>
      <ListTabs
        label={words.groups}
        path={path}
        query={listed.query}
        name="status"
        most={GROUP_COUNTED}
        tabs={[
          { value: "", text: words.all },
          ...COUNTED_GROUPS.map((group) => ({
            value: group,
            text: words[`group_${group}`],
            count: counts?.[group] ?? null,
          })),
        ]}
      />
      <Filters
        path={path}
        query={listed.query}
        search={{ label: shared.find, hint: words.findHint }}
        choices={[
          {
            name: "status",
            label: words.exactStatus,
            options: [
              ...ESCROW_STATUSES.map((status) => [status, statuses[`escrow_${status}`]] as const),
              ["to_answer", words.group_to_answer],
              ["ever_disputed", words.group_ever_disputed],
            ],
          },
        ]}
        daysAt={listed.now}
      />
      <OrderTable
        label={shared.escrows}
        dated={shared.confirmed}
        path={path}
        listed={listed}
        totals={listed.totals}
        href={(escrow) => escrowUrl(context, escrow.position)}
        status={(escrow) => <OrderBadge order={escrow} />}
        columns={[
          {
            head: shared.customer,
            from: "md",
            cell: (escrow) => <BuyerLink context={context} escrow={escrow.position} email={escrow.buyerEmail} />,
          },
          {
            head: shared.method,
            from: "2xl",
            cell: ({ method }) =>
              method === null ? null : <span class="whitespace-nowrap">{statuses[`method_${method}`]}</span>,
          },
          {
            head: shared.id,
            from: "xl",
            cell: (one) => <OrderIdCell own={one.externalReference} code={one.referenceCode} />,
          },
        ]}
        small={(escrow) => <Small context={context} escrow={escrow} />}
        isOwn
        nothing={<Nothing context={context} listed={listed} />}
      />
    </Frame>
  );
}

const Small = ({ context, escrow }: { context: ConsoleContext; escrow: EscrowLine }): JSX.Element => (
  <>
    <span class="muted block">
      <ShortId width="code">{escrow.referenceCode}</ShortId>
    </span>
    {escrow.externalReference === "" ? null : <Given text={escrow.externalReference} lines={2} class="muted text-xs" />}
    <BuyerLink context={context} escrow={escrow.position} email={escrow.buyerEmail} />
  </>
);

function Nothing({ context, listed: { query, page } }: Pick<Props, "context" | "listed">): JSX.Element {
  const words = useWords(escrowsWords);
  const shared = useWords(orderWords);
  if (Object.keys(query).length > 0) {
    return (
      <Empty icon="search-x" title={shared.noMatch}>
        {words.noMatchText}
      </Empty>
    );
  }
  if (page.hasNewer || page.hasOlder) return <Empty icon="shield-check" title={shared.endOfList} />;
  return (
    <Empty icon="shield-check" title={words.none}>
      {words.noneText}
      <p class="mt-4">
        <a class="btn btn-sm" href={sessionsUrl(context)}>
          {words.toSessions}
        </a>
      </p>
    </Empty>
  );
}
