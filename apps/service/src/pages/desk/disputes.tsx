/** Disputes: what waits, one with both sides' words and files, and its end. */
import type { FastifyReply } from "fastify";
import type { JSX } from "preact";
import { resolveDispute } from "../../commands/operators.js";
import { parseUuid, UUID } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";
import { readClock } from "../../store/read/clock.js";
import { type DisputePosition, listWaitingDisputes, type WaitingDispute } from "../../store/read/desk/waiting.js";
import { type ListedDispute, listDisputes, loadDispute } from "../../store/read/orders/disputes.js";
import { findEvidence, type Order } from "../../store/read/orders/orders.js";
import type { Page } from "../../store/read/page.js";
import type { PersonContext } from "../console/context.js";
import { EscrowBadge } from "../console/orders/badges.js";
import { pageIn, ROWS_A_PAGE } from "../console/paging.js";
import type { Answer, Asked } from "../console/routes.js";
import { Cell, Empty, MoneyCell, PageHead, Pager, Table, Time } from "../console/ui.js";
import { sendFile } from "../files.js";
import { Given } from "../given.js";
import type { FormFields } from "../page-context.js";
import { PageRefusal } from "../refusal.js";
import { accountOf } from "./account.js";
import { CheckPage, DisputePage } from "./dispute.js";
import { DeskFrame } from "./frame.js";
import { AccountLink, age, operatorOf } from "./parts.js";
import { NOTHING_TYPED, previewOf, readResolution, type TypedResolution } from "./resolution.js";
import { DESK_PATH, type RegisterDeskPart } from "./routes.js";

const LIST = "/disputes";
const PATH = `${LIST}/:code/:escrow`;
const UNPROCESSABLE = 422;

export const registerDisputes: RegisterDeskPart = (routes, { db, door }) => {
  routes.page(LIST, async (context, { query }) => {
    if (query["which"] === "ended") {
      return (
        <Ended context={context} page={await listDisputes(db, null, { page: pageIn(query, "uuid"), which: "ended" })} />
      );
    }
    const after = positionIn(query);
    const [rows, { now }] = await Promise.all([listWaitingDisputes(db, { limit: ROWS_A_PAGE, after }), readClock(db)]);
    return <Open context={context} rows={rows} isFirst={after === null} now={now} />;
  });

  routes.page(PATH, async (context, asked) => (
    <DisputePage context={context} asked={asked} dispute={await disputeOf(asked, db)} typed={NOTHING_TYPED} />
  ));

  routes.page(`${PATH}/evidence/:evidence`, (_context, asked) => sendEvidence(asked, db));

  // Nothing is changed yet: it asks once more, and says where every cent goes.
  routes.action(`${PATH}/check`, async (context, form, asked) => {
    const dispute = await disputeOf(asked, db);
    if (dispute.escrow.status !== "DISPUTED") return stale(dispute);
    const read = readResolution(form, dispute.escrow);
    if (!read.ok) return putRight(context, asked, { dispute, typed: read.typed });
    const preview = previewOf(dispute, read.resolution);
    return preview === null ? (
      stale(dispute)
    ) : (
      <CheckPage context={context} dispute={dispute} form={form} preview={preview} />
    );
  });

  routes.action(`${PATH}/resolve`, async (context, form, asked) => {
    const dispute = await disputeOf(asked, db);
    if (dispute.escrow.status !== "DISPUTED") return stale(dispute);
    const read = readResolution(form, dispute.escrow);
    if (!read.ok) return putRight(context, asked, { dispute, typed: read.typed });
    const { account, id: escrow } = dispute.escrow;
    const by = { operator: operatorOf(context), account, reason: read.reason };
    const refusal = await resolveDispute(door, by, { escrow, resolution: read.resolution });
    return refusal === null ? `${pathOf(dispute)}?said=resolved` : stale(dispute);
  });
};

const pathOf = ({ merchant, escrow }: Order): string => `${DESK_PATH}${LIST}/${merchant.sellerCode}/${escrow.id}`;
const stale = (dispute: Order): string => `${pathOf(dispute)}?said=stale`;

const putRight = (
  context: PersonContext,
  asked: Asked,
  { dispute, typed }: { dispute: Order; typed: TypedResolution },
): Answer => ({
  status: UNPROCESSABLE,
  page: <DisputePage context={context} asked={asked} dispute={dispute} typed={typed} />,
});

/** @throws PageRefusal not_found */
async function disputeOf(asked: Asked, db: Queryable): Promise<Order> {
  const escrow = parseUuid("escrow", asked.params["escrow"] ?? "");
  const { id: account } = await accountOf(asked, db);
  const dispute = escrow === null ? null : await loadDispute(db, { account, escrow });
  if (dispute === null) throw new PageRefusal("not_found");
  return dispute;
}

