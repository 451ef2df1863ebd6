/** The style sheet as the oldest browsers that are served read it: what they don't know is gone. */
import postcss, { type AtRule, type Rule } from "postcss";

/** Questions that they answer with no. */
const UNKNOWN_QUESTION =
  /color-mix|\blab\(|oklch|display-p3|selector\(:has|::details-content|margin-trim: *inline\)\)\) or/;
/** Values that make them drop a declaration. Within `--x: …` they only fail where `--x` is used, which comes to the same. */
const UNKNOWN_VALUE =
  /oklch\(|oklab\(|\blab\(|\blch\(|color-mix\(|\bcolor\(|light-dark\(|\d(?:[dsl]v[hw]|cq\w|lh)\b|\bround\(/;
const UNKNOWN_PROPERTY =
  /^(?:translate|rotate|scale|accent-color|text-wrap|content-visibility|field-sizing|border-(?:start|end)-(?:start|end)-radius)$/;
/** Selectors that make them drop a rule, with all that it lists. */
const UNKNOWN_SELECTOR =
  /:has\(|:focus-visible|::backdrop|::details-content|:popover-open|:open\b|:user-(?:in)?valid|:modal|&/;
const KNOWN_BLOCKS = new Set(["media", "supports", "font-face", "keyframes", "page", "charset", "property"]);

const isKnown = (block: AtRule): boolean =>
  KNOWN_BLOCKS.has(block.name) &&
  !(block.name === "supports" && UNKNOWN_QUESTION.test(block.params)) &&
  !(block.name === "media" && /[<>]/.test(block.params));

/** @returns what is left of it. */
export function asRead(css: string): string {
  const root = postcss.parse(css);
  root.walkAtRules((block) => {
    if (!isKnown(block)) block.remove();
  });
  root.walkRules((rule: Rule) => {
    const isNested = rule.parent?.type === "rule";
    if (isNested || UNKNOWN_SELECTOR.test(rule.selector)) rule.remove();
  });
  root.walkDecls((declaration) => {
    if (UNKNOWN_VALUE.test(declaration.value) || UNKNOWN_PROPERTY.test(declaration.prop)) declaration.remove();
  });
  return root.toString();
}

/** Selectors that one of them does not know and that stand in a list with others, which would go with it. */
export function voidedLists(css: string): readonly string[] {
  const lists: string[] = [];
  postcss.parse(css).walkRules(({ selector, selectors }) => {
    if (selectors.length > 1 && UNKNOWN_SELECTOR.test(selector)) lists.push(selector);
  });
  return lists;
}

/** What newer browsers have and these have not, taken away before a page's own scripts run. */
export const WITHOUT_NEWER = `
  delete AbortSignal.timeout;
  delete AbortSignal.any;
  for (const kind of [Array, String, Int8Array.__proto__]) delete kind.prototype.at;
  for (const name of ["findLast", "findLastIndex", "toSorted", "toReversed", "with", "toSpliced"]) delete Array.prototype[name];
  delete Object.hasOwn;
  delete HTMLFormElement.prototype.requestSubmit;
  delete HTMLDialogElement.prototype.showModal;
  delete Promise.withResolvers;
  delete globalThis.structuredClone;
`;
