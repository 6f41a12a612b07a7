// Every address of the product, as each of its people sees it: in three languages, both colours, on a desk and on a phone.
// The addresses come from the product itself, so that a screen that is added is walked without being named here.
import { randomUUID } from "node:crypto";
import { expect, test, type Page } from "@playwright/test";
import { addGateway, createProject, login, sessionIn, setMember, type SignedIn } from "@heliograph/contract";
import { isPublic, patterns } from "../web/src/app/paths.ts";
import { unbuilt, type UnbuiltPage } from "../web/src/app/unbuilt.ts";
import { signOn } from "./administrator.ts";
import {
  arrivedWhole,
  faultless,
  graveFaults,
  LANGUAGES,
  untranslated,
  type Language,
} from "./page-faults.ts";
import { complaints } from "./pages.ts";
import { ask, bearer, makePlant, noonPlace, OPERATOR, OWNER, VIEWER, type Plant } from "./plant.ts";

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const all = Object.values(patterns);
const PUBLIC: readonly string[] = all.filter(isPublic);
const ADMIN: readonly string[] = all.filter((pattern) => pattern.startsWith("/admin"));
/** And an address that is none of the product's. */
const PORTAL = [...all.filter((pattern) => !PUBLIC.includes(pattern) && !ADMIN.includes(pattern)), "/*"];

// Each visit stands alone.
test.describe.configure({ mode: "parallel" });

let plant: Plant;
let heater: string;
test.beforeAll(async () => {
  plant = await makePlant("Nhà máy Hướng Dương");
  for (const minutes of [50, 35, 20, 5]) await plant.send(45_000, minutes * 60);
  heater = await makeHeater("Bể nước nóng");
});

/** A hot-water project with a gateway that has not called yet; the operator works on it, the viewer looks at it. */
async function makeHeater(name: string): Promise<string> {
  const owner = await bearer();
  const place = { name, address: "2 Equator Road", capacity_wp: 0, ...noonPlace() };
  const { project_uid } = await ask(createProject, { body: { ...place, project_type: "swh" } }, owner);
  await ask(addGateway, { body: { project_uid, serial: `SWH-${randomUUID().slice(0, 8)}` } }, owner);
  await ask(setMember, { body: { project_uid, email: OPERATOR.username, role: "managed" } }, owner);
  await ask(setMember, { body: { project_uid, email: VIEWER.username, role: "read_only" } }, owner);
  return project_uid;
}

/** The addresses of a pattern: one for each project where it names one. Throws for what it cannot fill. */
function addresses(pattern: string): string[] {
  const filled = pattern.replace("*", "nowhere").replace(":query", "huong%20duong").replace(":number", "1");
  const projects = /:id(Project)?$/.test(filled) ? [plant.project_uid, heater] : [""];
  const made = projects.map((uid) => filled.replace(/:id(Project)?$/, uid));
  if (made.some((address) => address.includes(":"))) throw new RangeError(`What stands in ${pattern}?`);
  return made;
}

/** Shows pages as someone who signed in earlier. */
async function signedIn(page: Page, as: SignedIn): Promise<void> {
  const kept = {
    access_token: as.access_token,
    refresh_token: as.refresh_token,
    startTime: String(as.start_time),
    project_type: "pv",
    user: JSON.stringify(as.user),
    name: as.user.display_name,
    userUid: as.user.uid,
  };
  await page.addInitScript((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, Object.entries(kept));
}

async function show(page: Page, address: string, language: Language): Promise<void> {
  await page.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
  await page.goto(`${process.env["HELIOGRAPH_URL"]}${address}`);
  await arrivedWhole(page);
}

/** Chooses another language in the header, as people do. */
async function speak(page: Page, language: Language): Promise<void> {
  await page.getByRole("button", { name: /^(VI|EN|ZH)\b/ }).click();
  await page.getByRole("menu").locator("[role^=menuitem]").nth(LANGUAGES.indexOf(language)).click();
  await expect(page.getByRole("menu")).toBeHidden();
  await expect(page.locator("html")).toHaveAttribute("lang", language);
  await arrivedWhole(page);
}

/** What is not said in the language of the page that is shown at the address. */
async function unsaid(page: Page, address: string, language: Language): Promise<string[]> {
  await expect(page.locator("html")).toHaveAttribute("lang", language);
  const left = await untranslated(page, language);
  return left.map((text) => `${address} in ${language}: ${text}`);
}

const LOOKS = [
  { size: DESK, colorScheme: "light", faults: "all" },
  { size: DESK, colorScheme: "dark", faults: "of colour" },
  { size: PHONE, colorScheme: "light", faults: "of colour" },
  { size: PHONE, colorScheme: "dark", faults: "all" },
] as const;
type Looks = readonly (typeof LOOKS)[number][];
/** What is the same of another project, or under another name, is looked at once in each size and colour. */
const FEWER_LOOKS: Looks = [LOOKS[0], LOOKS[3]];
/** Pages that are not built yet are one screen under many names; the first of them is looked at in every way. */
const [, ...OTHER_UNBUILT] = (Object.keys(unbuilt) as UnbuiltPage[]).map((page): string => patterns[page]);

async function faultlessIn(page: Page, looks: Looks): Promise<void> {
  for (const { size, colorScheme, faults } of looks) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    await faultless(page, faults);
  }
  await page.setViewportSize(DESK);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
}

