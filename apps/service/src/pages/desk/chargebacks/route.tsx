import type { JSX } from "preact";
import type { DeskChargeback } from "../../../store/read/desk/chargebacks.js";
import type { Asked } from "../../kit/answer.js";
import { pageIn } from "../../kit/paging.js";
import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import { askOthers, merged, moreOf, newest, oldest, oldestAge } from "../cells.js";
import { CHARGEBACKS_PATH } from "../links.js";
import type { LateDeskReads } from "../load.js";
import { DECIDED_CHARGEBACKS, loadDecidedChargebacks, loadOpenChargebacks, OPEN_CHARGEBACKS } from "./load.js";
import { DecidedChargebacksPage, OpenChargebacksPage } from "./view.js";

/** The chargebacks that wait for a bank or for us, or those that are decided. */
export const showChargebacks: Handler<DeskContext, LateDeskReads> = async (context, { query }, services) =>
  query["which"] === "decided" ? showDecided(context, query, services) : showOpen(context, services);

async function showDecided(context: DeskContext, query: Asked["query"], services: LateDeskReads): Promise<JSX.Element> {
  const request = pageIn(query, "uuid");
  const [page, all] = await Promise.all([
    loadDecidedChargebacks(request, services),
    askOthers(context, services.otherCells, request.from === null && { question: DECIDED_CHARGEBACKS, asked: null }),
  ]);
  const others = all.found.map(({ cell, answer }) => ({ cell, rows: answer.rows }));
  const rows = merged(
    page.rows,
    others,
    newest(({ position }) => position),
  );
  const more = moreOf(all.found, { path: CHARGEBACKS_PATH, query: { which: "decided" }, turn: "older" });
  const ageSeconds = oldestAge(page.ageSeconds, all.found);
  return <DecidedChargebacksPage context={all.context} page={page} all={{ rows, more }} ageSeconds={ageSeconds} />;
}

async function showOpen(context: DeskContext, services: LateDeskReads): Promise<JSX.Element> {
  const [chargebacks, all] = await Promise.all([
    loadOpenChargebacks(services),
    askOthers(context, services.otherCells, { question: OPEN_CHARGEBACKS, asked: null }),
  ]);
  const others = all.found.map(({ cell, answer }) => ({ cell, rows: answer.rows }));
  const rows = merged(chargebacks.rows, others, oldest(urgency));
  const shares = [
    ...chargebacks.shares,
    ...all.found.flatMap(({ cell, answer }) => answer.shares.map((share) => ({ ...share, cell }))),
  ];
  return <OpenChargebacksPage context={all.context} chargebacks={{ ...chargebacks, rows, shares }} />;
}

/** The one that has to be answered first comes first, and those that were answered last. */
const urgency = ({ status, answerBy, created }: DeskChargeback): string =>
  [status === "INQUIRY" || status === "OPEN" ? 0 : 1, answerBy ?? 9_999_999_999, created]
    .map((part) => String(part).padStart(10, "0"))
    .join(" ");
