/** Words that a person wrote, of any length: the beginning, and the whole behind a click. */
import type { JSX } from "preact";
import { clip } from "../../words/format.js";
import type { Locale } from "../../words/locale.js";
import { Given } from "./given.js";
import { LinkedText } from "./linked-text.js";
import { kitWords } from "./words.js";

/** @param hasLinks whether web addresses in it can be followed. */
export function LongText({
  text,
  locale,
  hasLinks = false,
}: {
  text: string;
  locale: Locale;
  hasLinks?: boolean;
}): JSX.Element {
  const isLong = [...text].length > TEXT_SHOWN || text.split("\n").length > LINES_SHOWN;
  const whole = hasLinks ? <LinkedText text={text} /> : text;
  if (!isLong) {
    return (
      <p class="given text-sm leading-relaxed whitespace-pre-line">
        <bdi>{whole}</bdi>
      </p>
    );
  }
  const start = clip(text, TEXT_SHOWN);
  const shown = start === text ? text.length : start.length - 1;
  return (
    <div class="text-sm leading-relaxed">
      <p class="whitespace-pre-line">
        <Given lines={5} text={start}>
          {hasLinks ? (
            <>
              <LinkedText text={text} shown={shown} />
              {start === text ? "" : "…"}
            </>
          ) : null}
        </Given>
      </p>
      <details class="mt-1">
        <summary class="cursor-pointer font-medium text-primary">{kitWords(locale).wholeText}</summary>
        <p class="given mt-2 max-h-96 overflow-y-auto whitespace-pre-line" tabIndex={0}>
          <bdi>{whole}</bdi>
        </p>
      </details>
    </div>
  );
}

const TEXT_SHOWN = 400;
const LINES_SHOWN = 6;
