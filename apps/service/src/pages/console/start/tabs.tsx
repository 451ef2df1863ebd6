/** The same lines in several languages, four at most: one at a time is seen, chosen without scripts (`.snippets`). */
import type { JSX } from "preact";
import { Code } from "../../kit/code.js";
import { useWords } from "../../kit/language.js";
import { Say } from "../../kit/say.js";
import type { Snippet } from "../../kit/session-snippets.js";
import { CopyButton } from "../once.js";
import { startWords } from "./words.js";

export function SnippetTabs({
  name,
  label,
  snippets,
}: {
  /** Unique on the page. */
  name: string;
  /** What the lines do, such as "A first session". */
  label: string;
  snippets: readonly Snippet[];
}): JSX.Element {
  const words = useWords(startWords);
  return (
    <div class="snippets" role="radiogroup" aria-label={words.language({ what: label })}>
      {snippets.map(({ language }, index) => (
        <label>
          <input type="radio" class="sr-only" name={name} checked={index === 0} autocomplete="off" />
          {language}
        </label>
      ))}
      {snippets.map(({ language, code, file, run }) => (
        <div>
          <div class="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-2 text-sm">
            <p class="muted">
              {file === null ? (
                words.paste
              ) : (
                <Say
                  text={words.saveAs}
                  file={<code class="code-inline">{file}</code>}
                  run={<code class="code-inline">{run}</code>}
                />
              )}
            </p>
            <CopyButton text={code} label={words.inLanguage({ what: label, language })} />
          </div>
          <Code label={words.inLanguage({ what: label, language })}>{code}</Code>
        </div>
      ))}
    </div>
  );
}
