/**
 * The proxies of deploy/proxy, as they stand there but for ports, files and seconds: real ones, with TLS in front of a real service. The
 * page about them shows these very files.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { API_PATH } from "@holdfast/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { blocksIn } from "../../../../tools/testing/blocks.js";
import { freePort } from "../../src/platform/free-port.js";
import { uuidv7 } from "../../src/platform/random.js";
import { startWorld, type World } from "../harness.js";
import { actionPath, fundedBy } from "../pages/orders-area.js";
import { ROOT } from "../process/launch.js";
import { has, needs } from "../programs.js";
import { ORDER, submit } from "../stories.js";
import { csrfOf, lastCode, sqlOf } from "../visitor.js";

/** How long a visitor's connection stays without a request: as long as proxies keep them is for `npm run test:deploy -- --long`. */
const IDLE_SECONDS = Number(process.env["PROXY_IDLE_SECONDS"] ?? "1");
const HOST = "pay.example";
const OPENSSL = "openssl";
const ORIGIN = `https://${HOST}`;
const read = (file: string): string => readFileSync(join(ROOT, "deploy/proxy", file), "utf8");

type Ports = { readonly plain: number; readonly secure: number; readonly service: number };
type Proxy = {
  readonly file: string;
  /** Changes what stands in the file for this machine, and keeps idle connections for a second instead of 600. */
  readonly adapt: (text: string, ports: Ports, folder: string) => string;
  readonly command: (folder: string) => readonly string[];
};

/** Whatever is replaced has to be there. */
const replace = (text: string, pairs: readonly (readonly [string | RegExp, string])[]): string =>
  pairs.reduce((changed, [from, to]) => {
    expect(changed).toMatch(from instanceof RegExp ? from : new RegExp(RegExp.escape(from)));
    return changed.replaceAll(from instanceof RegExp ? new RegExp(from, "gm") : from, to);
  }, text);

