/** Which time zone moments on a page are written in, and the way to choose another. */
import type { JSX } from "preact";
import { unixSeconds } from "../../platform/clock.js";
import { offsetName, UTC, type Zone, zoneName } from "../../words/zone.js";
import { Icon } from "./icons.js";
import { useWords, useZone } from "./language.js";
import { zoneWords } from "./words.js";

export const ZONE_PATH = "/zone";

type Props = {
  readonly csrf: string;
  /** The page itself. Its address may be as good as a key, so it never stands in another's. */
  readonly next: string;
  readonly class?: string;
};

/** The script writes the browser's where nobody has told us yet. */
export function ZoneSwitch({ csrf, next, class: classes = "" }: Props): JSX.Element {
  const words = useWords(zoneWords);
  return (
    <form method="post" action={ZONE_PATH} class={`flex flex-wrap items-center gap-x-1.5 text-sm ${classes}`.trim()}>
      <input type="hidden" name="csrf" value={csrf} />
      <input type="hidden" name="next" value={next} />
      <Icon name="clock" class="muted size-4" />
      <span class="sr-only">{words.title}</span>
      <bdi class="muted" data-zone>
        {withOffset(useZone() ?? UTC)}
      </bdi>
      <button type="submit" class="link link-primary min-h-8 cursor-pointer">
        {words.change}
      </button>
    </form>
  );
}

/** "Africa/Nairobi (UTC+3)", as its clocks are now. */
const withOffset = (zone: Zone): string =>
  zone === UTC ? UTC : `${zoneName(zone)} (${offsetName(unixSeconds(), zone)})`;