async function sendEvidence({ params, reply }: Asked, db: Queryable): Promise<FastifyReply> {
  const escrow = parseUuid("escrow", params["escrow"] ?? "");
  const id = parseUuid("evidence", params["evidence"] ?? "");
  const sellerCode = params["code"] ?? "";
  const file =
    escrow === null || id === null ? null : await findEvidence(db, { sellerCode, escrow, id }, { operator: true });
  if (file === null) throw new PageRefusal("not_found");
  return sendFile(reply, file);
}

function positionIn(query: FormFields): DisputePosition | null {
  const [openedAt = "", escrow = "", ...more] = (query["after"] ?? "").split(".");
  const isOne = /^\d{1,15}$/.test(openedAt) && UUID.test(escrow) && more.length === 0;
  return isOne ? { openedAt: Number(openedAt), escrow } : null;
}

function Tabs({ which }: { which: "open" | "ended" }): JSX.Element {
  return (
    <nav class="mb-4 flex gap-2" aria-label="Which disputes">
      {(["open", "ended"] as const).map((one) => (
        <a
          class={`btn btn-sm ${one === which ? "btn-primary" : ""}`}
          href={DESK_PATH + LIST + (one === "open" ? "" : "?which=ended")}
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
}: {
  row: Pick<WaitingDispute, "title" | "reference" | "sellerCode" | "escrow">;
}): JSX.Element => (
  <Cell class="min-w-48">
    <a
      class="link link-primary inline-flex min-h-6 items-center"
      href={`${DESK_PATH}${LIST}/${row.sellerCode}/${row.escrow}`}
    >
      <Given text={row.title} lines={2} />
    </a>
    <span class="muted block text-xs">{row.reference}</span>
  </Cell>
);

const RIGHT = "text-end";

function Open({
  context,
  rows,
  isFirst,
  now,
}: {
  context: PersonContext;
  rows: readonly WaitingDispute[];
  isFirst: boolean;
  now: number;
}): JSX.Element {
  const shown = rows.slice(0, ROWS_A_PAGE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return (
    <DeskFrame context={context} title="Disputes" entry="/disputes">
      <PageHead
        title="Disputes"
        lead="The one that was opened longest ago first. Both sides may still agree by themselves; you may decide at any time."
      />
      <Tabs which="open" />
      {shown.length === 0 ? (
        <Empty icon="gavel" title={isFirst ? "No open disputes" : "No more open disputes"} />
      ) : (
        <Table
          label="Open disputes"
          head={["Order", "Seller", "Open for", "Said", "Left to split"]}
          columns={["", "", "", "", RIGHT]}
        >
          {shown.map((row) => (
            <tr>
              <Subject row={row} />
              <Cell>
                <AccountLink account={row} />
              </Cell>
              <Cell class="whitespace-nowrap">{age(now - row.openedAt)}</Cell>
              <Cell class="min-w-40">
                {count(row.statements, "statement")}, {count(row.files, "file")}
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
          <a class="btn btn-sm" href={DESK_PATH + LIST}>
            The oldest
          </a>
        )}
        {last === undefined ? null : (
          <a class="btn btn-sm" href={`${DESK_PATH}${LIST}?after=${last.openedAt}.${last.escrow}`}>
            Next
          </a>
        )}
      </nav>
    </DeskFrame>
  );
}

const PARTIES = { buyer: "buyer", merchant: "seller" } as const;
const count = (many: number, what: string): string => `${many} ${what}${many === 1 ? "" : "s"}`;

function Ended({ context, page }: { context: PersonContext; page: Page<ListedDispute> }): JSX.Element {
  return (
    <DeskFrame context={context} title="Disputes" entry="/disputes">
      <PageHead title="Disputes" lead="Those that have ended, the newest order first." />
      <Tabs which="ended" />
      {page.rows.length === 0 ? (
        <Empty icon="gavel" title="No dispute has ended yet" />
      ) : (
        <Table label="Ended disputes" head={["Order", "Seller", "Came to", "Last word"]}>
          {page.rows.map((row) => (
            <tr>
              <Subject row={row} />
              <Cell>
                <AccountLink account={row} />
              </Cell>
              <Cell>
                <EscrowBadge status={row.status} />
              </Cell>
              <Cell>
                <Time at={row.lastAt} />
              </Cell>
            </tr>
          ))}
        </Table>
      )}
      <Pager page={page} path={DESK_PATH + LIST} query={{ which: "ended" }} />
    </DeskFrame>
  );
}
