/** compose.yaml as it is published, brought up by podman-compose as docs/deploy says: over TLS through Caddy to a checkout page, and back down. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { blocksOf, runBlock } from "./blocks.mjs";
import { requestSecurely } from "./https.mjs";
import { builtImage } from "./image.mjs";
import { CACHE, expect, HERE, podman, program, ROOT, tryPodman, until } from "./machine.mjs";

const PODMAN_COMPOSE = "podman-compose==1.6.0";
/** A name that Caddy makes a certificate for without asking anybody. */
const DOMAIN = "pay.localhost";
const PROJECT = "holdfast";

export async function checkCompose() {
  await builtImage();
  const folder = mkdtempSync(join(tmpdir(), "holdfast-deploy-"));
  const home = join(folder, "opt");
  const shell = {
    PATH: [join(HERE, "stand-ins/bin"), join(await bringCompose(), "bin"), process.env.PATH].join(delimiter),
    CURL_HOME: folder,
  };
  // What a browser would be told by DNS, and by the authority of the certificate.
  writeFileSync(join(folder, ".curlrc"), `insecure\nresolve = ${DOMAIN}:443:127.0.0.1\n`);
  const words = { "/opt/holdfast": home, "pay.shop.example": DOMAIN };
  const place = { cwd: ROOT, env: shell, words };
  await clear();
  try {
    const [build, copy, mailServer, start, look, account] = blocksOf("docs/deploy/compose.md");
    await runBlock(build, place);
    await runBlock(copy, place);
    const inside = { ...place, cwd: home };
    writeFileSync(join(home, ".env"), readFileSync(join(home, ".env"), "utf8").replace("pay.shop.example", DOMAIN));
    expect(!existsSync(join(home, "secrets/smtp-url")), "a secret has a default");
    for (const block of [mailServer, start, look]) await runBlock(block, inside);
    const made = await runBlock(account, inside);
    const key = /hf_\w+/.exec(made)?.[0] ?? "";
    const url = await openCheckout(key);
    const metrics = await ask(`https://${DOMAIN}/metrics`);
    expect(metrics.status === 404, `strangers who ask for metrics are answered by ${metrics.status}`);
    await seeWorker(inside);
    await program("docker", ["compose", "restart", "web"], { cwd: home, env: shell });
    await until("the checkout is there again", async () => (await ask(url)).status === 200);
    const [upgrade, take, bring, remove] = blocksOf("docs/deploy/upgrade.md", "Compose");
    await runBlock(upgrade, inside);
    await runBlock(take, inside);
    await clear();
    await runBlock(bring, inside);
    await until("the checkout is there after a move", async () => (await ask(url)).status === 200);
    await runBlock(remove, inside);
    const left = (await podman(["volume", "ls", "-q"])).stdout.split("\n").filter((name) => name.startsWith(PROJECT));
    expect(left.length === 0, `what is removed leaves ${left}`);
    return "live behind TLS, a checkout opens, the worker works, a restart, a move, and removed without a trace";
  } finally {
    await clear();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In an environment of its own, which stays. @returns its folder. */
async function bringCompose() {
  const folder = join(CACHE, "python");
  const stamp = join(folder, PODMAN_COMPOSE);
  if (existsSync(stamp)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(CACHE, { recursive: true });
  await program("python3", ["-m", "venv", folder]);
  await program(join(folder, "bin/pip"), ["install", "--quiet", PODMAN_COMPOSE]);
  writeFileSync(stamp, "");
  return folder;
}

/** What an earlier run left: containers that others need go last, so it is asked several times. */
async function clear() {
  for (let time = 0; time < 3; time += 1) {
    const { stdout } = await podman(["ps", "-aq", `--filter=label=com.docker.compose.project=${PROJECT}`]);
    const ids = stdout.split("\n").filter((id) => id !== "");
    if (ids.length > 0) await tryPodman(["rm", "-f", "-v", ...ids]);
  }
  await tryPodman(["volume", "rm", `${PROJECT}_database`, `${PROJECT}_certificates`]);
  for (const network of ["data", "out", "edge"]) await tryPodman(["network", "rm", "-f", `${PROJECT}_${network}`]);
}

const ask = (url, options) => requestSecurely({ url, address: "127.0.0.1", ...options });

async function openCheckout(key) {
  const example = JSON.parse(readFileSync(join(ROOT, "docs/api/openapi.json"), "utf8"));
  const body = example.paths["/checkout/sessions"].post.requestBody.content["application/json"];
  const sent = await ask(`https://${DOMAIN}/api/v1/checkout/sessions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body.example ?? Object.values(body.examples)[0].value),
  });
  expect(sent.status === 201, `a session is answered by ${sent.status} ${sent.text}`);
  const { url } = JSON.parse(sent.text);
  expect(url.startsWith(`https://${DOMAIN}/`), `the checkout is at ${url}`);
  const page = await ask(url, { headers: { accept: "text/html" } });
  expect(page.status === 200 && page.text.includes("<h1"), `the checkout is answered by ${page.status}`);
  return url;
}

/** An invitation is a mail, which leaves for a mail server that isn't there: what became of it is the worker's to say. */
async function seeWorker({ cwd, env }) {
  const inside = (service, ...args) => program("docker", ["compose", "exec", service, ...args], { cwd, env });
  const holdfast = (...args) => inside("web", "node", "/holdfast/bin/holdfast.js", ...args);
  const [{ id }] = JSON.parse((await holdfast("merchant", "list", "--json")).stdout);
  await holdfast("merchant", "invite", id, "--email", "grace@shop.example");
  const tried = "select count(*) from mails where error is not null";
  const isTried = async () =>
    (await inside("database", "psql", "-U", "postgres", "-d", "holdfast", "-Atc", tried)).stdout.trim() !== "0";
  await until("the worker sends what is due", isTried);
}
