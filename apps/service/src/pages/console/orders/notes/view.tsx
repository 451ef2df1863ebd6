/** What the team has written down about an order, and a form for more. */

import type { JSX } from "preact";
import type { NoteId } from "../../../../domain/ids.js";
import { NOTE_LENGTH_MAX, NOTES_MAX, type NoteProblem } from "../../../../domain/notes.js";
import type { OrderNote } from "../../../../store/read/console/customers.js";
import { grouped } from "../../../../words/format.js";
import { Given } from "../../../kit/given.js";
import { useLocale, useWords } from "../../../kit/language.js";
import { LongText } from "../../../kit/long-text.js";
import { Time } from "../../../kit/times.js";
import { ButtonForm, Confirm, described, Field, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { escrowUrl, notesUrl } from "../../links.js";
import { noteWords } from "../words.js";

export type NoteForm = {
  /** Names the note to come, so that the same form sent twice is one. */
  readonly id: NoteId;
  readonly typed: string;
  readonly problem: NoteProblem | null;
};

type Props = { readonly context: ConsoleContext; readonly notes: readonly OrderNote[] };

/** Of one order. Who may not handle orders reads them. */
export function Notes({
  context,
  notes,
  escrow,
  form,
}: Props & { escrow: OrderNote["escrow"]; form: NoteForm }): JSX.Element {
  const words = useWords(noteWords);
  return (
    <Section title={words.title} lead={words.lead} id="notes">
      <NoteList context={context} notes={notes} />
      {context.may("handleOrders") ? <AddNote context={context} escrow={escrow} form={form} /> : null}
    </Section>
  );
}

function AddNote({ context, escrow, form }: { context: ConsoleContext; escrow: OrderNote["escrow"]; form: NoteForm }) {
  const words = useWords(noteWords);
  const problem = useProblem(form.problem);
  return (
    <form method="post" action={notesUrl(context, escrow)} class="mt-4">
      <input type="hidden" name="csrf" value={context.csrf} />
      <input type="hidden" name="note" value={form.id} />
      <Field label={words.label} name="text" hint={words.hint} problem={problem}>
        <textarea
          class="field"
          rows={3}
          dir="auto"
          autofocus={problem !== null}
          {...described("text", { hasHint: true, problem })}
        >
          {form.typed}
        </textarea>
      </Field>
      <button type="submit" class="btn btn-sm">
        {words.save}
      </button>
    </form>
  );
}

function useProblem(problem: NoteProblem | null): string | null {
  const words = useWords(noteWords);
  const locale = useLocale();
  switch (problem) {
    case null:
      return null;
    case "blank":
      return words.problem_blank;
    case "long":
      return words.problem_long({ most: grouped(NOTE_LENGTH_MAX, locale) });
    case "full":
      return words.problem_full({ most: grouped(NOTES_MAX, locale) });
    default:
      return problem satisfies never;
  }
}

/** Newest first. @param namesOrders where they are of several orders, each leads to its own. */
export function NoteList({ context, notes, namesOrders = false }: Props & { namesOrders?: boolean }): JSX.Element {
  const words = useWords(noteWords);
  const locale = useLocale();
  if (notes.length === 0) return <p class="muted text-sm">{words.none}</p>;
  return (
    <ul class="divide-y divide-base-300">
      {notes.map((note) => (
        <li class="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
          <div class="min-w-0 flex-1 basis-64">
            <LongText text={note.text} locale={locale} hasLinks />
            <p class="muted mt-1 text-xs [overflow-wrap:anywhere]">
              <bdi>{note.author.name}</bdi> · <Time at={note.created} />
            </p>
            {namesOrders ? (
              <a class="link link-primary text-xs" href={`${escrowUrl(context, note.escrow)}#notes`}>
                <Given text={note.title} lines={1} />
              </a>
            ) : null}
          </div>
          {mayDelete(context, note) ? (
            <Confirm label={words.remove} question={words.removeQuestion}>
              <ButtonForm
                action={`${notesUrl(context, note.escrow)}/${note.id}/delete`}
                csrf={context.csrf}
                label={words.remove}
                class="btn btn-sm btn-error"
                fields={namesOrders ? { from: "customer" } : {}}
              />
            </Confirm>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** One's own; an owner's reach is the whole account. */
const mayDelete = (context: ConsoleContext, { author }: OrderNote): boolean =>
  context.may("handleOrders") && (author.id === context.seller.id || context.member.role === "owner");
