import { pageIn } from "../../kit/paging.js";
import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import { askOthers, merged, moreOf, oldest } from "../cells.js";
import { VERIFICATIONS_PATH } from "../links.js";
import type { AllReads } from "../load.js";
import { loadQueue, QUEUE } from "./load.js";
import { VerificationsPage } from "./view.js";

/** The sellers who wait to be verified. */
export const showDeskVerifications: Handler<DeskContext, AllReads> = async (context, { query }, services) => {
  const request = pageIn(query, "uuid");
  const [queue, all] = await Promise.all([
    loadQueue(request, services),
    askOthers(context, services.otherCells, request.from === null && { question: QUEUE, asked: null }),
  ]);
  const others = all.found.map(({ cell, answer }) => ({ cell, rows: answer.page.rows.toReversed() }));
  const rows = merged(
    queue.page.rows.toReversed(),
    others,
    oldest(({ created }) => created),
  );
  const pages = all.found.map(({ cell, answer }) => ({ cell, answer: answer.page }));
  const more = moreOf(pages, { path: VERIFICATIONS_PATH, query: {}, turn: "newer" });
  return <VerificationsPage context={all.context} queue={queue} all={{ rows, more }} />;
};
