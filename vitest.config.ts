import { dirname, resolve } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { LongestFirst } from "./tools/testing/longest-first.js";

/** Real processes, killed, frozen and restarted; and what chance does to many at once. */
const FAULTS = [
  "apps/service/test/{faults,process}/**/*.test.ts",
  "packages/cli/test/!(envelope|local-url).test.ts",
  "packages/{sdk,bridge}/test/faults/*.test.ts",
];

/** Loads the machine by itself and tells how long others wait meanwhile: at full bounds it runs behind all others. */
const ALONE = "apps/service/test/faults/load.test.ts";
const isDeep = process.env["TEST_DEPTH"] === "deep";

/** A real browser. */
const BROWSER = [
  "apps/service/test/**/*browser.test.ts",
  "apps/service/test/looks/*.test.tsx",
  "apps/service/test/pages/{play,checkout,checkout-looks,checkout-hostile,orders-hostile,sign-in}.test.{ts,tsx}",
  "apps/service/test/{mails/mailbox-page,console/overview,console/first-hour}.test.ts",
];

/** No database, no process of ours. */
const UNIT = [
  "apps/service/test/{domain,papers,words}/**/*.test.ts",
  "apps/service/test/{mails/letters,mails/seller-letters,mails/render,platform/seal,identity/leaked-passwords}.test.ts",
  "apps/service/test/pages/{checkout-view,accept,csv,reference,linked-text,order-progress}.test.{ts,tsx}",
  "apps/service/test/webhooks/{guard,guard-addresses,send-resolve}.test.ts",
  "apps/service/test/doctor/{examine,frameworks}.test.ts",
  "apps/service/test/providers/stripe/{signature,form}.test.ts",
  "packages/{contract/test/*,cli/test/{envelope,local-url},{sdk,bridge}/test/unit/*}.test.ts",
  "tools/*/test/*.test.ts",
];

/** Of several cells, which are frozen: told by `npm run test:deep`, and where they are named. */
const CELLS = ["apps/service/test/cells/*.test.ts", "packages/cli/test/directory.test.ts"];

/** A real PostgreSQL and real sockets, in one process. */
const SERVICE = ["apps/service/test/**/*.test.{ts,tsx}", "packages/{sdk,bridge}/test/service/*.test.ts"];

/**
 * Stories name files of `src` and run what the build made of them. Node loads that once and keeps it compiled, where Vitest would
 * transform every file for every worker.
 */
const BUILT = /^(.*\/(?:apps|packages)\/[a-z]+)\/src\/(.*\.js)$/;
const built = {
  name: "built",
  enforce: "pre" as const,
  resolveId(source: string, importer?: string) {
    if (importer === undefined || !source.startsWith(".")) return null;
    const [, project, file] = BUILT.exec(resolve(dirname(importer), source)) ?? [];
    return project === undefined ? null : `${project}/dist/${file}`;
  },
};

type Kind = Pick<
  NonNullable<TestProjectInlineConfiguration["test"]>,
  "include" | "exclude" | "globalSetup" | "env" | "sequence"
>;

const project = (name: string, kind: Kind): TestProjectInlineConfiguration => ({
  plugins: [built],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  // Files of a worker share what they load, which is a second of work for each of them.
  test: {
    name,
    isolate: false,
    server: { deps: { external: [/\/(apps|packages)\/[a-z]+\/dist\//] } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    ...kind,
  },
});

const CLUSTER = ["apps/service/test/cluster.ts"];

export default defineConfig({
  test: {
    projects: [
      project("faults", { include: FAULTS, exclude: [...CELLS, ...(isDeep ? [ALONE] : [])], globalSetup: CLUSTER }),
      ...(isDeep ? [project("alone", { include: [ALONE], globalSetup: CLUSTER, sequence: { groupOrder: 1 } })] : []),
      project("browser", {
        include: BROWSER,
        globalSetup: [...CLUSTER, "apps/service/test/browser/lend.ts"],
      }),
      project("service", {
        include: SERVICE,
        exclude: [...FAULTS, ...BROWSER, ...UNIT, ...CELLS],
        globalSetup: CLUSTER,
      }),
      project("cells", { include: CELLS, globalSetup: CLUSTER }),
      project("unit", { include: UNIT }),
    ],
    sequence: { sequencer: LongestFirst },
    tags: [{ name: "wide", description: "goes further in what a shorter story tells as well: `npm run test:wide`" }],
    // Every file has its own database and processes. Some wait most of their time: four at a time keep two cores busy.
    maxWorkers: 4,
  },
});
