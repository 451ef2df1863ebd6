/**
 * Makes of the style sheet that Tailwind has written one for the oldest browsers that pages are made for. They drop a block in a layer,
 * a declaration with a colour that they can't read, and a list of selectors of which they don't know one.
 *
 * usage: node tools/styles.mjs FILE, which is written anew.
 */
import { readFileSync, writeFileSync } from "node:fs";
import cascadeLayers from "@csstools/postcss-cascade-layers";
import { Features, transform } from "lightningcss";
import postcss from "postcss";
import { OLDEST } from "./oldest-browsers.mjs";

/** As lightningcss takes them: a byte each for major and minor. */
const targets = Object.fromEntries(
  Object.entries(OLDEST).map(([name, version]) => {
    const [major, minor = 0] = version.split(".").map(Number);
    return [name, (major << 16) | (minor << 8)];
  }),
);

/** Sides by the direction of writing are known to all of them, but for the corners of boxes, which are square where they aren't. */
const lowered = (css, minify) =>
  transform({
    filename: "app.css",
    code: Buffer.from(css),
    targets,
    exclude: Features.LogicalProperties | Features.DirSelector | Features.LangSelectorList,
    minify,
  }).code.toString();

// --- What can be said more simply ----------------------------------------------------------------------------------------

/** A theme that is chosen by a checkbox on the page; ours is chosen by an attribute. */
const CHECKBOX_THEME = ".theme-controller";
/** What daisyUI adds where boxes have depth, which ours have not. */
const OF_DEPTH = /oklch\(100% 0 0 \/ calc\(var\(--depth\) \* [\d.]+%?\)\)/g;

/** In Tailwind's own words, before anything is lowered. */
function simplify(root) {
  root.walkDecls("--depth", ({ value }) => {
    if (value !== "0") throw new Error("tools/styles.mjs leaves out what depth adds: --depth is to be 0");
  });
  root.walkRules((rule) => {
    if (rule.selector.includes(CHECKBOX_THEME))
      rule.selectors = rule.selectors.filter((one) => !one.includes(CHECKBOX_THEME));
    rule.selector = rule.selector.replaceAll(":is([open], :popover-open, :open)", "[open]");
  });
  root.walkDecls((declaration) => {
    declaration.value = declaration.value.replace(OF_DEPTH, "#0000");
    if (/\ddvh\b/.test(declaration.value))
      declaration.cloneBefore({ value: declaration.value.replaceAll(/(\d)dvh\b/g, "$1vh") });
  });
}

// --- Mixed colours -------------------------------------------------------------------------------------------------------

