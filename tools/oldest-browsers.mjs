/**
 * The oldest browsers that pages are made for, as docs/reference/browsers.md says. Android's WebView has the version of Chrome. What
 * these don't know of a style sheet is mended at the build (tools/styles.mjs).
 */
export const OLDEST = { chrome: "88", edge: "88", firefox: "84", safari: "14.1", ios_saf: "14.5", samsung: "15" };
