/** Disputes of all accounts: those that wait, and those that have ended. */

import type { ComponentChildren, JSX } from "preact";
import type { PendingDispute } from "../../../store/read/desk/pending.js";
import type { ListedDispute } from "../../../store/read/orders/disputes.js";
import type { Page } from "../../../store/read/page.js";
import { EscrowBadge } from "../../kit/badges.js";
import { Given } from "../../kit/given.js";
import { Late } from "../../kit/late.js";
import { MoneyCell } from "../../kit/money-cell.js";
import { Pager } from "../../kit/pager.js";
import { ROWS_A_PAGE } from "../../kit/paging.js";
import { ShortDay } from "../../kit/times.js";
import { Cell, Empty, PageHead, Table } from "../../kit/ui.js";
import type { DeskContext } from "../access.js";
import type { AllCells } from "../cells.js";
import { ExportLink } from "../exports/link.js";
import { DeskFrame } from "../frame.js";
import { DISPUTES_PATH, disputePath } from "../links.js";
import { AccountLink, age, MoreThere } from "../parts.js";
import type { OpenDisputes } from "./load.js";

function Tabs({ which }: { which: "open" | "ended" }): JSX.Element {
  return (
    <nav class="mb-4 flex gap-2" aria-label="Filter disputes">
      {(["open", "ended"] as const).map((one) => (
        <a
          class={`btn btn-sm ${one === which ? "btn-primary" : ""}`}
          href={DISPUTES_PATH + (one === "open" ? "" : "?which=ended")}
          aria-current={one === which ? "page" : undefined}
        >
          {one === "open" ? "Open" : "Ended"}
        </a>
      ))}
    </nav>
  );
}

const Subject = ({
  row,
  children,
}: {
  row: Pick<PendingDispute, "title" | "reference" | "sellerCode" | "escrow">;
  /** What small screens have no columns for. */
  children: ComponentChildren;
}): JSX.Element => (
  <Cell class="min-w-40">
    <a class="link link-primary inline-flex min-h-6 items-center" href={disputePath(row.sellerCode, row.escrow)}>
      <Given text={row.title} lines={2} />
    </a>
    <span class="muted block text-xs">{row.reference}</span>
    <span class="muted block text-xs [overflow-wrap:anywhere] sm:hidden">{children}</span>
  </Cell>
);

const RIGHT = "text-end";

export function OpenDisputesPage({
  context,
  disputes: { rows, now },
  all,
  isFirst,
}: {
  context: DeskContext;
  disputes: OpenDisputes;
  all: AllCells<PendingDispute>;
  isFirst: boolean;
}): JSX.Element {
  const last = rows.length > ROWS_A_PAGE ? rows[ROWS_A_PAGE - 1] : undefined;
  return (
    <DeskFrame context={context} title="Disputes" entry="/disputes">
      <PageHead title="Disputes" lead="Oldest first. Both sides can still agree; you can decide at any time.">
        <ExportLink list="disputes" query={{ which: "open" }} />
      </PageHead>
      <Tabs which="open" />
      {all.rows.length === 0 ? (
        <Empty icon="gavel" title={isFirst ? "No open disputes" : "No more open disputes"} />
      ) : (
        <Table
          label="Open disputes"
          head={["Order", "Seller", "Open for", "Said", "Left to split"]}
          columns={["", "max-sm:hidden", "max-sm:hidden", "max-sm:hidden", RIGHT]}
        >
          {all.rows.map((row) => (
            <tr>
              <Subject row={row}>
                {row.tradingName}, open for {age(now - row.openedAt)}
              </Subject>
              <Cell class="max-sm:hidden">
                <AccountLink account={row} />
              </Cell>
              <Cell class="whitespace-nowrap max-sm:hidden">{age(now - row.openedAt)}</Cell>
              <Cell class="min-w-40 max-sm:hidden">
                {count(row.statements, "statement")}, {count(row.files, "file")}
                {row.isBanks ? <span class="muted block text-xs">The bank decides first</span> : null}
                {row.offersBy.length === 0 ? null : (
                  <span class="muted block text-xs">
                    Offer by the {row.offersBy.map((party) => PARTIES[party]).join(" and the ")}
                  </span>
                )}
              </Cell>
              <MoneyCell amount={row.left} />
            </tr>
          ))}
        </Table>
      )}
      <nav class="flex flex-wrap gap-2" aria-label="Pages">
        {isFirst ? null : (
          <a class="btn btn-sm" href={DISPUTES_PATH}>
            The oldest
          </a>
        )}
        {last === undefined ? null : (
          <a class="btn btn-sm" href={nextPath(last)}>
            Next
          </a>
        )}
      </nav>
      <MoreThere more={all.more} />
    </DeskFrame>
  );
}

/** Where the list goes on behind a row. */
export const nextPath = (last: Pick<PendingDispute, "openedAt" | "escrow"> | undefined): string =>
  last === undefined ? DISPUTES_PATH : `${DISPUTES_PATH}?after=${last.openedAt}.${last.escrow}`;

const PARTIES = { buyer: "buyer", merchant: "seller" } as const;
const count = (many: number, what: string): string => `${many} ${what}${many === 1 ? "" : "s"}`;

export function EndedDisputesPage({
  context,
  page,
  all: { rows, more },
  ageSeconds,
}: {
  context: DeskContext;
  page: Page<ListedDispute>;
  all: AllCells<ListedDispute>;
  ageSeconds: number | null;
}): JSX.Element {
  return (
    <DeskFrame context={context} title="Disputes" entry="/disputes">
      <PageHead title="Disputes" lead="Ended disputes, newest order first.">
        <ExportLink list="disputes" query={{ which: "ended" }} />
      </PageHead>
      <Tabs which="ended" />
      {rows.length === 0 ? (
        <Empty icon="gavel" title="No ended disputes yet" />
      ) : (
        <Table
          label="Ended disputes"
          head={["Order", "Seller", "Outcome", "Last activity"]}
          columns={["", "max-sm:hidden", "", "max-sm:hidden"]}
        >
          {rows.map((row) => (
            <tr>
              <Subject row={row}>{row.tradingName}</Subject>
              <Cell class="max-sm:hidden">
                <AccountLink account={row} />
              </Cell>
              <Cell>
                <EscrowBadge status={row.status} />
              </Cell>
              <Cell class="max-sm:hidden">
                <ShortDay at={row.lastAt} locale="en" />
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      <Pager page={page} path={DISPUTES_PATH} query={{ which: "ended" }} />
      <MoreThere more={more} />
      <Late ageSeconds={ageSeconds} />
    </DeskFrame>
  );
}
