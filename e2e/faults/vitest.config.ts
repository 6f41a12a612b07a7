import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "faults",
    include: ["e2e/faults/**/*.test.ts"],
    // Each trial runs servers of its own, and the machine is to be theirs.
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
