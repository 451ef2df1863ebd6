import type { JSX } from "preact";
import type { DisputePosition } from "../../../store/read/desk/pending.js";
import type { Asked } from "../../kit/answer.js";
import { pageIn, ROWS_A_PAGE } from "../../kit/paging.js";
import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import { askOthers, inCell, merged, moreOf, newest, oldest, oldestAge } from "../cells.js";
import { DISPUTES_PATH } from "../links.js";
import type { LateDeskReads } from "../load.js";
import { ENDED_DISPUTES, loadEndedDisputes, loadOpenDisputes, OPEN_DISPUTES } from "./load.js";
import { EndedDisputesPage, nextPath, OpenDisputesPage } from "./view.js";

/** The disputes that wait, or those that have ended. */
export const showDeskDisputes: Handler<DeskContext, LateDeskReads> = async (context, { query }, services) =>
  query["which"] === "ended" ? showEnded(context, query, services) : showOpen(context, query, services);

async function showEnded(context: DeskContext, query: Asked["query"], services: LateDeskReads): Promise<JSX.Element> {
  const request = pageIn(query, "uuid");
  const [page, all] = await Promise.all([
    loadEndedDisputes(request, services),
    askOthers(context, services.otherCells, request.from === null && { question: ENDED_DISPUTES, asked: null }),
  ]);
  const others = all.found.map(({ cell, answer }) => ({ cell, rows: answer.rows }));
  const rows = merged(
    page.rows,
    others,
    newest(({ position }) => position),
  );
  const more = moreOf(all.found, { path: DISPUTES_PATH, query: { which: "ended" }, turn: "older" });
  const ageSeconds = oldestAge(page.ageSeconds, all.found);
  return <EndedDisputesPage context={all.context} page={page} all={{ rows, more }} ageSeconds={ageSeconds} />;
}

async function showOpen(context: DeskContext, query: Asked["query"], services: LateDeskReads): Promise<JSX.Element> {
  const after = positionIn(query);
  const [disputes, all] = await Promise.all([
    loadOpenDisputes(after, services),
    askOthers(context, services.otherCells, after === null && { question: OPEN_DISPUTES, asked: null }),
  ]);
  const others = all.found.map(({ cell, answer }) => ({ cell, rows: answer.rows.slice(0, ROWS_A_PAGE) }));
  const rows = merged(
    disputes.rows.slice(0, ROWS_A_PAGE),
    others,
    oldest(({ openedAt }) => openedAt),
  );
  const more = all.found.flatMap(({ cell, answer }) =>
    answer.rows.length > ROWS_A_PAGE ? [{ cell, href: inCell(nextPath(answer.rows[ROWS_A_PAGE - 1]), cell) }] : [],
  );
  return <OpenDisputesPage context={all.context} disputes={disputes} all={{ rows, more }} isFirst={after === null} />;
}

const POSITION = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function positionIn(query: Asked["query"]): DisputePosition | null {
  const match = POSITION.exec(query["after"] ?? "");
  return match === null ? null : { openedAt: Number(match[1]), escrow: match[2] ?? "" };
}
