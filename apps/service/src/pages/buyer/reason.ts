/** The words, and the files, of a form that says why: as they were sent, and what is wrong with them. */
import { LIMITS } from "@holdfast/contract";
import type { Locale } from "../../words/locale.js";
import { typedText } from "../disputes/offer-form.js";
import type { FormFields } from "../kit/page-context.js";
import type { FileProblem, Upload } from "../kit/upload.js";
import { uploadWords } from "../kit/words.js";

/** What was wrong with a form that was sent. */
export type FormProblem = {
  readonly field: "reason" | "files";
  readonly text: string;
  /** The file that it is about. */
  readonly name?: string;
};

/** A form as it was sent, to be put right. */
export type SentForm = { readonly reason: string; readonly problem: FormProblem | null };

export const EMPTY_FORM: SentForm = { reason: "", problem: null };

function readReason(fields: FormFields, locale: Locale): SentForm {
  const reason = typedText(fields["reason"]);
  return { reason, problem: reasonProblem(reason, locale) };
}

/** The same of a form with files. Of one that did not arrive whole, the words may be missing too. */
export function readReasonAndFiles({ fields, problem }: Upload, locale: Locale): SentForm {
  const form = readReason(fields, locale);
  const unfit = problem === null ? null : fileProblem(problem, locale);
  return { ...form, problem: problem?.kind === "unreadable" ? unfit : (form.problem ?? unfit) };
}

function reasonProblem(reason: string, locale: Locale): FormProblem | null {
  const words = uploadWords(locale);
  if (reason === "") return { field: "reason", text: words.problem_reason_missing };
  if ([...reason].length <= LIMITS.reasonLength) return null;
  return { field: "reason", text: words.problem_reason_long({ most: LIMITS.reasonLength }) };
}

const fileProblem = ({ kind, name }: FileProblem, locale: Locale): FormProblem => ({
  field: "files",
  text: uploadWords(locale)[`problem_files_${kind}`],
  ...(name === undefined ? {} : { name }),
});
