/** Which events an endpoint gets: all of them, or those that are ticked. */
import { EVENT_TYPES, EVENTS, type EventType } from "@holdfast/contract";
import type { JSX } from "preact";
import { useWords } from "../../kit/language.js";
import type { FormFields } from "../../kit/page-context.js";
import { FieldProblem } from "../../kit/ui.js";
import { Tick } from "./parts.js";
import { eventTypeWords } from "./words.js";

/** Of the last group nothing is chosen: pings go to the one endpoint that is tested, whatever it takes. */
const GROUPS = ["session", "escrow", "milestone", "refund"] as const;

/** Null for all, also those that are added later. */
export type Chosen = readonly EventType[] | null;

export const readChosen = (form: FormFields): Chosen =>
  form["which"] === "some" ? EVENT_TYPES.filter((type) => form[`type:${type}`] !== undefined) : null;

export function EventTypes({ chosen, problem }: { chosen: Chosen; problem?: string | null }): JSX.Element {
  const words = useWords(eventTypeWords);
  return (
    <fieldset class="mb-4" aria-describedby={problem == null ? undefined : "types-problem"}>
      <legend class="mb-1 text-sm font-medium">{words.title}</legend>
      <Tick type="radio" name="which" value="all" checked={chosen === null}>
        {words.all}
      </Tick>
      <Tick type="radio" name="which" value="some" checked={chosen !== null}>
        {words.some}
      </Tick>
      <div class="mt-1 grid gap-x-6 gap-y-3 ps-7 sm:grid-cols-2 xl:grid-cols-3">
        {GROUPS.map((object) => (
          <div>
            <p class="muted text-xs font-medium">{words[object]}</p>
            {EVENT_TYPES.filter((type) => EVENTS[type].object === object).map((type) => (
              <Tick name={`type:${type}`} checked={chosen?.includes(type) === true} hint={words[type]}>
                <span class="font-mono text-xs [overflow-wrap:anywhere]">{type}</span>
              </Tick>
            ))}
          </div>
        ))}
      </div>
      {problem == null ? null : (
        <FieldProblem id="types-problem" role="alert">
          {problem}
        </FieldProblem>
      )}
    </fieldset>
  );
}
