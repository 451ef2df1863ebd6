/** The keys of a page, listed by "?": the small script opens it (assets/wait.js). Without scripts there are no shortcuts to list. */
import type { JSX } from "preact";
import { Icon } from "./icons.js";

/** Keys that do the same, and what they do. */
export type Shortcut = { readonly keys: readonly string[]; readonly text: string };

export const ShortcutsDialog = ({
  title,
  close,
  shortcuts,
}: {
  title: string;
  /** What the button says that closes it. */
  close: string;
  shortcuts: readonly Shortcut[];
}): JSX.Element => (
  <dialog
    id="shortcuts"
    aria-labelledby="shortcuts-title"
    class="panel m-auto w-[min(26rem,calc(100vw-1.5rem))] p-4 text-base-content shadow-2xl backdrop:bg-black/50"
  >
    <form method="dialog" class="flex items-center justify-between gap-4">
      <h2 class="font-semibold" id="shortcuts-title">
        {title}
      </h2>
      <button type="submit" class="btn btn-ghost btn-sm btn-square" aria-label={close}>
        <Icon name="x" class="size-4" />
      </button>
    </form>
    <ul class="mt-2 text-sm">
      {shortcuts.map(({ keys, text }) => (
        <li class="flex min-h-9 items-center justify-between gap-4">
          <span>{text}</span>
          <span class="flex shrink-0 gap-1" dir="ltr">
            {keys.map((key) => (
              <kbd class="rounded border border-base-300 bg-base-200 px-1.5 py-0.5 font-sans text-xs">{key}</kbd>
            ))}
          </span>
        </li>
      ))}
    </ul>
  </dialog>
);
