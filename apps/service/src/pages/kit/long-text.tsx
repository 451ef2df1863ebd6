/** Words that a person wrote, of any length: the beginning, and the whole behind a click. */
import type { JSX } from "preact";
import { clip } from "../../words/format.js";
import type { Locale } from "../../words/locale.js";
import { Given } from "./given.js";
import { kitWords } from "./words.js";

export function LongText({ text, locale }: { text: string; locale: Locale }): JSX.Element {
  const isLong = [...text].length > TEXT_SHOWN || text.split("\n").length > LINES_SHOWN;
  if (!isLong) {
    return (
      <p class="given text-sm leading-relaxed whitespace-pre-line">
        <bdi>{text}</bdi>
      </p>
    );
  }
  return (
    <div class="text-sm leading-relaxed">
      <p class="whitespace-pre-line">
        <Given text={clip(text, TEXT_SHOWN)} lines={5} />
      </p>
      <details class="mt-1">
        <summary class="cursor-pointer font-medium text-primary">{kitWords(locale).wholeText}</summary>
        <p class="given mt-2 max-h-96 overflow-y-auto whitespace-pre-line" tabIndex={0}>
          <bdi>{text}</bdi>
        </p>
      </details>
    </div>
  );
}

const TEXT_SHOWN = 400;
const LINES_SHOWN = 6;
