// Takes the pictures of docs/screenshots from a demonstration that runs: node scripts/screenshots.mjs http://127.0.0.1:8080
import { chromium } from "@playwright/test";
import { fileURLToPath } from "node:url";
import { find } from "./browser.mjs";

const [base = "http://127.0.0.1:8080"] = process.argv.slice(2);
const FOLDER = new URL("../docs/screenshots/", import.meta.url);
const SIZE = { width: 1440, height: 900 };

/** What is shown: the plant's name as it is found, and the page. */
const PICTURES = [
  { file: "overview.png", plant: "Tân Uyên", path: "detail" },
  { file: "resources.png", plant: "Guadiana", path: "resource" },
  { file: "data-quality.png", plant: "Cold Storage", path: "data-quality" },
];

/** @param {import("@playwright/test").Page} page */
async function settled(page) {
  await page.waitForLoadState("load");
  // Streams never end: what is drawn is what counts.
  await page.waitForFunction(() => document.querySelectorAll("[aria-busy=true]").length === 0);
  await page.waitForTimeout(2500);
}

const executablePath = process.env["CHROMIUM_PATH"] ?? (await find("chromium"));
const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
const page = await browser.newPage({ viewport: SIZE, reducedMotion: "reduce", colorScheme: "light" });
await page.addInitScript(() => localStorage.setItem("language", "en"));
await page.goto(base);
await page.locator("input[autocomplete=username]").fill("owner@demo.example");
await page.locator("input[autocomplete=current-password]").fill("sunlight");
await page.locator("button[type=submit]").click();
await page.waitForURL(/list-project/);
await page.goto(`${base}/list-project`);
await settled(page);
await page.screenshot({ path: fileURLToPath(new URL("list.png", FOLDER)) });
for (const { file, plant, path } of PICTURES) {
  await page.goto(`${base}/list-project/${encodeURIComponent(plant)}`);
  await settled(page);
  const link = page.locator("tr a[href*='/detail/']", { hasText: plant }).first();
  const uid = (await link.getAttribute("href"))?.split("/detail/")[1]?.split(/[?#]/)[0];
  await page.goto(`${base}/${path}/${uid}`);
  await settled(page);
  await page.screenshot({ path: fileURLToPath(new URL(file, FOLDER)) });
}
await browser.close();
