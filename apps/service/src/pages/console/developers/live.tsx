/** A list that keeps itself at its newest where scripts run (kit/assets/live.js); without them a link does. */
import type { ComponentChildren, JSX } from "preact";
import { Icon } from "../../kit/icons.js";
import { useWords } from "../../kit/language.js";
import { partWords } from "./words.js";

/** @param props.isNewest older pages stand still. */
export function LiveList({
  isNewest,
  url,
  children,
}: {
  isNewest: boolean;
  url: string;
  children: ComponentChildren;
}): JSX.Element {
  const words = useWords(partWords);
  return (
    <>
      {isNewest ? (
        <div class="mb-2 flex min-h-9 flex-wrap items-center gap-x-3 text-sm" data-live={words.fresh}>
          <button type="button" hidden aria-pressed="true" class="live btn btn-sm">
            <span class="live-dot size-2.5 rounded-full" aria-hidden="true" />
            {words.live}
          </button>
          <a class="link link-primary inline-flex min-h-8 items-center gap-1.5" href={url}>
            <Icon name="refresh-cw" class="size-4" />
            {words.refresh}
          </a>
          <span class="muted" role="status" />
        </div>
      ) : null}
      <div id="live">{children}</div>
    </>
  );
}
