/**
 * Says of a signature, a body and a secret whether they fit together, and if not, why (contract, "Signature verification"):
 * the usual mistakes are tried one after the other until one of them explains it.
 */
import { LIMITS } from "@holdfast/contract";
import { timedMac } from "../../../../platform/mac.js";
import { duration } from "../../../../words/format.js";
import { bad, type Finding, good, note, type ReadHeaders, readHeaders } from "./headers.js";

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

/** @param now real time in Unix seconds. */
export function diagnose(pasted: Pasted, known: Known, now: number): Diagnosis {
  const header = readHeaders(pasted.header);
  if (header.marks.length === 0 || header.prefix === "") return { verdict: "wrong", findings: header.findings };
  const match = explain(pasted, known, header);
  const time = timeOf(Number(header.seconds), now);
  const findings = [...header.findings, ...match.findings, time];
  const isRight = match.isAsPasted && !header.findings.some(({ tone }) => tone === "bad");
  return { verdict: isRight ? (time.tone === "good" ? "right" : "late") : "wrong", findings };
}

type Form = { readonly text: string; readonly mistake: string | null };

/** The first combination that fits, with its mistakes in words; the one without any comes first. */
function explain(
  { body, secret }: Pasted,
  { endpoints, sentBody }: Known,
  { family, prefix, event, marks }: ReadHeaders,
): { readonly isAsPasted: boolean; readonly findings: readonly Finding[] } {
  const fits = (key: string | Buffer, text: string): boolean =>
    marks.includes(timedMac(key, prefix, text).toString(family.encoding));
  const bodies = formsOfBody(body, sentBody);
  for (const form of [...formsOfSecret(secret, family.noPrefix), ...secretsOf(endpoints, secret.trim())]) {
    const key = family.keyOf(form.text);
    const body = key === null ? undefined : bodies.find(({ text }) => fits(key, text));
    if (body === undefined) continue;
    const mistakes = [form.mistake, body.mistake].filter((mistake) => mistake !== null);
    if (mistakes.length > 0) return { isAsPasted: false, findings: mistakes.map(bad) };
    return { isAsPasted: true, findings: [good("The signature is that of this body by this secret.")] };
  }
  const findings = [
    bad(unexplained(endpoints)),
    ...(family.keyOf(withPrefix(secret)) === null ? [bad(family.noKey)] : []),
    ...(event === null || body.includes(`"${event}"`)
      ? []
      : [bad("webhook-id is not the id of the event in the body.")]),
    ...suspicions(body, secret),
    note(family.recipe),
  ];
  return { isAsPasted: false, findings };
}

const PREFIX = "whsec_";
const bareSecret = (secret: string): string => secret.trim().replaceAll(/^["']|["']$/g, "");
const withPrefix = (secret: string): string => {
  const bare = bareSecret(secret);
  return bare.startsWith(PREFIX) ? bare : `${PREFIX}${bare}`;
};

function formsOfSecret(secret: string, noPrefix: string | null): readonly Form[] {
  const bare = bareSecret(secret);
  return [
    { text: secret, mistake: null },
    ...(bare === secret
      ? []
      : [{ text: bare, mistake: "The secret has spaces, a line break or quotes around it that do not belong to it." }]),
    ...(bare.startsWith(PREFIX) ? [] : [{ text: withPrefix(secret), mistake: noPrefix }]),
  ];
}

const secretsOf = (endpoints: Known["endpoints"], pasted: string): readonly Form[] =>
  endpoints.flatMap(({ url, secret, previous }) => [
    ...(secret === pasted
      ? []
      : [{ text: secret, mistake: `It was signed with the present secret of ${url}, not with this one.` }]),
    ...(previous === null || previous === pasted
      ? []
      : [{ text: previous, mistake: `It was signed with the secret of ${url} from before its last rotation.` }]),
  ]);

/** A form in a browser sends each line break as CR LF, whatever was pasted: both stand for what was pasted. */
function formsOfBody(pasted: string, sentBody: string | null): readonly Form[] {
  const body = pasted.replaceAll("\r\n", "\n");
  const json = compacted(body);
  const forms: readonly Form[] = [
    { text: body, mistake: null },
    { text: pasted, mistake: null },
    { text: withoutLineBreaksAtEnd(body), mistake: "The body has a line break at its end that was not sent." },
    { text: body.trim(), mistake: "The body has white space around it that was not sent." },
    { text: body.replace(/^\ufeff/, ""), mistake: "The body begins with a byte order mark that was not sent." },
    { text: `${body}\n`, mistake: "The line break at the body's end is missing." },
    ...(json === null
      ? []
      : [{ text: json, mistake: "The body was parsed and written again: verify the raw bytes, before any parser." }]),
    ...(sentBody === null ? [] : [{ text: sentBody, mistake: difference(body, sentBody) }]),
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
function difference(body: string, sentBody: string): string {
  let place = 0;
  while (place < sentBody.length && body[place] === sentBody[place]) place += 1;
  const excerpt = (text: string): string => JSON.stringify(text.slice(place, place + AROUND));
  return `The body is not the one that was sent for this event: at character ${place + 1} it has ${excerpt(body)} where ${excerpt(sentBody)} was sent.`;
}

const unexplained = (endpoints: Known["endpoints"]): string =>
  endpoints.length === 0
    ? "No v1 is that of this body by this secret."
    : "No v1 is that of this body by this secret, nor by that of another endpoint of this account.";

function suspicions(body: string, secret: string): readonly Finding[] {
  return [
    ...(/^\s*hf_/.test(secret)
      ? [bad("What was pasted as the secret is an API key. A signing secret begins with whsec_.")]
      : []),
    ...(compacted(body) === null ? [bad("The body is not JSON: it was cut, or something was added to it.")] : []),
  ];
}

function timeOf(seconds: number, now: number): Finding {
  const off = now - seconds;
  const words = duration(Math.abs(off) < 120 ? Math.abs(off) : Math.round(Math.abs(off) / 60) * 60, "en");
  const side = off < 0 ? "ahead of" : "behind";
  if (Math.abs(off) <= LIMITS.signatureToleranceSeconds) {
    return good(
      `Its time is ${words} ${side} ours: within the ${LIMITS.signatureToleranceSeconds} seconds that are allowed.`,
    );
  }
  const hint = off < 0 ? "The receiver's clock may be slow." : "If it was younger when it came, it was right then.";
  return bad(
    `Its time is ${words} ${side} ours, more than the ${LIMITS.signatureToleranceSeconds} seconds that are allowed. ${hint}`,
  );
}
