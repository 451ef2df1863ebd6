/** The list of an account's escrows, newest first. */
import { ESCROW_STATUSES } from "@holdfast/contract";
import type { JSX } from "preact";
import { ESCROW_GROUPS, type EscrowLine } from "../../../../store/read/console/orders.js";
import { EscrowBadge } from "../../../kit/badges.js";
import { Filters } from "../../../kit/filters.js";
import { Given } from "../../../kit/given.js";
import { useWords } from "../../../kit/language.js";
import type { Listed } from "../../../kit/listed.js";
import { ShortId } from "../../../kit/short-id.js";
import { Empty, PageHead } from "../../../kit/ui.js";
import { statusWords } from "../../../kit/words.js";
import type { ConsoleContext } from "../../context.js";
import { ExportLink } from "../../exports/link.js";
import { Frame } from "../../frame.js";
import { escrowsUrl, escrowUrl, sessionsUrl } from "../../links.js";
import { BuyerLink, OrderRow, OrderTable } from "../order-table.js";
import { escrowsWords, orderWords } from "../words.js";

type Props = { readonly context: ConsoleContext; readonly listed: Listed<EscrowLine> };

export function EscrowsPage({ context, listed }: Props): JSX.Element {
  const path = escrowsUrl(context);
  const { locale } = context;
  const [words, shared] = [escrowsWords(locale), orderWords(locale)];
  return (
    <Frame context={context} title={shared.escrows} entry="/escrows">
      <PageHead title={shared.escrows} lead={words.lead}>
        <ExportLink context={context} list="escrows" query={listed.query} />
      </PageHead>
      <Filters
        path={path}
        query={listed.query}
        search={{ label: shared.find, hint: words.findHint }}
        choices={[
          {
            name: "status",
            label: shared.status,
            options: [
              { label: words.toDo, options: ESCROW_GROUPS.map((group) => [group, words[`group_${group}`]] as const) },
              {
                label: words.exactStatus,
                options: ESCROW_STATUSES.map((status) => [status, statusWords(locale)[`escrow_${status}`]] as const),
              },
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
        row={(escrow) => <EscrowRow context={context} escrow={escrow} />}
        nothing={<Nothing context={context} listed={listed} />}
      />
    </Frame>
  );
}

function Nothing({ context, listed: { query, page } }: Props): JSX.Element {
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

function EscrowRow({ context, escrow }: { context: ConsoleContext; escrow: EscrowLine }): JSX.Element {
  const { toDeliver, toReview } = escrow;
  const words = useWords(escrowsWords);
  const waits = [
    ...(toDeliver > 0 ? [words.toDeliver({ count: toDeliver })] : []),
    ...(toReview > 0 ? [words.inReview({ count: toReview })] : []),
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
        <ShortId width="code">{escrow.referenceCode}</ShortId>
      </span>
      {escrow.externalReference === "" ? null : (
        <Given text={escrow.externalReference} lines={2} class="muted text-xs" />
      )}
      <BuyerLink context={context} escrow={escrow.position} email={escrow.buyerEmail} />
    </OrderRow>
  );
}
