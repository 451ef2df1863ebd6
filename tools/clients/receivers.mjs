/** Right receivers in frameworks that others wrote: `holdfast doctor` finds nothing wrong with them, in less than a minute. */
import { spawn } from "node:child_process";
import fs from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { CACHE, Failure, HERE, mustRun } from "./process.mjs";

const FOLDER = join(HERE, "receivers");
const STARTS_WITHIN_MS = 60_000;
const CHECKS_WITHIN_MS = 60_000;

const next = (bin) => join(FOLDER, "node_modules/.bin", bin);

/** How each is started, and what it needs; `prepare` builds what has to be built. */
const RECEIVERS = [
  { name: "Express", needs: ["receivers"], start: () => [process.execPath, ["express.mjs"]] },
  {
    name: "Next",
    needs: ["receivers"],
    prepare: () => mustRun(next("next"), ["build"], { cwd: FOLDER, env: { NEXT_TELEMETRY_DISABLED: "1" } }),
    start: (port) => [next("next"), ["start", "--hostname", "127.0.0.1", "--port", String(port)]],
  },
  { name: "PHP", needs: ["php"], start: (port) => ["php", ["-q", "-S", `127.0.0.1:${port}`, "receiver.php"]] },
  { name: "Flask", needs: ["python"], start: (_, bin) => [bin("python"), ["receiver.py"]] },
];

/** In the form of the other steps. */
export const RECEIVER_STEPS = RECEIVERS.map((receiver) => ({
  name: `doctor: ${receiver.name}`,
  needs: receiver.needs,
  try: ({ service, bin }) => visit(receiver, { service, bin }),
}));

async function visit({ name, prepare, start }, { service, bin }) {
  await prepare?.();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/hooks`;
  const holdfast = service.allowing(`http://127.0.0.1:${port}`);
  const { id: account } = await service.get("/account");
  const { secret } = read(await holdfast("webhook", "create", "--account", account, "--url", url, "--json"));
  const state = join(CACHE, `receiver-${name.toLowerCase()}`);
  fs.rmSync(state, { recursive: true, force: true });
  fs.mkdirSync(state, { recursive: true });
  const [file, args] = start(port, bin);
  const env = { ...process.env, PORT: String(port), SECRET: secret, STATE: state, PHP_CLI_SERVER_WORKERS: "4" };
  const child = spawn(file, args, { cwd: FOLDER, env, stdio: ["ignore", "ignore", "pipe"], detached: true });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  try {
    const probe = `http://127.0.0.1:${port}/orders/{order}`;
    await untilItAnswers(probe.replace("{order}", "none"), () => said);
    return judge(read(await holdfast("doctor", url, "--secret", secret, "--probe", probe, "--json")));
  } finally {
    // Its workers, too.
    process.kill(-child.pid, "SIGKILL");
  }
}

const read = ({ stdout }) => JSON.parse(stdout);

/** Nothing failed, nothing to watch, and of the events all could be told. */
function judge({ findings, duration_ms: took, requests }) {
  const odd = findings.filter(
    ({ verdict, group }) =>
      verdict === "fail" || verdict === "warn" || (verdict === "unknown" && !["rotation", "account"].includes(group)),
  );
  if (odd.length > 0)
    throw new Failure(odd.map(({ check, verdict, found }) => `${check}: ${verdict}: ${found}`).join("\n"));
  if (took >= CHECKS_WITHIN_MS) throw new Failure(`it took ${took} ms`);
  return `no false alarm in ${findings.length} checks, ${requests} requests, ${(took / 1_000).toFixed(1)} s`;
}

async function untilItAnswers(url, said) {
  for (const giveUpAt = Date.now() + STARTS_WITHIN_MS; Date.now() < giveUpAt; ) {
    const isThere = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Failure(`it does not answer\n${said().slice(-2_000)}`);
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
