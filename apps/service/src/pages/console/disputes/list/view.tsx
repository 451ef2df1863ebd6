/** The list of an account's disputes: what it is about, what is at stake, and whose turn it is. */

import type { JSX } from "preact";
import type { ListedDispute } from "../../../../store/read/orders/disputes.js";
import { EscrowBadge } from "../../../kit/badges.js";
import { Filters } from "../../../kit/filters.js";
import { Given } from "../../../kit/given.js";
import { useWords } from "../../../kit/language.js";
import type { Listed } from "../../../kit/listed.js";
import { Pager } from "../../../kit/pager.js";
import { Time } from "../../../kit/times.js";
import { Cell, Empty, MoneyCell, PageHead, Table } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { ExportLink } from "../../exports/link.js";
import { Frame } from "../../frame.js";
import { disputesUrl, disputeUrl } from "../../links.js";
import { BuyerLink } from "../../orders/order-table.js";
import { SearchBounds } from "../../search/bounds.js";
import { TurnBadge } from "../turn-badge.js";
import { disputesWords } from "../words.js";
import type { Which } from "./load.js";

const WHICH = ["open", "ended", "all"] as const satisfies readonly Which[];

/** Those that wait are what one comes for; a search goes through all. */
function whichOptions(
  isSearched: boolean,
  words: ReturnType<typeof disputesWords>,
): { all: string; options: readonly (readonly [Which, string])[] } {
  const usual = isSearched ? "all" : "open";
  return {
    all: words[`which_${usual}`],
    options: WHICH.filter((which) => which !== usual).map((which) => [which, words[`which_${which}`]]),
  };
}

export function DisputesPage({
  context,
  listed: { page, query, search = null, now },
  which,
}: {
  context: ConsoleContext;
  listed: Listed<ListedDispute>;
  which: Which;
}): JSX.Element {
  const path = disputesUrl(context);
  const words = disputesWords(context.locale);
  return (
    <Frame context={context} title={words.title} entry="/disputes">
      <PageHead title={words.title} lead={words.lead}>
        <ExportLink context={context} list="disputes" query={query} />
      </PageHead>
      <Filters
        path={path}
        query={query}
        search={{ label: words.find, hint: words.findHint }}
        choices={[{ name: "which", label: words.status, ...whichOptions(search !== null, words) }]}
        daysAt={now}
      />
      {page.rows.length === 0 ? (
        <Nothing which={which} isSearched={search !== null || "from" in query || "until" in query} />
      ) : (
        <Table
          label={words[`label_${which}`]}
          head={[words.order, words[`standing_${which}`], words.left, words.last]}
          columns={["", "max-sm:hidden", "text-end", "max-sm:hidden"]}
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
  const { files } = dispute;
  const standing = (
    <>
      {dispute.status === "DISPUTED" ? <TurnBadge dispute={dispute} /> : <EscrowBadge status={dispute.status} />}
      {files === 0 ? null : <p class="muted mt-1 text-xs">{useWords(disputesWords).files({ count: files })}</p>}
    </>
  );
  return (
    <tr>
      <Cell class="min-w-32">
        <a class="link-hover inline-block font-medium" href={disputeUrl(context, dispute.escrow)}>
          <Given text={dispute.title} lines={2} />
        </a>
        <span class="muted block font-mono text-xs">{dispute.reference}</span>
        {dispute.externalReference === "" ? null : (
          <Given text={dispute.externalReference} lines={2} class="muted text-xs" />
        )}
        <BuyerLink context={context} escrow={dispute.escrow} email={dispute.buyerEmail} />
        <div class="mt-1.5 sm:hidden">{standing}</div>
      </Cell>
      <Cell class="max-sm:hidden">{standing}</Cell>
      <MoneyCell amount={dispute.left} />
      <Cell class="max-sm:hidden">
        <Time at={dispute.lastAt} />
      </Cell>
    </tr>
  );
}
