/** Lines to paste, in four languages, that create a session. They run as they stand, with what a language brings along. */

/** Lines in one language. */
export type Snippet = {
  readonly language: string;
  readonly code: string;
  /** Where it is kept, and how it is run; null for what is typed as it stands. */
  readonly file: string | null;
  readonly run?: string;
};

/** What stands in a snippet until there is a real one. */
export const NO_KEY = "hf_your_key";

const TITLE = "Hand-thrown dinner set";
const AMOUNT = "249.90";
/** Run again, or in another language, they come to the same session. */
const IDEMPOTENCY_KEY = "first-order";

/** @param given.base URL of the API, without a slash at its end. */
export function sessionSnippets({ base, key }: { base: string; key: string }): readonly Snippet[] {
  const url = `${base}/checkout/sessions`;
  return [
    { language: "curl", file: null, code: sessionInCurl(url, key) },
    { language: "TypeScript", file: "session.mts", run: "node session.mts", code: sessionInTypeScript(url, key) },
    { language: "PHP", file: "session.php", run: "php session.php", code: sessionInPhp(url, key) },
    { language: "Python", file: "session.py", run: "python3 session.py", code: sessionInPython(url, key) },
  ];
}

const sessionInCurl = (url: string, key: string): string => `curl ${url} \\
  -H 'Authorization: Bearer ${key}' \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: ${IDEMPOTENCY_KEY}' \\
  -d '{"title":"${TITLE}","amount":"${AMOUNT}"}'`;

const sessionInTypeScript = (url: string, key: string): string => `const answer = await fetch("${url}", {
  method: "POST",
  headers: {
    Authorization: "Bearer ${key}",
    "Content-Type": "application/json",
    "Idempotency-Key": "${IDEMPOTENCY_KEY}",
  },
  body: JSON.stringify({ title: "${TITLE}", amount: "${AMOUNT}" }),
});
const session = (await answer.json()) as { id: string; url: string };
console.log(answer.status, session.id, session.url);`;

const sessionInPhp = (url: string, key: string): string => `<?php
$answer = file_get_contents("${url}", false, stream_context_create(["http" => [
  "method" => "POST",
  "header" => [
    "Authorization: Bearer ${key}",
    "Content-Type: application/json",
    "Idempotency-Key: ${IDEMPOTENCY_KEY}",
  ],
  "content" => json_encode(["title" => "${TITLE}", "amount" => "${AMOUNT}"]),
]]));
$session = json_decode($answer);
echo $session->id, " ", $session->url, "\\n";`;

const sessionInPython = (url: string, key: string): string => `import json
from urllib.request import Request, urlopen

answer = urlopen(Request(
    "${url}",
    method="POST",
    headers={
        "Authorization": "Bearer ${key}",
        "Content-Type": "application/json",
        "Idempotency-Key": "${IDEMPOTENCY_KEY}",
    },
    data=json.dumps({"title": "${TITLE}", "amount": "${AMOUNT}"}).encode(),
))
session = json.load(answer)
print(answer.status, session["id"], session["url"])`;
