/** Stripe's own mock knows every path and parameter of the API, and refuses what Stripe would. */
import { spawn } from "node:child_process";
import { Failure } from "../clients/process.mjs";

const STARTS_WITHIN_MS = 30_000;
const SHOWN_MAX = 10;

export async function replay(program, { asked }) {
  if (asked.length === 0) throw new Failure("nothing was asked");
  const mock = await start(program);
  try {
    const refused = new Set();
    for (const { method, path, headers, body } of asked) {
      const answer = await fetch(`${mock.origin}/v1${path}`, {
        method,
        headers: { ...kept(headers), authorization: "Bearer sk_test_judged" },
        ...(method === "GET" ? {} : { body }),
      });
      const said = await answer.text();
      if (answer.status !== 200)
        refused.add(`${method} ${path} ${body}\n  ${answer.status} ${said.replaceAll(/\s+/g, " ")}`);
    }
    if (refused.size > 0) {
      throw new Failure(
        `${refused.size} of ${asked.length} requests are refused\n${[...refused].slice(0, SHOWN_MAX).join("\n")}`,
      );
    }
    return `${asked.length} requests, 0 refusals`;
  } finally {
    await mock.stop();
  }
}

const KEPT = ["content-type", "stripe-version", "idempotency-key", "accept"];
const kept = (headers) => Object.fromEntries(Object.entries(headers).filter(([name]) => KEPT.includes(name)));

/** On loopback alone: left out, the second address would be every one of this machine. */
async function start(program) {
  const args = ["-http-addr", "127.0.0.1:0", "-https-addr", "127.0.0.1:0", "-strict-version-check"];
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise((resolve) => child.once("close", resolve));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  try {
    return { origin: await originOf(child), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function originOf(child) {
  let printed = "";
  return new Promise((resolve, reject) => {
    const fail = (why) => reject(new Failure(`stripe-mock did not start: ${why}\n${printed.slice(-2_000)}`));
    const cut = setTimeout(() => fail("it took too long"), STARTS_WITHIN_MS);
    child.once("error", ({ message }) => fail(message));
    child.once("close", (code) => fail(`it ended with ${code}`));
    const read = (chunk) => {
      printed += chunk;
      const [, address] = /^Listening for HTTP at address: (\S+)$/m.exec(printed) ?? [];
      if (address === undefined) return;
      clearTimeout(cut);
      resolve(`http://${address}`);
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", read);
  });
}
