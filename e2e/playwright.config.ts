import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir: ".results",
  globalSetup: "./start-server.ts",
  // One server for all. Journeys make their own plants and change no account that others sign in with, so that two files
  // may be on their way at a time; what one waits for, the other uses.
  workers: 2,
  // These limits end what hangs and measure nothing: the longest journey has what it needs on a slow machine beside another.
  timeout: 360_000,
  expect: { timeout: 30_000 },
  reporter: [["list"], ["json", { outputFile: ".results/report.json" }]],
  use: {
    actionTimeout: 60_000,
    browserName: "chromium",
    launchOptions: {
      ...(process.env["CHROMIUM_PATH"] === undefined ? {} : { executablePath: process.env["CHROMIUM_PATH"] }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    timezoneId: "Asia/Ho_Chi_Minh",
    trace: "off",
    screenshot: "only-on-failure",
  },
});
