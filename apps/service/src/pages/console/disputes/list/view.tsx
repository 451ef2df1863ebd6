/** The list of an account's disputes: what it is about, what is at stake, and whose turn it is. */

import type { JSX } from "preact";
import { GROUP_COUNTED, type GroupCounts } from "../../../../store/read/console/tab-counts.js";
import type { ListedDispute } from "../../../../store/read/orders/disputes.js";
import { EscrowBadge } from "../../../kit/badges.js";
import { Filters } from "../../../kit/filters.js";
import { Given } from "../../../kit/given.js";
import { useWords } from "../../../kit/language.js";
import type { Listed } from "../../../kit/listed.js";
import { MoneyCell } from "../../../kit/money-cell.js";
import { Pager } from "../../../kit/pager.js";
import { ListTabs } from "../../../kit/tabs.js";
import { ShortDay } from "../../../kit/times.js";
import { Cell, Empty, PageHead, Table } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { ExportLink } from "../../exports/link.js";
import { Frame } from "../../frame.js";
import { disputesUrl, disputeUrl } from "../../links.js";
import { BuyerLink, WIDTHS } from "../../orders/order-table.js";
import { orderWords } from "../../orders/words.js";
import { SearchBounds } from "../../search/bounds.js";
import { TurnBadge } from "../turn-badge.js";
import { disputesWords } from "../words.js";
import type { Which } from "./load.js";

/** Those that wait are what one comes for; a search goes through all. */
const WHICH = ["open", "ended", "all"] as const satisfies readonly Which[];

export function DisputesPage({
  context,
  listed: { page, query, search = null, now },
  which,
  counts,
}: {
  context: ConsoleContext;
  listed: Listed<ListedDispute>;
  which: Which;
  /** Null for a list that is filtered by more than its tab. */
  counts: GroupCounts<"open" | "ended"> | null;
}): JSX.Element {
  const path = disputesUrl(context);
  const words = disputesWords(context.locale);
  return (
    <Frame context={context} title={words.title} entry="/disputes">
      <PageHead title={words.title} isList>
        <ExportLink context={context} list="disputes" query={query} />
      </PageHead>
      <ListTabs
        label={words.status}
        path={path}
        query={{ ...query, which }}
        name="which"
        most={GROUP_COUNTED}
        tabs={WHICH.map((one) => ({
          value: one,
          text: words[`which_${one}`],
          count: one === "all" ? null : (counts?.[one] ?? null),
        }))}
      />
      <Filters path={path} query={query} search={{ label: words.find, hint: words.findHint }} daysAt={now} />
      {page.rows.length === 0 ? (
        <Nothing which={which} isSearched={search !== null || "from" in query || "until" in query} />
      ) : (
        <Table
          label={words[`label_${which}`]}
          head={[
            words.order,
            words[`standing_${which}`],
            orderWords(context.locale).customer,
            words.code,
            words.left,
            words.last,
          ]}
          columns={["", "", WIDTHS.md, WIDTHS.xl, "text-end!", "max-sm:hidden"]}
          stacks
          dense
        >
          {page.rows.map((dispute) => (
            <Row context={context} dispute={dispute} />
          ))}
        </Table>
      )}
      <SearchBounds search={search} />
      <Pager page={page} path={path} query={query} />
    </Frame>
  );
}

function Nothing({ which, isSearched }: { which: Which; isSearched: boolean }): JSX.Element {
  const words = useWords(disputesWords);
  if (isSearched) {
    return (
      <Empty icon="search-x" title={words.noMatch}>
        {words.noMatchText}
      </Empty>
    );
  }
  if (which === "ended") return <Empty icon="scale" title={words.none_ended} />;
  return (
    <Empty icon="scale" title={words[`none_${which}`]}>
      {words.noneText}
    </Empty>
  );
}

function Row({ context, dispute }: { context: ConsoleContext; dispute: ListedDispute }): JSX.Element {
  const { files, status } = dispute;
  const { locale } = context;
  return (
    <tr class="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_fit-content(8rem)]">
      <Cell class="row-title">
        <a class="row-link font-medium" href={disputeUrl(context, dispute.escrow)}>
          <Given text={dispute.title} lines={2} class="sm:line-clamp-1" />
        </a>
        <div class="sm:hidden">
          <span class="muted block font-mono text-xs">{dispute.reference}</span>
          {dispute.externalReference === "" ? null : (
            <Given text={dispute.externalReference} lines={2} class="muted text-xs" />
          )}
          <BuyerLink context={context} escrow={dispute.escrow} email={dispute.buyerEmail} />
        </div>
      </Cell>
      <Cell class="max-sm:order-last max-sm:col-span-2 sm:whitespace-nowrap">
        {status === "DISPUTED" ? <TurnBadge dispute={dispute} /> : <EscrowBadge status={status} />}
        {files === 0 ? null : <span class="muted ms-2 text-xs">{useWords(disputesWords).files({ count: files })}</span>}
      </Cell>
      <Cell class={`max-sm:hidden ${WIDTHS.md}`}>
        <BuyerLink context={context} escrow={dispute.escrow} email={dispute.buyerEmail} />
      </Cell>
      <Cell class={`max-sm:hidden ${WIDTHS.xl}`}>
        <span class="muted font-mono text-xs whitespace-nowrap">{dispute.reference}</span>
      </Cell>
      <MoneyCell amount={dispute.left} />
      <Cell class="whitespace-nowrap max-sm:hidden">
        <ShortDay at={dispute.lastAt} locale={locale} />
      </Cell>
    </tr>
  );
}
