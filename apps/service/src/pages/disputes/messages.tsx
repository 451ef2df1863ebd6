/** What was written in one channel of an order, oldest first, for whoever reads it; and the form to write more. */
import type { JSX } from "preact";
import type { EvidenceId } from "../../domain/ids.js";
import { MESSAGE_LENGTH_MAX, type MessageSide } from "../../domain/messages.js";
import type { OrderMessage, Thread } from "../../store/read/orders/messages.js";
import type { Locale } from "../../words/locale.js";
import { Badge } from "../kit/badge.js";
import { Given } from "../kit/given.js";
import { Icon } from "../kit/icons.js";
import { LongText } from "../kit/long-text.js";
import { maxLengthFor } from "../kit/max-length.js";
import { Say } from "../kit/say.js";
import { Day, Instant } from "../kit/times.js";
import { described, Field } from "../kit/ui.js";
import { EvidenceFiles, FilesField, MESSAGE_ACCEPT } from "./files.js";
import type { SentMessage } from "./message-form.js";
import { messageWords, threadWords } from "./words.js";

type Props = {
  readonly thread: Thread;
  readonly reader: MessageSide;
  readonly locale: Locale;
  /** Where a file is downloaded. */
  readonly fileUrl: (id: EvidenceId) => string;
  /** Where those before a message stand. */
  readonly earlierUrl: (before: number) => string;
};

/** Nothing where nothing was written. */
export function MessageList({ thread, reader, locale, fileUrl, earlierUrl }: Props): JSX.Element | null {
  const { messages, hasEarlier } = thread;
  const [first] = messages;
  if (first === undefined) return null;
  const words = messageWords(locale);
  return (
    <>
      {hasEarlier ? (
        <p class="mb-4 text-sm">
          <a class="link link-primary inline-flex min-h-8 items-center" href={earlierUrl(first.number)}>
            {words.earlier}
          </a>
        </p>
      ) : null}
      <ol class="space-y-5" aria-label={words.list}>
        {messages.map((message) => (
          <Line message={message} reader={reader} locale={locale} fileUrl={fileUrl} />
        ))}
      </ol>
    </>
  );
}

function Line({
  message,
  reader,
  locale,
  fileUrl,
}: Pick<Props, "reader" | "locale" | "fileUrl"> & { message: OrderMessage }): JSX.Element {
  const words = messageWords(locale);
  const { author, text, files, isErased, answerBy, isAnswered, isUnread, created } = message;
  const isMine = author === reader;
  return (
    <li class="flex gap-3">
      <span
        class={`mt-0.5 grid size-9 shrink-0 place-items-center rounded-full ${isMine ? "bg-primary/10 text-primary" : "bg-base-200"}`}
      >
        <Icon name="message-square" class="size-4.5" />
      </span>
      <div class="min-w-0 flex-1">
        <p class="flex flex-wrap items-baseline gap-x-2 text-sm">
          <Author message={message} isMine={isMine} locale={locale} />
          <span class="muted text-xs">
            <Instant at={created} locale={locale} />
          </span>
          {isUnread ? <Badge tone="waiting" icon="message-square" text={words.new} /> : null}
        </p>
        <div class="mt-1.5 rounded-field bg-base-200 px-3.5 py-2.5">
          {isErased ? <p class="muted text-sm">{words.erased}</p> : <LongText text={text} locale={locale} />}
        </div>
        {answerBy === null || isAnswered ? null : (
          <p class="mt-1 text-sm font-medium">
            <Say text={words.answerBy} moment={<Day at={answerBy} locale={locale} />} />
          </p>
        )}
        {files.length === 0 ? null : <EvidenceFiles files={files} fileUrl={fileUrl} />}
      </div>
    </li>
  );
}

/** Somebody of a team reads who of it wrote; everybody else, which side. */
function Author({
  message: { author, name },
  isMine,
  locale,
}: {
  message: OrderMessage;
  isMine: boolean;
  locale: Locale;
}) {
  const words = threadWords(locale);
  if (isMine && name !== null) {
    return (
      <strong class="min-w-0 font-semibold">
        <Given text={name} lines={1} />
      </strong>
    );
  }
  return (
    <>
      <strong class="font-semibold">{words[isMine ? "you" : author]}</strong>
      {name === null ? null : <Given text={name} lines={1} class="muted" />}
    </>
  );
}

/** The token and the words go first: files are read only when those are known to be ours. */
export function MessageForm({
  action,
  csrf,
  form,
  hint,
  locale,
}: {
  action: string;
  csrf: string;
  form: SentMessage;
  hint: string;
  locale: Locale;
}): JSX.Element {
  const words = messageWords(locale);
  const { id, text, problems, file } = form;
  return (
    <form method="post" action={action} enctype="multipart/form-data">
      <input type="hidden" name="csrf" value={csrf} />
      <input type="hidden" name="id" value={id} />
      <Field label={words.label} name="message" hint={hint} problem={problems.message}>
        <textarea
          class="field"
          rows={4}
          required
          maxLength={maxLengthFor(MESSAGE_LENGTH_MAX)}
          dir="auto"
          {...described("message", { hasHint: true, problem: problems.message })}
        >
          {text}
        </textarea>
      </Field>
      <FilesField
        label={words.files}
        hint={words.filesHint}
        problem={problems.evidence}
        accept={MESSAGE_ACCEPT}
        file={file}
      />
      <button type="submit" class="btn btn-primary max-sm:w-full">
        {words.send}
      </button>
    </form>
  );
}
