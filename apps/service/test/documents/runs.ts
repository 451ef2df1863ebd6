/** Runs the blocks of a document one after the other, as somebody who pastes them would. */
import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { ESCROW_STATUSES, MILESTONE_STATUSES, SESSION_STATUSES } from "@holdfast/contract";
import { expect } from "vitest";
import type { Block } from "../../../../tools/testing/blocks.js";
import type { Json, Merchant, World } from "../harness.js";
import { COMMAND_LINE } from "../process/launch.js";
import { allEvents, confirmed, funded, openSession, submit } from "../stories.js";
import { TEST_KEY } from "../webhooks/shop.js";
import { nameOf } from "./checks.js";

type Variables = Readonly<Record<string, string>>;

/** The address that documents take a service to have, and where a developer's own server listens. */
const DOCUMENTED = { service: "http://localhost:3000" };

/** How far the order of a block is, by the word behind `given=`. */
const GIVEN: Readonly<Record<string, (shop: Merchant) => Promise<Json>>> = {
  session: openSession,
  confirmed,
  funded,
  submitted: async (shop) => {
    const escrow = await funded(shop);
    await submit(shop, escrow);
    return escrow;
  },
};

async function variablesOf({ given }: Block, shop: Merchant): Promise<Variables> {
  if (given === null) return {};
  const story = GIVEN[given];
  if (story === undefined) throw new Error(`there is no order that is given=${given}`);
  const object = await story(shop);
  const [oldest] = await allEvents(shop);
  return {
    SESSION: object["checkout_session"] ?? object["id"],
    ESCROW: object["id"],
    MILESTONE: object["milestones"]?.[0]?.id ?? "",
    LAST_EVENT: oldest?.["id"] ?? "",
  };
}

/** A call that is refused ends the script, and so does a failure within a pipe. The command line is ours, without npm around it. What was left running ends. */
const PRELUDE = `set -euo pipefail
curl() { command curl --fail-with-body "$@"; }
npm() { shift 4; node "$COMMAND_LINE" "$@"; }
trap 'kill $(jobs -p) 2> /dev/null || true' EXIT
`;

const BEGIN = "--- block ";

/** @param own variables that the document's readers set themselves. */
export async function runShell(
  blocks: readonly Block[],
  { world, shop, own }: { world: World; shop: Merchant; own: Variables },
): Promise<void> {
  const parts: string[] = [PRELUDE];
  for (const [index, block] of blocks.entries()) {
    const variables = Object.entries(await variablesOf(block, shop)).map(([name, value]) => `${name}='${value}'`);
    parts.push(`printf '\\n${BEGIN}${index}\\n'`, ...variables, block.code.replaceAll(DOCUMENTED.service, world.url));
  }
  const { code, stdout, stderr } = await program("bash", ["-c", parts.join("\n")], {
    ...own,
    HOLDFAST_API_KEY: shop.apiKey,
    COMMAND_LINE,
    DATABASE_URL: world.databaseUrl,
    SECRET_KEY: TEST_KEY.toString("base64"),
  });
  const outputs = stdout.split(new RegExp(`^${BEGIN}\\d+\\n`, "m")).slice(1);
  const last = blocks[outputs.length - 1];
  expect(code, `${last === undefined ? "" : nameOf(last)}\n${outputs.at(-1)?.slice(-500)}\n${stderr}`).toBe(0);
  for (const [index, block] of blocks.entries())
    for (const status of promised(block)) expect(outputs[index], nameOf(block)).toMatch(new RegExp(`\\b${status}\\b`));
}

const STATUSES = new Set<string>([...ESCROW_STATUSES, ...MILESTONE_STATUSES, ...SESSION_STATUSES]);

/** What the comments of a block say that comes of it. */
const promised = ({ code }: Block): readonly string[] =>
  [...code.matchAll(/ # (.*)$/gm)]
    .flatMap(([, said = ""]) => said.match(/\b[A-Z_]+\b/g) ?? [])
    .filter((word) => STATUSES.has(word));

/** A program in another language, whose file was written for this service. */
export async function runProgram(
  block: Block,
  command: string,
  args: readonly string[],
  env: Variables,
): Promise<void> {
  const { code, stdout, stderr } = await program(command, args, env);
  expect(code, `${nameOf(block)}\n${stdout}\n${stderr}`).toBe(0);
}

export const forService = (block: Block, { url }: World): Block => ({
  ...block,
  code: block.code.replaceAll(DOCUMENTED.service, url),
});

type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

function program(command: string, args: readonly string[], env: Variables): Promise<Ended> {
  const PATH = `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`;
  const child = spawn(command, args, {
    env: { HOME: tmpdir(), TMPDIR: tmpdir(), PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const heard = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      heard[name] += text;
    });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...heard }));
  });
}
