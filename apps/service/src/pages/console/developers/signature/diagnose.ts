/**
 * Says of a signature, a body and a secret whether they fit together, and if not, why (contract, "Signature verification"):
 * the usual mistakes are tried one after the other until one of them explains it.
 */
import { LIMITS } from "@holdfast/contract";
import { timedMac } from "../../../../platform/mac.js";
import { duration } from "../../../../words/format.js";
import type { Locale } from "../../../../words/locale.js";
import { bad, type Finding, good, note, type ReadHeaders, readHeaders } from "./headers.js";
import { type FindingWords, findingWords } from "./words.js";

/** As they were pasted; `header` takes either family of headers, in as many lines as they were. */
export type Pasted = { readonly header: string; readonly body: string; readonly secret: string };

/** In UTF-16 units: more than anything of ours has. */
export const PASTED_MAX = { header: 2_000, body: 100_000, secret: 500 } as const satisfies Record<keyof Pasted, number>;

export const NOTHING_PASTED: Pasted = { header: "", body: "", secret: "" };

/** What the account has that may explain a mismatch. */
export type Known = {
  readonly endpoints: readonly { readonly url: string; readonly secret: string; readonly previous: string | null }[];
  /** The event that the body names, as it was sent; null when it names none of the account's. */
  readonly sentBody: string | null;
};

export type Diagnosis = {
  /** late: everything fits, and receivers refuse it for its time. */
  readonly verdict: "right" | "late" | "wrong";
  readonly findings: readonly Finding[];
};

/** When it is asked, in Unix seconds of real time, and the language of the findings. */
type Asked = { readonly now: number; readonly locale: Locale };

export function diagnose(pasted: Pasted, known: Known, { now, locale }: Asked): Diagnosis {
  const words = findingWords(locale);
  const header = readHeaders(pasted.header, words);
  if (header.marks.length === 0 || header.prefix === "") return { verdict: "wrong", findings: header.findings };
  const match = explain({ ...pasted, ...known }, header, words);
  const time = timeOf(Number(header.seconds), { now, locale });
  const findings = [...header.findings, ...match.findings, time];
  const isRight = match.isAsPasted && !header.findings.some(({ tone }) => tone === "bad");
  return { verdict: isRight ? (time.tone === "good" ? "right" : "late") : "wrong", findings };
}

type Form = { readonly text: string; readonly mistake: string | null };

/** The first combination that fits, with its mistakes in words; the one without any comes first. */
function explain(
  { body, secret, endpoints, sentBody }: Pasted & Known,
  { family, prefix, event, marks }: ReadHeaders,
  words: FindingWords,
): { readonly isAsPasted: boolean; readonly findings: readonly Finding[] } {
  const fits = (key: string | Buffer, text: string): boolean =>
    marks.includes(timedMac(key, prefix, text).digest(family.encoding));
  const bodies = formsOfBody(body, sentBody, words);
  const noPrefix = family.needsPrefix ? words.noPrefix : null;
  const secrets = [...formsOfSecret(secret, noPrefix, words), ...secretsOf(endpoints, secret.trim(), words)];
  for (const form of secrets) {
    const key = family.keyOf(form.text);
    const body = key === null ? undefined : bodies.find(({ text }) => fits(key, text));
    if (body === undefined) continue;
    const mistakes = [form.mistake, body.mistake].filter((mistake) => mistake !== null);
    if (mistakes.length > 0) return { isAsPasted: false, findings: mistakes.map(bad) };
    return { isAsPasted: true, findings: [good(words.fits)] };
  }
  const findings = [
    bad(endpoints.length === 0 ? words.unexplained : words.unexplainedByAny),
    ...(family.keyOf(withPrefix(secret)) === null ? [bad(words.noKey)] : []),
    ...(event === null || body.includes(`"${event}"`) ? [] : [bad(words.otherEvent)]),
    ...suspicions({ body, secret }, words),
    note(words[`recipe_${family.name}`]),
  ];
  return { isAsPasted: false, findings };
}

const PREFIX = "whsec_";
const bareSecret = (secret: string): string => secret.trim().replaceAll(/^["']|["']$/g, "");
const withPrefix = (secret: string): string => {
  const bare = bareSecret(secret);
  return bare.startsWith(PREFIX) ? bare : `${PREFIX}${bare}`;
};

function formsOfSecret(secret: string, noPrefix: string | null, words: FindingWords): readonly Form[] {
  const bare = bareSecret(secret);
  return [
    { text: secret, mistake: null },
    ...(bare === secret ? [] : [{ text: bare, mistake: words.secretAround }]),
    ...(bare.startsWith(PREFIX) ? [] : [{ text: withPrefix(secret), mistake: noPrefix }]),
  ];
}

const secretsOf = (endpoints: Known["endpoints"], pasted: string, words: FindingWords): readonly Form[] =>
  endpoints.flatMap(({ url, secret, previous }) => [
    ...(secret === pasted ? [] : [{ text: secret, mistake: words.presentSecret({ url }) }]),
    ...(previous === null || previous === pasted ? [] : [{ text: previous, mistake: words.previousSecret({ url }) }]),
  ]);

/** A form in a browser sends each line break as CR LF, whatever was pasted: both stand for what was pasted. */
function formsOfBody(pasted: string, sentBody: string | null, words: FindingWords): readonly Form[] {
  const body = pasted.replaceAll("\r\n", "\n");
  const json = compacted(body);
  const forms: readonly Form[] = [
    { text: body, mistake: null },
    { text: pasted, mistake: null },
    { text: withoutLineBreaksAtEnd(body), mistake: words.breakAtEnd },
    { text: body.trim(), mistake: words.spaceAround },
    { text: body.replace(/^\ufeff/, ""), mistake: words.byteOrderMark },
    { text: `${body}\n`, mistake: words.breakMissing },
    ...(json === null ? [] : [{ text: json, mistake: words.parsed }]),
    ...(sentBody === null ? [] : [{ text: sentBody, mistake: difference(body, sentBody, words) }]),
  ];
  return forms.filter(
    ({ text, mistake }, at) => mistake === null || forms.findIndex((one) => one.text === text) === at,
  );
}

function withoutLineBreaksAtEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\n") end -= 1;
  return text.slice(0, end);
}

function compacted(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return null;
  }
}

const AROUND = 12;

/** Where two bodies part. */
function difference(body: string, sentBody: string, words: FindingWords): string {
  let place = 0;
  while (place < sentBody.length && body[place] === sentBody[place]) place += 1;
  const excerpt = (text: string): string => JSON.stringify(text.slice(place, place + AROUND));
  return words.differs({ place: place + 1, has: excerpt(body), sent: excerpt(sentBody) });
}

function suspicions({ body, secret }: Pick<Pasted, "body" | "secret">, words: FindingWords): readonly Finding[] {
  return [
    ...(/^\s*hf_/.test(secret) ? [bad(words.apiKey)] : []),
    ...(compacted(body) === null ? [bad(words.notJson)] : []),
  ];
}

function timeOf(seconds: number, { now, locale }: Asked): Finding {
  const words = findingWords(locale);
  const most = LIMITS.signatureToleranceSeconds;
  const off = now - seconds;
  const away = Math.abs(off);
  const span = duration(away < 120 ? away : Math.round(away / 60) * 60, locale);
  if (away <= most) return good(off < 0 ? words.timeAhead({ span, most }) : words.timeBehind({ span, most }));
  return bad(off < 0 ? words.tooFarAhead({ span, most }) : words.tooFarBehind({ span, most }));
}
