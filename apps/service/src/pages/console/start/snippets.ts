/** Receivers to paste, in four languages, that tell our webhooks from everybody else's. They run as they stand. */
import type { Snippet } from "../../kit/session-snippets.js";

/** What stands in a snippet until there is a real one. */
export const NO_SECRET = "whsec_your_secret";

/** Where a receiver listens, on the developer's own machine. */
const RECEIVER_PORT = 4242;

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
