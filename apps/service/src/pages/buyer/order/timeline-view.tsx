/** The history of an order: what happened last, and all that came before behind a click. */
import type { JSX } from "preact";
import type { Locale } from "../../../words/locale.js";
import { Icon } from "../../kit/icons.js";
import { Instant } from "../../kit/times.js";
import { partAnchor } from "../links.js";
import type { OrderView } from "../load.js";
import { type Happening, timelineOf } from "./timeline.js";
import { milestoneWords, timelineWords } from "./words.js";

/** A history of a few lines more stands there whole: a click has to be worth it. */
const SHOWN = 5;
const WHOLE_MAX = 8;

export function Timeline({ order, locale }: { order: OrderView; locale: Locale }): JSX.Element {
  const words = timelineWords(locale);
  const all = timelineOf(order, locale);
  const earlier = all.length <= WHOLE_MAX ? [] : all.slice(0, -SHOWN);
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" class="text-lg font-semibold tracking-tight">
        {words.title}
      </h2>
      {earlier.length === 0 ? null : (
        <details class="mt-2">
          <summary class="cursor-pointer py-1 text-sm font-medium text-primary">
            {words.earlier({ count: earlier.length })}
          </summary>
          <Happenings happenings={earlier} locale={locale} goesOn />
        </details>
      )}
      <Happenings happenings={all.slice(earlier.length)} locale={locale} />
    </section>
  );
}

function Happenings({
  happenings,
  locale,
  goesOn = false,
}: {
  happenings: readonly Happening[];
  locale: Locale;
  /** Whether others follow below. */
  goesOn?: boolean;
}): JSX.Element {
  return (
    <ol class="mt-3">
      {happenings.map(({ at, icon, text, part }, index) => (
        <li class={`relative flex gap-3.5 pb-5 ${goesOn ? "" : "last:pb-0"}`}>
          {index === happenings.length - 1 && !goesOn ? null : (
            <span aria-hidden="true" class="absolute start-4 top-8 bottom-0 -ms-px w-0.5 bg-base-300" />
          )}
          <span class="grid size-8 shrink-0 place-items-center rounded-full border border-base-300 bg-base-100 text-primary">
            <Icon name={icon} class="size-4" />
          </span>
          <div class="min-w-0 pt-1 text-sm">
            <p class="[overflow-wrap:anywhere]">
              {text}
              {part === null ? null : (
                <>
                  {" "}
                  <a class="link link-primary whitespace-nowrap" href={`#${partAnchor(part)}`}>
                    {milestoneWords(locale).part({ place: part })}
                  </a>
                </>
              )}
            </p>
            <p class="muted text-xs">
              <Instant at={at} locale={locale} />
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