const IF_MIXED = "(color: color-mix(in lab, red, red))";
/** Colours in wider gamuts, beside those of every screen. Ours lie in those of every screen. */
const IF_WIDE = /^\(color: (?:lab|color)\(/;
const WIDE = /^(?:lab|color)\(/;
/** A colour of the theme made transparent, which is that colour with another byte: `--color-primary-10`. */
const FAINT = /color-mix\(in okl(?:ab|ch), var\((--(?:color-[\w-]+|house))\) (\d+)%, (?:transparent|#0000)\)/g;
const BY_DEPTH = [
  [/color-mix\(in oklab, [^,]+ calc\(var\(--depth\) \* \d+%\), #0000\)/g, "#0000"],
  [/color-mix\(in oklab, (var\(--[\w-]+(?:, var\(--[\w-]+\))?\)), #000 calc\(var\(--depth\) \* \d+%\)\)/g, "$1"],
];
/** A little of one colour in another: without it, the other. */
const TINGED = /color-mix\(in oklab, .+ \d%, (var\(.+\))\)|color-mix\(in oklab, .+ [1-4]\d%, (var\(.+\))\)/;

const oneLine = (value) => value.replaceAll(/\s+/g, " ").replaceAll(/\( | \)/g, (space) => space.trim());

/** Mixed colours that are the same everywhere need no mixing; the others stay behind a question, after one that all browsers know. */
function unmix(root) {
  const faint = new Map();
  root.walkAtRules("supports", (question) => {
    if (IF_WIDE.test(question.params)) question.remove();
  });
  root.walkDecls((declaration) => {
    if (WIDE.test(declaration.value)) declaration.remove();
  });
  root.walkDecls((declaration) => {
    let value = oneLine(declaration.value);
    if (!value.includes("color-mix(")) return;
    value = value.replace(FAINT, (_mix, name, percent) => {
      faint.set(`${name}-${percent}`, { name, percent: Number(percent) });
      return `var(${name}-${percent})`;
    });
    for (const [mix, plain] of BY_DEPTH) value = value.replace(mix, plain);
    declaration.value = value;
  });
  root.walkAtRules("supports", (question) => {
    if (question.params === IF_MIXED) question.walkRules((rule) => settle(question, rule));
    if (question.nodes.length === 0) question.remove();
  });
  root.walkDecls((declaration) => define(declaration, faint));
}

/** What needs no question goes into the rule before it; of what does, that rule gets the plain colour. */
function settle(question, rule) {
  for (const declaration of [...rule.nodes]) {
    const isMixed = declaration.value.includes("color-mix(");
    const [, few, some] = TINGED.exec(declaration.value) ?? [];
    const plain = isMixed ? (few ?? some) : declaration.value;
    if (plain !== undefined) ruleBefore(question, rule.selector).push(declaration.clone({ value: plain }));
    if (!isMixed) declaration.remove();
  }
  if (rule.nodes.length === 0) rule.remove();
}

function ruleBefore(question, selector) {
  const before = question.prev();
  if (before?.type === "rule" && before.selector === selector) return before;
  question.before(postcss.rule({ selector }));
  return question.prev();
}

/** Beside each colour of a theme those that are made of it. */
function define(declaration, faint) {
  for (const [made, { name, percent }] of faint) {
    if (declaration.prop !== name) continue;
    const [, of] = /^var\((--[\w-]+)\)$/.exec(declaration.value) ?? [];
    const value = of === undefined ? faded(declaration.value, percent) : `var(${of}-${percent})`;
    declaration.after({ prop: made, value });
  }
}

function faded(colour, percent) {
  const short = /^#([\da-f])([\da-f])([\da-f])$/.exec(colour)?.slice(1);
  const hex =
    { white: "#ffffff", black: "#000000" }[colour] ?? (short ? `#${short.map((d) => d + d).join("")}` : colour);
  if (!/^#[\da-f]{6}$/.test(hex)) throw new Error(`tools/styles.mjs can't make ${colour} transparent`);
  return (
    hex +
    Math.round((percent * 255) / 100)
      .toString(16)
      .padStart(2, "0")
  );
}

// --- Selectors -----------------------------------------------------------------------------------------------------------

/** What one of the oldest does not know. One such selector voids the list that it stands in. */
const UNKNOWN = /:has\(|:focus-visible|::backdrop|::details-content|::file-selector-button|:popover-open|:user-invalid/;

function partLists(root) {
  root.walkRules((rule) => {
    if (rule.selectors.length < 2 || !UNKNOWN.test(rule.selector)) return;
    const known = rule.selectors.filter((one) => !UNKNOWN.test(one));
    const lists = [
      ...(known.length === 0 ? [] : [known]),
      ...rule.selectors.filter((one) => UNKNOWN.test(one)).map((one) => [one]),
    ];
    if (lists.length > 1) rule.replaceWith(...lists.map((selectors) => rule.clone({ selectors })));
  });
}

/** Layers become weights of selectors; what weighs the same is written shorter. */
const shortened = (css) =>
  css.replaceAll(/(?::not\(#\\#\)){2,}/g, (weights) => `:not(${"#\\#".repeat(weights.length / ":not(#\\#)".length)})`);

const [file] = process.argv.slice(2);
const simple = postcss([simplify, partLists]).process(readFileSync(file, "utf8"), { from: file }).css;
const flat = postcss([unmix, partLists, cascadeLayers()]).process(lowered(simple, false), { from: file }).css;
writeFileSync(file, shortened(lowered(flat, true)));
