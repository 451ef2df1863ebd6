/** A message as it was sent, and what is wrong with it. */
import { type MessageId, parseUuid } from "../../domain/ids.js";
import {
  MESSAGE_DAYS,
  MESSAGE_LENGTH_MAX,
  MESSAGES_A_DAY,
  type MessageProblem,
  messageProblem,
  tidyMessage,
} from "../../domain/messages.js";
import { grouped } from "../../words/format.js";
import type { Locale } from "../../words/locale.js";
import type { FileProblem, Upload } from "../kit/upload.js";
import { uploadWords } from "../kit/words.js";
import { messageWords } from "./words.js";

export type SentMessage = {
  /** Names the message to come, so that the same form sent twice is one. */
  readonly id: MessageId;
  readonly text: string;
  readonly problems: { readonly message?: string; readonly evidence?: string };
  /** The file that `problems.evidence` is about, as it was called. */
  readonly file?: string;
};

export const emptyMessage = (id: MessageId): SentMessage => ({ id, text: "", problems: {} });

/** Twice the most that may be: what is longer is cut, and refused all the same. */
const TYPED_LENGTH = 2 * MESSAGE_LENGTH_MAX;

/** Of a form that did not arrive whole, the words may be missing too. @param fresh for a form that names no message. */
export function readMessage({ fields, problem }: Upload, fresh: MessageId, locale: Locale): SentMessage {
  const text = tidyMessage((fields["message"] ?? "").slice(0, TYPED_LENGTH));
  const unfit = problem?.kind === "unreadable" ? null : messageProblem(text);
  return {
    id: parseUuid("message", fields["id"] ?? "") ?? fresh,
    text,
    problems: {
      ...(unfit === null ? {} : { message: messageSentence(unfit, locale) }),
      ...(problem === null ? {} : { evidence: fileSentence(problem, locale) }),
    },
    ...(problem?.name === undefined ? {} : { file: problem.name }),
  };
}

export const isFit = ({ problems }: SentMessage): boolean => Object.keys(problems).length === 0;

/** The form again, with why it was refused. */
export const refusedMessage = (form: SentMessage, problem: MessageProblem, locale: Locale): SentMessage => ({
  ...form,
  problems: { message: messageSentence(problem, locale) },
});

export function messageSentence(problem: MessageProblem, locale: Locale): string {
  switch (problem) {
    case "blank":
      return uploadWords(locale).problem_reason_missing;
    case "long":
      return uploadWords(locale).problem_reason_long({ most: grouped(MESSAGE_LENGTH_MAX, locale) });
    case "full":
      return messageWords(locale).problem_full({ most: MESSAGES_A_DAY });
    case "closed":
      return messageWords(locale).problem_closed({ days: MESSAGE_DAYS });
    default:
      return problem satisfies never;
  }
}

function fileSentence({ kind }: FileProblem, locale: Locale): string {
  if (kind === "many") return messageWords(locale).problem_files_many;
  if (kind === "type") return messageWords(locale).problem_files_type;
  return uploadWords(locale)[`problem_files_${kind}`];
}

/** The number of a message in an address; null for what none is called. */
export const parsePlace = (text: string | undefined): number | null =>
  /^[1-9]\d{0,8}$/.test(text ?? "") ? Number(text) : null;
