/** The choice between light, dark, and what the browser prefers: one form, no script. */
import type { JSX } from "preact";
import { Icon, type IconName } from "./icons.js";
import { useWords } from "./language.js";
import { THEMES } from "./looks.js";
import type { Theme } from "./site.js";
import { themeWords } from "./words.js";

const ICONS = { system: "monitor", light: "sun", dark: "moon" } as const satisfies Record<Theme, IconName>;

/** One button each, the one that is on pressed. */
export function ThemeSwitch({
  theme,
  csrf,
  next,
  class: classes = "",
}: {
  theme: Theme;
  csrf: string;
  next: string;
  class?: string;
}): JSX.Element {
  const words = useWords(themeWords);
  return (
    <form method="post" action="/theme" class={`flex items-center gap-2 ${classes}`.trim()}>
      <input type="hidden" name="csrf" value={csrf} />
      <input type="hidden" name="next" value={next} />
      <span class="muted me-auto text-sm" id="theme">
        {words.title}
      </span>
      <span role="group" aria-labelledby="theme" class="flex rounded-field border border-base-300">
        {THEMES.map((name) => (
          <button
            type="submit"
            name="theme"
            value={name}
            title={words[name]}
            aria-label={words[name]}
            aria-pressed={name === theme ? "true" : "false"}
            class="grid size-9 cursor-pointer place-items-center rounded-field hover:bg-base-200 aria-pressed:bg-base-300"
          >
            <Icon name={ICONS[name]} class="size-4" />
          </button>
        ))}
      </span>
    </form>
  );
}

/** Where the choice is a page of its own: for pages that are the same for everybody, and bear no form. */
export const themePath = (next: string): string => `/theme?next=${encodeURIComponent(next)}`;
