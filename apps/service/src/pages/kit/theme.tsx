/** The choice between light, dark, and what the browser prefers: one form, no script. */
import type { JSX } from "preact";
import { Icon, type IconName } from "./icons.js";
import { useWords } from "./language.js";
import { THEMES } from "./looks.js";
import { safeNext } from "./next.js";
import { type PageParts, setCookies } from "./page-context.js";
import type { Handler, Posted } from "./route.js";
import type { Theme } from "./site.js";
import { shellWords } from "./words.js";

const ICONS = { system: "monitor", light: "sun", dark: "moon" } as const satisfies Record<Theme, IconName>;

const YEAR_SECONDS = 365 * 86_400;

/** Keeps the choice, and leads back to the page on which it was made. What is no theme changes nothing. */
export const chooseTheme: Handler<unknown, PageParts, Posted> = (
  _context,
  { form, reply },
  { people: { cookies } },
) => {
  const theme = THEMES.find((name) => name === form["theme"]);
  if (theme === "system") setCookies(reply, [cookies.clear("theme")]);
  else if (theme !== undefined) setCookies(reply, [cookies.write("theme", theme, YEAR_SECONDS)]);
  return safeNext(form["next"], "/");
};

/** One button each, the one that is on pressed. */
export function ThemeSwitch({ theme, csrf, next }: { theme: Theme; csrf: string; next: string }): JSX.Element {
  const words = useWords(shellWords);
  return (
    <form method="post" action="/theme" class="mt-3 flex items-center gap-2">
      <input type="hidden" name="csrf" value={csrf} />
      <input type="hidden" name="next" value={next} />
      <span class="muted text-sm" id="theme">
        {words.theme}
      </span>
      <span role="group" aria-labelledby="theme" class="ms-auto flex rounded-field border border-base-300">
        {THEMES.map((name) => (
          <button
            type="submit"
            name="theme"
            value={name}
            title={words[`theme_${name}`]}
            aria-label={words[`theme_${name}`]}
            aria-pressed={name === theme ? "true" : "false"}
            class="grid size-9 cursor-pointer place-items-center rounded-field hover:bg-base-200 aria-pressed:bg-primary/10 aria-pressed:text-primary"
          >
            <Icon name={ICONS[name]} class="size-4" />
          </button>
        ))}
      </span>
    </form>
  );
}
