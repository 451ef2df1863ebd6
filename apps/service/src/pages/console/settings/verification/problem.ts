/** Why nothing was submitted, or no file kept. */
import { EVIDENCE_BYTES_MAX, EVIDENCE_FILES_MAX } from "../../../../domain/evidence.js";
import { DOCUMENTS_MAX } from "../../../../domain/settings.js";
import type { Locale } from "../../../../words/locale.js";
import type { FileProblem } from "../../../kit/upload.js";
import { verificationProblemWords } from "../words.js";

export type Problem = FileProblem["kind"] | "not_submitted" | "nothing_chosen" | "full" | "closed";

export function problemText(problem: Problem, locale: Locale): string {
  const words = verificationProblemWords(locale);
  switch (problem) {
    case "full":
      return words.full({ most: DOCUMENTS_MAX });
    case "many":
      return words.many({ most: EVIDENCE_FILES_MAX });
    case "large":
      return words.large({ megabytes: EVIDENCE_BYTES_MAX / 1024 / 1024 });
    default:
      return words[problem];
  }
}
