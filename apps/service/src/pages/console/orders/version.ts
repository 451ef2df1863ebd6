import { shownVersion } from "../../kit/shown-version.js";

/** Changes whenever the page of what was loaded would look different; tells nothing else. */
export const versionOf = ({ now: _, ...shown }: { readonly now: number }): string => shownVersion(shown);
