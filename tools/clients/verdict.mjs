/** What is judged by text alone: whether a registry answered, and what a fuzzer or a comparison found. */

/** How npm, pip and go say that nobody answered. */
const UNREACHED =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|NewConnectionError|ConnectTimeout|ReadTimeout|Read timed out|Temporary failure in name resolution|Name or service not known|no such host|i\/o timeout|connection refused|connection reset|network is unreachable|TLS handshake timeout/i;

/** Whether an installation failed only because its registry did not answer. */
export const isUnreached = (output) => UNREACHED.test(output);

/**
 * Findings of a fuzzer against those that are allowed.
 * @param {readonly { check: string, operation: string, status: number, says: readonly string[] }[]} findings
 *   `says`: every sentence of the refusal, as `field: sentence`
 * @param {readonly { check: string, says: string, why: string }[]} allowed `says`: a regular expression
 * @returns what is not allowed, in a line each, and which rules allowed something
 */
export function judgeFindings(findings, allowed) {
  const rules = allowed.map((rule) => ({ ...rule, pattern: new RegExp(rule.says) }));
  const ruleOf = (check, sentence) => rules.find((rule) => rule.check === check && rule.pattern.test(sentence));
  const used = new Map();
  const refused = new Set();
  for (const { check, operation, status, says } of findings) {
    const found = says.map((sentence) => ruleOf(check, sentence));
    if (found.length === 0 || found.includes(undefined)) {
      refused.add(`${operation} ${status}: ${check}: ${says.join(" ") || "no reason given"}`);
    } else {
      for (const { why } of found) used.set(why, (used.get(why) ?? 0) + 1);
    }
  }
  return { refused: [...refused], used };
}

/** The sentences of an error envelope, each with its field; the message where there are no details. */
export function sentencesOf(body) {
  const { details, message } = body?.error ?? {};
  if (details === undefined) return message === undefined ? [] : [message];
  return Object.entries(details).flatMap(([field, sentences]) => sentences.map((sentence) => `${field}: ${sentence}`));
}

/** What receivers of webhooks would miss: a type of event, or a header of its deliveries; in the form of oasdiff's changes. */
export function webhookChanges(before, after) {
  const lost = (id, what) => ({ id, text: `${what} is gone`, level: 3, fingerprint: `${id}:${what}` });
  return Object.entries(before.webhooks).flatMap(([type, { post }]) => {
    if (after.webhooks[type] === undefined) return [lost("webhook-removed", type)];
    const kept = new Set(headersOf(after.webhooks[type].post, after));
    return headersOf(post, before)
      .filter((name) => !kept.has(name))
      .map((name) => lost("webhook-header-removed", `${name} of ${type}`));
  });
}

const headersOf = ({ parameters = [] }, { components }) =>
  parameters.map(({ $ref, name }) => ($ref === undefined ? name : components.parameters[$ref.split("/").at(-1)].name));

/** As oasdiff counts them: an error breaks clients, a warning may. */
const BREAKING_FROM = 2;

/**
 * Changes of the document since the release, as oasdiff lists them.
 * @param {readonly { id: string, text: string, level: number, fingerprint: string, operationId?: string }[]} changes
 * @param {{ accepted: readonly { why: string, changes: Record<string, string> }[], sameDate: boolean }} release
 *   `accepted`: breaking changes, by fingerprint what they are; a new date of the API takes any
 */
export function judgeChanges(changes, { accepted, sameDate }) {
  const known = new Set(accepted.flatMap((one) => Object.keys(one.changes)));
  const breaking = changes.filter(({ level }) => level >= BREAKING_FROM);
  const refused = sameDate ? breaking.filter(({ fingerprint }) => !known.has(fingerprint)) : [];
  const present = new Set(breaking.map(({ fingerprint }) => fingerprint));
  return {
    additive: changes.length - breaking.length,
    breaking: breaking.length,
    refused: refused.map(
      ({ id, text, operationId = "", fingerprint }) => `${fingerprint} ${operationId} ${id}: ${text}`,
    ),
    /** Accepted once, and not to be seen any more. */
    gone: [...known].filter((fingerprint) => !present.has(fingerprint)),
  };
}
