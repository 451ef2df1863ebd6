/** The list of an account's disputes: what it is about, what is at stake, and whose turn it is. */
import type { JSX } from "preact";
import type { ListedDispute } from "../../../../store/read/orders/disputes.js";
import { EscrowBadge } from "../../../kit/badges.js";
import { Filters } from "../../../kit/filters.js";
import { Given } from "../../../kit/given.js";
import type { Listed } from "../../../kit/listed.js";
import { Pager } from "../../../kit/pager.js";
import { Cell, Empty, MoneyCell, PageHead, Table, Time } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { ExportLink } from "../../exports/link.js";
import { Frame } from "../../frame.js";
import { disputesUrl, disputeUrl } from "../../links.js";
import { SearchBounds } from "../../search/bounds.js";
import { TurnBadge } from "../turn-badge.js";
import type { Which } from "./load.js";

const WHICH = [
  ["open", "Open"],
  ["ended", "Ended"],
  ["all", "Open and ended"],
] as const satisfies readonly (readonly [Which, string])[];

/** Those that wait are what one comes for; a search goes through all. */
function whichOptions(isSearched: boolean): { all: string; options: readonly (readonly [Which, string])[] } {
  const usual = isSearched ? "all" : "open";
  return {
    all: WHICH.find(([which]) => which === usual)?.[1] ?? "",
    options: WHICH.filter(([which]) => which !== usual),
  };
}

export function DisputesPage({
  context,
  listed: { page, query, search = null },
  which,
}: {
  context: ConsoleContext;
  listed: Listed<ListedDispute>;
  which: Which;
}): JSX.Element {
  const path = disputesUrl(context);
  return (
    <Frame context={context} title="Disputes" entry="/disputes">
      <PageHead
        title="Disputes"
        lead="Orders in which the buyer reports a problem. Write, add files or offer a split; if you can't agree, our team decides."
      >
        <ExportLink context={context} list="disputes" query={query} />
      </PageHead>
      <Filters
        path={path}
        query={query}
        search={{ label: "Find", hint: "Title, order id, DS-… code or email" }}
        choices={[{ name: "which", label: "Status", ...whichOptions(search !== null) }]}
      />
      {page.rows.length === 0 ? (
        <Nothing which={which} isSearched={search !== null} />
      ) : (
        <Table
          label={which === "open" ? "Open disputes" : which === "ended" ? "Ended disputes" : "Disputes"}
          head={[
            "Order",
            which === "open" ? "Whose turn" : which === "ended" ? "Outcome" : "Status",
            "Left",
            "Last activity",
          ]}
          columns={["", "", "text-end", "max-sm:hidden"]}
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
  if (isSearched) {
    return (
      <Empty icon="search-x" title="Nothing matches">
        Search for any part of a title, an order id, a DS- code or an email address.
      </Empty>
    );
  }
  if (which === "ended") return <Empty icon="scale" title="No ended disputes yet" />;
  return (
    <Empty icon="scale" title={which === "open" ? "No open disputes" : "No disputes yet"}>
      When a buyer opens one, we hold the money, email you and list it here.
    </Empty>
  );
}

function Row({ context, dispute }: { context: ConsoleContext; dispute: ListedDispute }): JSX.Element {
  const { files } = dispute;
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
        <Given text={dispute.buyerEmail} lines={2} class="muted text-xs" />
      </Cell>
      <Cell>
        {dispute.status === "DISPUTED" ? <TurnBadge dispute={dispute} /> : <EscrowBadge status={dispute.status} />}
        {files === 0 ? null : <p class="muted mt-1 text-xs">{files === 1 ? "1 file" : `${files} files`}</p>}
      </Cell>
      <MoneyCell amount={dispute.left} />
      <Cell class="max-sm:hidden">
        <Time at={dispute.lastAt} />
      </Cell>
    </tr>
  );
}