const PROXIES: Readonly<Record<string, Proxy>> = {
  nginx: {
    file: "nginx.conf",
    adapt: (text, { plain, secure, service }, folder) =>
      replace(text, [
        ["listen 80;", `listen 127.0.0.1:${plain};`],
        ["listen 443 ssl;", `listen 127.0.0.1:${secure} ssl;`],
        ["/etc/ssl/pay.example.pem", join(folder, "cert.pem")],
        ["/etc/ssl/pay.example.key", join(folder, "key.pem")],
        ["server 127.0.0.1:3000;", `server 127.0.0.1:${service};`],
        ["keepalive 64;\n  keepalive_timeout 600s;", "keepalive 64;\n  keepalive_timeout 1s;"],
      ]),
    command: (folder) => {
      const places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
      const temporary = places.map((name) => `${name}_temp_path ${join(folder, name)};`).join("\n  ");
      const main = join(folder, "main.conf");
      writeFileSync(
        main,
        `${process.getuid?.() === 0 ? "user root;\n" : ""}worker_processes 1;\nevents {}\nhttp {\n  access_log off;\n  ${temporary}\n  include ${join(folder, "nginx.conf")};\n}\n`,
      );
      return ["nginx", "-p", folder, "-c", main, "-g", `daemon off; pid ${join(folder, "pid")}; error_log stderr;`];
    },
  },
  caddy: {
    file: "Caddyfile",
    adapt: (text, { plain, secure, service }, folder) =>
      replace(text, [
        [
          /^\{\n/m,
          `{\n  admin off\n  http_port ${plain}\n  https_port ${secure}\n  storage file_system ${join(folder, "storage")}\n`,
        ],
        [
          /^pay\.example \{\n/m,
          `pay.example {\n  bind 127.0.0.1\n  tls ${join(folder, "cert.pem")} ${join(folder, "key.pem")}\n`,
        ],
        ["127.0.0.1:3000", `127.0.0.1:${service}`],
        ["keepalive 600s", "keepalive 1s"],
      ]),
    command: (folder) => ["caddy", "run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")],
  },
  haproxy: {
    file: "haproxy.cfg",
    adapt: (text, { plain, secure, service }, folder) =>
      replace(text, [
        ["bind :80\n", `bind 127.0.0.1:${plain}\n`],
        ["bind :443", `bind 127.0.0.1:${secure}`],
        ["/etc/haproxy/pay.example.pem", join(folder, "both.pem")],
        ["127.0.0.1:3000", `127.0.0.1:${service}`],
        ["pool-purge-delay 600s", "pool-purge-delay 1s"],
      ]),
    command: (folder) => ["haproxy", "-db", "-f", join(folder, "haproxy.cfg")],
  },
};

/** Stands between proxy and service, and counts how often the one connects to the other. */
async function openRelay(port: number): Promise<{ readonly server: Server; readonly port: number; count: number }> {
  const server = createServer((from) => {
    relay.count += 1;
    const to = connect(port, "127.0.0.1");
    from.pipe(to).pipe(from);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const)
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const relay = { server, port: (server.address() as AddressInfo).port, count: 0 };
  return relay;
}

/** Caddy reads certificates more strictly than those of other stories are written. */
function makeCredentials(): typeof credentials {
  const folder = mkdtempSync(join(tmpdir(), "certificate-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const wanted = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-subj", `/CN=${HOST}`, "-days", "2"];
  const given = ["req", "-x509", "-nodes", "-keyout", key, "-out", cert, "-addext", `subjectAltName=DNS:${HOST}`];
  execFileSync(OPENSSL, [...given, ...wanted], { stdio: "pipe" });
  const made = { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  rmSync(folder, { recursive: true, force: true });
  return made;
}

let world: World;
let relay: Awaited<ReturnType<typeof openRelay>>;
let credentials: { readonly key: string; readonly cert: string };
const sql = sqlOf(() => world);
beforeAll(async () => {
  if (has(OPENSSL)) credentials = makeCredentials();
  world = await startWorld({ publicUrl: ORIGIN, trustedProxies: ["127.0.0.1"], keepAliveSeconds: 3 });
  relay = await openRelay(world.service.port);
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
  relay.server.close();
});

async function start({ file, adapt, command }: Proxy) {
  const folder = mkdtempSync(join(tmpdir(), "proxy-"));
  mkdirSync(join(folder, "storage"));
  const ports = { plain: await freePort(), secure: await freePort(), service: relay.port };
  writeFileSync(join(folder, "cert.pem"), credentials.cert);
  writeFileSync(join(folder, "key.pem"), credentials.key);
  writeFileSync(join(folder, "both.pem"), `${credentials.cert}\n${credentials.key}`);
  writeFileSync(join(folder, file), adapt(read(file), ports, folder));
  const [program = "", ...given] = command(folder);
  const env = { PATH: process.env["PATH"] ?? "", HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(program, given, { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (text) => {
    said = (said + text).slice(-20_000);
  });
  const stop = () => stopChild(child, folder);
  for (let tries = 0; tries < 200; tries += 1) {
    const socket = connect(ports.secure, "127.0.0.1");
    const isUp = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "close").then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isUp) return { ports, stop };
    if (child.exitCode !== null) break;
    await sleep(50);
  }
  await stop();
  throw new Error(`${program} does not serve: ${said}`);
}

async function stopChild(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
}

type Sent = {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: Uint8Array | string;
};
type Got = {
  readonly status: number;
  readonly isSameConnection: boolean;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
};

/** Somebody at an address, with one connection that is kept and cookies. */
function openBrowser(port: number, from: string) {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 1,
    ca: credentials.cert,
    servername: HOST,
    localAddress: from,
  });
  const cookies = new Map<string, string>();
  const call = (path: string, { method = "GET", headers = {}, body }: Sent = {}): Promise<Got> =>
    new Promise((resolve, reject) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const all = {
        Host: HOST,
        Origin: ORIGIN,
        Accept: "text/html",
        ...(cookie === "" ? {} : { Cookie: cookie }),
        ...headers,
      };
      const size = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
      const sent = request(
        { host: "127.0.0.1", port, path, method, agent, headers: { ...all, ...size } },
        (response) => {
          const chunks: Buffer[] = [];
          for (const line of response.headers["set-cookie"] ?? []) {
            const [pair = ""] = line.split(";");
            cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
          }
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              isSameConnection: sent.reusedSocket,
              headers: response.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          );
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });
  const post = async (
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Got> => {
    const csrf = csrfOf((await call("/sign-in")).text);
    const type = { "Content-Type": "application/x-www-form-urlencoded" };
    return call(path, {
      method: "POST",
      headers: { ...type, ...headers },
      body: new URLSearchParams({ csrf, ...fields }).toString(),
    });
  };
  return { call, post, close: () => agent.destroy() };
}

test("the page shows the files as they are", () => {
  const shown = blocksIn(ROOT).filter(({ file }) => file === "docs/deploy/proxy.md");
  for (const [language, { file }] of Object.entries(PROXIES))
    expect(shown.find((block) => block.language === language)?.code, file).toBe(read(file));
});

describe.each(Object.entries(PROXIES))("%s", (program, proxy) => {
  let running: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    if (has(program) && has(OPENSSL)) running = await start(proxy);
  });
  beforeEach((context) => needs(context, program, OPENSSL));
  afterAll(() => running?.stop());
  const browser = (from: string) => openBrowser(running.ports.secure, from);

  test("the visitor's address arrives, whatever the visitor says of it", async () => {
    await sql("delete from sign_in_windows");
    const visitor = browser("127.0.0.5");
    for (const spoofed of [{}, { "X-Forwarded-For": "198.51.100.7" }, { "x-forwarded-for": "127.0.0.1, 198.51.100.7" }])
      expect((await visitor.post("/sign-in", { email: `${uuidv7()}@example.com` }, spoofed)).status).toBe(303);
    visitor.close();
    expect(await sql("select subject, codes from sign_in_windows where kind = 'network'")).toEqual([
      { subject: "127.0.0.5", codes: 3 },
    ]);
  });

  test("the security log has the visitor's address", async () => {
    const email = `${uuidv7()}@example.com`;
    const visitor = browser("127.0.0.6");
    await visitor.post("/sign-in", { email });
    const code = await lastCode(world, email);
    await visitor.post("/sign-in/code", { code: code === "000000" ? "111111" : "000000" });
    visitor.close();
    const newest = "select kind, network from security_events order by id desc limit 1";
    expect(await sql(newest)).toEqual([{ kind: "buyer_code_wrong", network: "127.0.0.6" }]);
  });

  test("a visitor's connection that was idle is used again", { timeout: (IDLE_SECONDS + 30) * 1000 }, async () => {
    const visitor = browser("127.0.0.5");
    await visitor.call("/sign-in");
    await sleep(IDLE_SECONDS * 1000);
    const { status, isSameConnection } = await visitor.call("/sign-in");
    visitor.close();
    expect({ status, isSameConnection }).toEqual({ status: 200, isSameConnection: true });
  });

  test("without TLS one is sent to TLS", async () => {
    const answer = await fetch(`http://127.0.0.1:${running.ports.plain}/sign-in`, { redirect: "manual" });
    expect(answer.status).toBe(308);
    expect(answer.headers.get("location")).toMatch(/^https:/);
  });

  test("bodies of more than 1 MiB, and heads that are large, are for the service to judge", async () => {
    const visitor = browser("127.0.0.5");
    const shop = await world.merchant();
    const body = JSON.stringify({ ...ORDER, description: "x".repeat(1024 * 1024) });
    const large = await visitor.call(`${API_PATH}/checkout/sessions`, {
      method: "POST",
      headers: { Authorization: `Bearer ${shop.apiKey}`, "Content-Type": "application/json" },
      body,
    });
    expect([large.status, JSON.parse(large.text).error.type], large.text).toEqual([413, "invalid_request_error"]);
    expect(large.headers["request-id"]).toMatch(/^req_/);
    const cookie = await visitor.call("/sign-in", { headers: { Cookie: `shop=${"x".repeat(12 * 1024)}` } });
    expect(cookie.status).toBe(200);
    visitor.close();
  });

  test("a page with five large files takes them", async () => {
    const visitor = browser("127.0.0.5");
    const email = `${uuidv7()}@example.com`;
    await visitor.post("/sign-in", { email });
    expect((await visitor.post("/sign-in/code", { code: await lastCode(world, email) })).status).toBe(303);
    const shop = await world.merchant();
    const escrow = await submit(shop, await fundedBy(shop, email, ORDER));
    const form = new FormData();
    form.append("csrf", csrfOf((await visitor.call("/sign-in")).text));
    form.append("reason", "All of it is cracked.");
    for (let file = 0; file < 5; file += 1)
      form.append("evidence", new File(["a crack\n".repeat(600_000)], `crack-${file}.txt`, { type: "text/plain" }));
    const whole = new Response(form);
    const type = { "Content-Type": whole.headers.get("content-type") ?? "" };
    const body = new Uint8Array(await whole.arrayBuffer());
    const sent = await visitor.call(actionPath(shop, escrow, "dispute"), { method: "POST", headers: type, body });
    visitor.close();
    expect(sent.status, sent.text).toBe(303);
    expect(await sql("select 1 from evidence where escrow_id = $1", [escrow["id"]])).toHaveLength(5);
  });

  test("connections to the service are used again and again, and none that was idle fails a request", async () => {
    const visitor = browser("127.0.0.5");
    relay.count = 0;
    for (let time = 0; time < 60; time += 1) expect((await visitor.call("/sign-in")).status).toBe(200);
    expect(relay.count).toBeLessThanOrEqual(3);
    // Around the second after which the proxy lets go of them, which is before the service does.
    for (const idleMs of [700, 950, 1_000, 1_050, 1_300, 2_000]) {
      await sleep(idleMs);
      expect((await visitor.post("/language", { lang: "en" })).status).toBe(303);
    }
    visitor.close();
  });
});
