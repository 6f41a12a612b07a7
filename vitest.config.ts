import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// A limit ends what hangs. It measures nothing: on a busy machine a test may take ten times as long as on a quiet one.
const limits = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } };

/** Tests of what happens while modules are loaded: each file has modules of its own. */
const FRESH = "web/src/**/*.fresh.test.{ts,tsx}";

export default defineConfig({
  test: {
    // Tests wait for databases, brokers and timers: one more at a time than there are processors keeps these busy.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: "pure",
          // They keep nothing between files, and loading their modules anew for each takes longer than running them.
          isolate: false,
          include: [
            "contract/**/*.test.ts",
            "simulator/**/*.test.ts",
            "server/**/*.test.ts",
            "docs/*.test.ts",
          ],
          exclude: [
            "**/node_modules/**",
            "**/*.db.test.ts",
            "**/*.api.test.ts",
            "**/*.mqtt.test.ts",
            "server/src/app.test.ts",
          ],
          ...limits,
        },
      },
      {
        test: {
          name: "server",
          isolate: false,
          globalSetup: ["server/testing/test-setup.ts"],
          include: [
            "server/**/*.db.test.ts",
            "server/**/*.api.test.ts",
            "server/**/*.mqtt.test.ts",
            "server/src/app.test.ts",
            "e2e/demo/*.db.test.ts",
          ],
          ...limits,
        },
      },
      {
        test: {
          name: "screens",
          environment: "jsdom",
          // Most of the time went into loading React and the kit anew for each file.
          isolate: false,
          include: ["web/src/**/*.test.{ts,tsx}"],
          exclude: [FRESH],
          ...limits,
        },
      },
      {
        test: {
          name: "screens loaded anew",
          environment: "jsdom",
          include: [FRESH],
          ...limits,
        },
      },
    ],
  },
});
