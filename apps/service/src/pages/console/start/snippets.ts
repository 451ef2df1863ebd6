/**
 * Lines to paste, in four languages: a first session, and a receiver that tells our webhooks from everybody else's. They run as
 * they stand, with what a language brings along.
 */
import type { Snippet } from "./tabs.js";

/** What stands in a snippet until there is a real one. */
export const NO_KEY = "hf_your_key";
export const NO_SECRET = "whsec_your_secret";

/** Where a receiver listens, on the developer's own machine. */
const RECEIVER_PORT = 4242;

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

/** A server for each language; in the shell, a check of one delivery that was kept in two files. */
export function receiverSnippets(secret: string): readonly Snippet[] {
  return [
    { language: "TypeScript", file: "hooks.mts", run: "node hooks.mts", code: receiverInTypeScript(secret) },
    {
      language: "PHP",
      file: "hooks.php",
      run: `php -S localhost:${RECEIVER_PORT} hooks.php`,
      code: receiverInPhp(secret),
    },
    { language: "Python", file: "hooks.py", run: "python3 hooks.py", code: receiverInPython(secret) },
    { language: "Shell", file: "check.sh", run: "sh check.sh signature.txt body.json", code: checkInShell(secret) },
  ];
}

const receiverInTypeScript = (secret: string): string => `import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const secret = "${secret}";

function isGenuine(header: string, body: Buffer): boolean {
  const t = /^t=(\\d{1,12}),/.exec(header)?.[1];
  if (t === undefined || Math.abs(Date.now() / 1000 - Number(t)) > 300) return false;
  const expected = createHmac("sha256", secret).update(\`\${t}.\`).update(body).digest();
  const marks = header.matchAll(/,v1=([0-9a-f]{64})(?=,|$)/g);
  return [...marks].some(([, hex = ""]) => timingSafeEqual(Buffer.from(hex, "hex"), expected));
}

createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const known = isGenuine(String(request.headers["x-escrow-signature"]), body);
  response.writeHead(known ? 200 : 400).end();
  if (known) console.log("received", JSON.parse(body.toString()).type);
}).listen(${RECEIVER_PORT});`;

const receiverInPhp = (secret: string): string => `<?php
$secret = "${secret}";
$body = file_get_contents("php://input");
$header = $_SERVER["HTTP_X_ESCROW_SIGNATURE"] ?? "";

preg_match('/^t=(\\d{1,12}),/', $header, $t);
preg_match_all('/,v1=([0-9a-f]{64})(?=,|$)/', $header, $marks);
$expected = hash_hmac("sha256", ($t[1] ?? "") . "." . $body, $secret);
$known = isset($t[1]) && abs(time() - (int) $t[1]) <= 300
  && array_filter($marks[1], fn ($mark) => hash_equals($expected, $mark)) !== [];

http_response_code($known ? 200 : 400);
if ($known) error_log("received " . json_decode($body)->type);`;

const receiverInPython = (secret: string): string => `import hashlib, hmac, json, re, time
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = b"${secret}"

def is_genuine(header, body):
    t = re.match(r"t=(\\d{1,12}),", header)
    if not t or abs(time.time() - int(t[1])) > 300:
        return False
    expected = hmac.new(SECRET, t[1].encode() + b"." + body, hashlib.sha256).hexdigest()
    marks = re.findall(r",v1=([0-9a-f]{64})(?=,|$)", header)
    return any(hmac.compare_digest(expected, mark) for mark in marks)

class Hooks(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        known = is_genuine(self.headers.get("X-Escrow-Signature", ""), body)
        self.send_response(200 if known else 400)
        self.end_headers()
        if known:
            print("received", json.loads(body)["type"], flush=True)

HTTPServer(("localhost", ${RECEIVER_PORT}), Hooks).serve_forever()`;

const checkInShell = (secret: string): string => `secret='${secret}'
t=$(sed -n 's/^t=\\([0-9]*\\),.*/\\1/p' "$1")
expected=$({ printf '%s.' "$t"; cat "$2"; } | openssl dgst -sha256 -hmac "$secret" | sed 's/.*= *//')
age=$(( $(date +%s) - t ))
if grep -q ",v1=$expected" "$1" && [ "$age" -le 300 ] && [ "$age" -ge -300 ]
then echo genuine; else echo forged; exit 1; fi`;

/** Has events brought to a machine that nobody else can reach. */
export const listenLine = (key: string): string =>
  `npm run -s holdfast -- listen --api-key ${key} --forward-to http://localhost:${RECEIVER_PORT}/hooks`;
