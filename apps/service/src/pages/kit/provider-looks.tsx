/** A way to pay as its provider shows itself: in its words and with its icon, or else with ours. */
import type { JSX } from "preact";
import { labelIn, type ProviderIcon, type Shown } from "../../domain/provider-looks.js";
import type { Locale } from "../../words/locale.js";
import { Icon, type IconName } from "./icons.js";

/** What it is called. @param ours where its provider has no word for it. */
export const wayName = (shown: Shown | null | undefined, ours: string, locale: Locale): string =>
  shown?.labels == null ? ours : labelIn(shown.labels, locale);

/** The same, isolated from the words around it, whatever its direction. */
export const WayName = ({
  shown,
  ours,
  locale,
}: {
  shown: Shown | null | undefined;
  ours: string;
  locale: Locale;
}): JSX.Element => (
  <>{shown?.labels == null ? ours : <bdi class="[overflow-wrap:anywhere]">{labelIn(shown.labels, locale)}</bdi>}</>
);

export const iconPath = ({ hash }: ProviderIcon): string => `/brand/providers/${hash}`;

/** @param size of the drawing, ours or theirs. Theirs stands on white in dark too: most are drawn for it. */
export const WayIcon = ({
  shown,
  ours,
  size,
}: {
  shown: Shown | null | undefined;
  ours: IconName;
  size: string;
}): JSX.Element =>
  shown?.icon == null ? (
    <Icon name={ours} class={size} />
  ) : (
    <img class={`shrink-0 rounded-sm bg-white object-contain ${size}`} src={iconPath(shown.icon)} alt="" />
  );
