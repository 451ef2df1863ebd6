/** The list of an account's disputes: what it is about, what is at stake, and whose turn it is. */
import type { JSX } from "preact";
import type { ListedDispute } from "../../../../store/read/orders/disputes.js";
import type { Page } from "../../../../store/read/page.js";
import { EscrowBadge } from "../../../kit/badges.js";
import { Given } from "../../../kit/given.js";
import { Pager } from "../../../kit/pager.js";
import { Cell, Empty, MoneyCell, PageHead, Table, Time } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { disputeUrl } from "../../links.js";
import { TurnBadge } from "../turn-badge.js";
import type { Which } from "./load.js";

const TABS = [
  ["open", "Open"],
  ["ended", "Ended"],
] as const satisfies readonly (readonly [Which, string])[];

export function DisputesPage({
  context,
  page,
  which,
}: {
  context: ConsoleContext;
  page: Page<ListedDispute>;
  which: Which;
}): JSX.Element {
  const path = `${context.home}/disputes`;
  return (
    <Frame context={context} title="Disputes" entry="/disputes">
      <PageHead
        title="Disputes"
        lead="Orders in which the buyer reports a problem. Write, add files or offer a split; if you can't agree, our team decides."
      />
      <nav class="mb-4 flex gap-2" aria-label="Filter disputes">
        {TABS.map(([name, label]) => (
          <a
            class={`btn btn-sm ${name === which ? "btn-primary" : ""}`}
            href={name === "open" ? path : `${path}?which=${name}`}
            aria-current={name === which ? "page" : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      {page.rows.length === 0 ? (
        <Nothing which={which} />
      ) : (
        <Table
          label={which === "open" ? "Open disputes" : "Ended disputes"}
          head={["Order", which === "open" ? "Whose turn" : "Outcome", "Left", "Last activity"]}
          columns={["", "", "text-end", "max-sm:hidden"]}
        >
          {page.rows.map((dispute) => (
            <Row context={context} dispute={dispute} />
          ))}
        </Table>
      )}
      <Pager page={page} path={path} query={which === "open" ? {} : { which }} />
    </Frame>
  );
}

const Nothing = ({ which }: { which: Which }): JSX.Element =>
  which === "open" ? (
    <Empty icon="scale" title="No open disputes">
      When a buyer opens one, we hold the money, email you and list it here.
    </Empty>
  ) : (
    <Empty icon="scale" title="No ended disputes yet" />
  );

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
