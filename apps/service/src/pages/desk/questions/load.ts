import { question } from "../../../platform/other-cells.js";
import { readClock } from "../../../store/read/clock.js";
import { type DeskQuestion, listQuestions } from "../../../store/read/desk/questions.js";
import type { DeskReads } from "../load.js";

export type Asked = { readonly rows: readonly DeskQuestion[] /** Unix seconds. */; readonly now: number };

/** Those of another cell. */
export const QUESTIONS = question<null, Asked>("desk-questions");

export async function loadQuestions({ db }: DeskReads): Promise<Asked> {
  const [rows, { now }] = await Promise.all([listQuestions(db), readClock(db)]);
  return { rows, now };
}
