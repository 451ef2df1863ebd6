import { defineConfig } from "vitest/config";

/** One store, one service and one browser for all files: they take longer to start than all stories to be told. */
export default defineConfig({
  test: {
    include: ["packages/vendure/test/**/*.test.ts"],
    globalSetup: ["packages/vendure/test/deployment.ts"],
    testTimeout: 120_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000, interval: 100 } },
    maxWorkers: 1,
  },
});
