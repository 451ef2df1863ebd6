/** What is published: how large it is, what it shows, what it needs, and under which version. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { API_PATH, API_VERSION } from "@holdfast/contract";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";

const run = promisify(execFile);
const PACKAGE = fileURLToPath(new URL("../../", import.meta.url));
const ENTRIES = ["index", "webhooks", "testing"] as const;
const manifest = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));

const folder = mkdtempSync(join(tmpdir(), "holdfast-sdk-"));
const installed = join(folder, "node_modules/@holdfast/sdk");
let packed: string[];
beforeAll(async () => {
  const { stdout } = await run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], {
    cwd: PACKAGE,
  });
  const [{ filename, files }] = JSON.parse(stdout);
  packed = files.map(({ path }: { path: string }) => path);
  mkdirSync(installed, { recursive: true });
  await run("tar", ["-xzf", join(folder, filename), "--strip-components=1", "-C", installed]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the package holds its programs, types and documents, and nothing else", () => {
  const left = packed.filter((path) => !/^dist\/.*\.(?:js|d\.ts)$/.test(path)).sort();
  expect(left).toEqual(["CHANGELOG.md", "LICENSE", "README.md", "package.json"]);
  for (const entry of ENTRIES) expect(packed).toContain(`dist/${entry}.d.ts`);
  // A file that was renamed or deleted leaves its output behind.
  const sources = readdirSync(join(PACKAGE, "src"), { recursive: true }).map((path) =>
    String(path).replace(/\.ts$/, ""),
  );
  expect(
    packed
      .map((path) => path.replace(/^dist\/|\.(?:d\.ts|js)$/g, ""))
      .filter((path) => !left.includes(path))
      .filter((path) => !sources.includes(path)),
  ).toEqual([]);
  expect(manifest.dependencies).toBeUndefined();
});

/** Of what a bundler makes of an entry, with all that it imports, in bytes. */
async function sizeOf(entry: string): Promise<number> {
  const bundle = await rolldown({ input: join(installed, "dist", `${entry}.js`), platform: "neutral" });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  expect(output).toHaveLength(1);
  expect(output[0].imports).toEqual([]);
  return gzipSync(output[0].code).length;
}

test("the client is below 8 kB, webhooks below 2 kB", async () => {
  expect(await sizeOf("index")).toBeLessThan(8_000);
  expect(await sizeOf("webhooks")).toBeLessThan(2_000);
});

/** Node that the packages bring, and the one that the machine has, where that is another. */
const nodes = [process.execPath, ...(process.env["PATH"] ?? "").split(":").map((path) => join(path, "node"))].filter(
  (path, index, all) => existsSync(path) && all.indexOf(path) === index,
);

const PROGRAM = `
const client = new sdk.Holdfast({ apiKey: "hf_key", baseUrl: "https://holdfast.example/api/v1" });
const inbox = testing.memoryInbox();
const event = { id: "evt_1", object: "event", created: 1, type: "ping", data: { object: { object: "ping", message: "" } } };
testing.sign(event, { secret: "whsec_x" })
  .then((delivery) => webhooks.verify(delivery, { secret: "whsec_x" }))
  .then((verified) => console.log(process.versions.node, verified.id, typeof client.sessions.create, typeof inbox.add));
`;

test.each([
  ["imported", "mjs", (name: string) => `import * as ${name}`, " from "],
  ["required", "cjs", (name: string) => `const ${name} = require`, ""],
])("packed and %s, it works in every Node of this machine that it supports", async (_, extension, bind, from) => {
  const line = (name: string, path: string): string =>
    from === "" ? `${bind(name)}("@holdfast/sdk${path}");` : `${bind(name)}${from}"@holdfast/sdk${path}";`;
  const program = join(folder, `program.${extension}`);
  writeFileSync(
    program,
    [line("sdk", ""), line("webhooks", "/webhooks"), line("testing", "/testing"), PROGRAM].join("\n"),
  );
  const majors = new Set<string>();
  for (const node of nodes) {
    const version = (await run(node, ["-p", "process.versions.node"])).stdout.trim();
    const [major = 0, minor = 0] = version.split(".").map(Number);
    if (major < 20 || (major === 20 && minor < 19) || majors.has(String(major))) continue;
    majors.add(String(major));
    const { stdout } = await run(node, ["--disable-warning=ExperimentalWarning", program], { cwd: folder });
    expect(stdout).toBe(`${version} evt_1 function function\n`);
  }
  expect(majors.size).toBeGreaterThan(0);
});

test("its version names the API's: the path's major version, then the date", () => {
  const major = API_PATH.replace(/^.*\/v/, "");
  expect(manifest.version).toMatch(new RegExp(`^${major}\\.${API_VERSION.replaceAll("-", "")}\\.\\d+$`));
  const changes = readFileSync(join(PACKAGE, "CHANGELOG.md"), "utf8");
  expect(/^## (\S+)$/m.exec(changes)?.[1]).toBe(manifest.version);
});

test("what it shows to programs is what was agreed on", async () => {
  const shown = packed
    .filter((path) => path.endsWith(".d.ts") && path !== "dist/types.d.ts")
    .sort()
    .map((path) => `// ${path}\n${readFileSync(join(installed, path), "utf8")}`);
  await expect(shown.join("\n")).toMatchFileSnapshot("../public-api.txt");
});
