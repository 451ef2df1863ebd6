import type { JSX } from "preact";
import { useWords } from "../kit/language.js";
import { kitWords } from "../kit/words.js";
import { newsWords } from "./words.js";

/** Where the script asks whether a page has news, and what it writes should nothing happen for long (kit/assets/wait.js). */
export function NewsStatus({
  path,
  version,
  class: classes,
}: {
  /** Of the page itself. */
  path: string;
  /** Tells one state of the page from another. */
  version: string;
  class?: string;
}): JSX.Element {
  const words = useWords(newsWords);
  return (
    <span
      role="status"
      data-status={`${path}/status`}
      data-version={version}
      data-stopped={words.stopped}
      data-offline={useWords(kitWords).offline}
      class={classes}
    >
      {words.live}
    </span>
  );
}
