import { defineConfig } from "vitest/config";

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  test: {
    include: ["apps/*/test/**/*.test.{ts,tsx}", "packages/*/test/**/*.test.ts", "tools/*/test/**/*.test.ts"],
    globalSetup: ["apps/service/test/global-setup.ts", "apps/service/test/browser/lend.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // Every file has its own database and processes; two at a time keep two cores busy without starving timings.
    maxWorkers: 2,
  },
});
