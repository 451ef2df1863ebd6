import type { StatementProblem } from "../../../domain/bank-statements.js";
import { plainLine } from "../../../domain/names.js";
import type { UploadRefusal } from "../../../domain/rail-uploads.js";
import type { Result } from "../../../domain/result.js";
import { clip } from "../../../words/format.js";
import type { SaidCode } from "../words.js";

const REFUSED = {
  not_found: "stale",
  stale: "stale",
  waiting: "statement-waiting",
  own_request: "own-request",
  own_account: "statement-own",
  changed: "statement-changed",
  nothing: "statement-nothing",
  not_offered: "statement-not-offered",
} as const satisfies Record<UploadRefusal, SaidCode>;

/** Which sentence goes with what became of an upload. */
export const uploadSaid = (outcome: Result<unknown, UploadRefusal>, done: SaidCode): SaidCode =>
  outcome.ok ? done : REFUSED[outcome.reason];

/** Code points of what is quoted of a file. */
const PROBLEM_MAX = 400;

/** Why a file can't be booked. What it quotes of the file may be anything, of any length. */
export const problemText = ({ message }: StatementProblem): string => clip(plainLine(message), PROBLEM_MAX);
