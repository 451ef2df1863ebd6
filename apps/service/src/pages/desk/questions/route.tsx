import type { Handler } from "../../kit/route.js";
import type { DeskContext } from "../access.js";
import { askOthers, merged, oldest } from "../cells.js";
import type { AllReads } from "../load.js";
import { loadQuestions, QUESTIONS } from "./load.js";
import { QuestionsPage } from "./view.js";

/** What operators have asked, and what came of it. */
export const showQuestions: Handler<DeskContext, AllReads> = async (context, _asked, services) => {
  const [own, all] = await Promise.all([
    loadQuestions(services),
    askOthers(context, services.otherCells, { question: QUESTIONS, asked: null }),
  ]);
  const others = all.found.map(({ cell, answer }) => ({ cell, rows: answer.rows }));
  const rows = merged(
    own.rows,
    others,
    oldest(({ status, since }) => since + (status === "waiting" ? LAST : 0)),
  );
  return <QuestionsPage context={all.context} rows={rows} now={own.now} />;
};

/** Later than any moment: what goes on by itself stands behind what waits for an operator. */
const LAST = 1e12;