/** One visit to the address for all that it shows: opened in the first language, looked at, and read in the others too. */
async function visit(
  page: Page,
  address: string,
  { order, looks = [] }: { order: readonly Language[]; looks?: Looks },
): Promise<string[]> {
  const [first = "vi", ...others] = order;
  await show(page, address, first);
  const found = await unsaid(page, address, first);
  await faultlessIn(page, looks);
  for (const language of others) {
    await speak(page, language);
    found.push(...(await unsaid(page, address, language)));
  }
  return found;
}

/** Each of them opens every page in another language and reads it in all three; what the owner sees is looked at as well. */
const ROLES = {
  operator: { who: OPERATOR, order: ["zh", "vi", "en"] },
  viewer: { who: VIEWER, order: ["en", "zh", "vi"] },
} as const;
for (const pattern of PORTAL) {
  test(`${pattern} reads in three languages, has no grave fault of accessibility and fits a phone, in both colours`, async ({
    page,
  }) => {
    const heard = complaints(page);
    await signedIn(page, sessionIn(await ask(login, { body: OWNER })));
    const [first = "", ...others] = addresses(pattern);
    const order = ["vi", "en", "zh"] as const;
    const found = await visit(page, first, {
      order,
      looks: OTHER_UNBUILT.includes(pattern) ? FEWER_LOOKS : LOOKS,
    });
    for (const address of others) {
      found.push(...(await visit(page, address, { order, looks: FEWER_LOOKS })));
    }
    expect(found).toEqual([]);
    expect(heard).toEqual([]);
  });
}

for (const [role, { who, order }] of Object.entries(ROLES)) {
  test(`every page reads in three languages for the ${role}, and complains of nothing`, async ({ page }) => {
    const heard = complaints(page);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await signedIn(page, sessionIn(await ask(login, { body: who })));
    const found: string[] = [];
    for (const address of PORTAL.flatMap(addresses)) found.push(...(await visit(page, address, { order })));
    expect(found).toEqual([]);
    expect(heard).toEqual([]);
  });
}

for (const pattern of PUBLIC) {
  test(`${pattern} reads in three languages, has no grave fault of accessibility and fits a phone, in both colours`, async ({
    page,
  }) => {
    const heard = complaints(page);
    const found: string[] = [];
    for (const language of LANGUAGES) {
      await show(page, pattern, language);
      found.push(...(await unsaid(page, pattern, language)));
      if (language === "vi") await faultlessIn(page, LOOKS);
    }
    expect(found).toEqual([]);
    expect(heard).toEqual([]);
  });
}

test("the page of the calls is drawn, has no grave fault of accessibility and breaks no policy, in both colours", async ({
  page,
}) => {
  const heard = complaints(page);
  await page.goto(`${process.env["HELIOGRAPH_URL"]}/api/docs`);
  // A section is like another: axe would take a minute for all of them.
  await page.evaluate(() => {
    for (const parts of ["section", "nav li"]) {
      for (const call of [...document.querySelectorAll(parts)].slice(6)) call.remove();
    }
  });
  for (const { size, colorScheme, faults } of LOOKS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    expect(await graveFaults(page, faults)).toEqual([]);
    await expect(page.locator("body")).toHaveCSS("margin", "0px");
  }
  expect(heard).toEqual([]);
});

test("the pages of administrators read in three languages, have no grave fault of accessibility and fit a phone", async ({
  page,
}) => {
  const heard = complaints(page);
  await signOn(page);
  await page.getByRole("table").waitFor();
  const found: string[] = [];
  const order = ["en", "vi", "zh"] as const;
  for (const pattern of ADMIN) {
    const [first = "", ...others] = addresses(pattern);
    found.push(...(await visit(page, first, { order, looks: LOOKS })));
    for (const address of others) found.push(...(await visit(page, address, { order })));
  }
  found.push(...(await visit(page, "/nowhere", { order })));
  expect(found).toEqual([]);
  expect(heard).toEqual([]);
});
