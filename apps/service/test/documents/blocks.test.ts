/** Every block of code in the documents is run or checked here, or says why not. What takes Python or Go runs in `npm run clients`. */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type Block, blocksIn, readBlocks } from "../../../../tools/testing/blocks.js";
import { startWorld, type World } from "../harness.js";
import { ROOT } from "../process/launch.js";
import { needs } from "../programs.js";
import { funded } from "../stories.js";
import { listen, openStreet, type Street } from "../webhooks/shop.js";
import {
  checkJavaScript,
  checkPhp,
  checkPython,
  checkShell,
  checkSql,
  checkTypeScript,
  keep,
  nameOf,
  storeFolder,
} from "./checks.js";
import { forService, runProgram, runShell } from "./runs.js";

const blocks = blocksIn(ROOT);
const kept = (language: string, ...treatments: readonly string[]): readonly Block[] =>
  blocks.filter((block) => block.language === language && treatments.includes(block.treatment ?? ""));

/** What can become of a block in each language: here, or in `npm run clients`. */
const TREATMENTS: Readonly<Record<string, readonly string[]>> = {
  sh: ["run", "check", "deploy"],
  ts: ["run", "check"],
  js: ["check"],
  json: ["check"],
  sql: ["check"],
  php: ["run", "check"],
  python: ["run", "check"],
  go: ["run"],
  yaml: ["check"],
  ini: ["deploy"],
  // The files of deploy/proxy, which abuse/behind-a-proxy.test.ts compares and starts.
  nginx: ["check"],
  caddy: ["check"],
  haproxy: ["check"],
};

let world: World;
let street: Street;
let folder: string;
beforeAll(async () => {
  folder = storeFolder();
  street = await openStreet();
  world = await startWorld({ webhookAllowedOrigins: [street.origin] });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await street.close();
  await world.checkLedger();
  await world.close();
});

describe("what blocks say of themselves", () => {
  test("each is run or checked in its language, or skipped for a reason", () => {
    const silent = blocks.filter(
      ({ language, treatment, reason }) =>
        treatment === null ||
        (treatment === "skip" ? reason.length < 10 : TREATMENTS[language]?.includes(treatment) !== true),
    );
    expect(silent.map(nameOf)).toEqual([]);
  });

  test("at most one in twenty is skipped", () => {
    expect(blocks.length).toBeGreaterThan(30);
    const skipped = blocks.filter(({ treatment }) => treatment === "skip");
    expect(skipped.length, skipped.map(nameOf).join(" ")).toBeLessThanOrEqual(blocks.length / 20);
  });

  test("is read from behind the language", () => {
    const text = ["```sh run given=funded", "a", "```", "~~~text skip=for people", "```", "~~~", "```js", "```"].join(
      "\n",
    );
    expect(readBlocks("a.md", text)).toMatchObject([
      { line: 1, language: "sh", treatment: "run", given: "funded", code: "a\n" },
      { line: 4, language: "text", treatment: "skip", reason: "for people", code: "```\n" },
      { line: 7, language: "js", treatment: null },
    ]);
  });
});

describe("in the shell", () => {
  test.for(kept("sh", "check", "deploy").map((block) => [nameOf(block), block] as const))(
    "%s can be pasted",
    async ([, block], context) => {
      needs(context, "bash");
      await checkShell(block, folder);
    },
  );

  const files = [...new Set(kept("sh", "run").map(({ file }) => file))];
  test.for(files)("the blocks of %s run, and lead to what they say", async (file, context) => {
    needs(context, "bash", "curl");
    const shop = await world.merchant();
    const endpoint = await listen({ world, street }, shop, `/${file}`);
    await funded(shop);
    const own = { BASE: `${world.url}/api/v1`, ACCOUNT: shop.account, ENDPOINT: endpoint.name, ID: endpoint.name };
    await runShell(
      kept("sh", "run").filter((block) => block.file === file),
      { world, shop, own },
    );
  });
});

describe("in other languages", () => {
  test("TypeScript has the types that it says", async () => {
    await checkTypeScript(kept("ts", "run", "check"), folder);
  });

  test.for(kept("ts", "run").map((block) => [nameOf(block), block] as const))("%s runs", async ([, block]) => {
    const path = keep(folder, forService(block, world), "mts");
    await runProgram(block, process.execPath, [path], { HOLDFAST_API_KEY: (await world.merchant()).apiKey });
  });

  test.for(kept("php", "run", "check").map((block) => [nameOf(block), block] as const))(
    "%s",
    async ([, block], context) => {
      needs(context, "php");
      await checkPhp(block, folder);
      if (block.treatment === "check") return;
      const path = keep(folder, forService(block, world), "php");
      const args = ["-d", `auto_prepend_file=${ROOT}packages/php/autoload.php`, path];
      await runProgram(block, "php", args, { HOLDFAST_API_KEY: (await world.merchant()).apiKey });
    },
  );

  test("Python, JavaScript, JSON, YAML and SQL are understood", async (context) => {
    for (const block of kept("js", "check")) await checkJavaScript(block, folder);
    for (const { code } of kept("json", "check")) expect(() => JSON.parse(code)).not.toThrow();
    for (const { code } of kept("yaml", "check")) expect(() => parse(code)).not.toThrow();
    for (const block of kept("sql", "check")) await checkSql(block, world);
    const python = kept("python", "run", "check");
    if (python.length > 0) needs(context, "python3");
    for (const block of python) await checkPython(block, folder);
  });
});
