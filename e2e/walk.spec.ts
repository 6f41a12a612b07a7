// Every address of the product, as each of its people sees it: in three languages, both colours, on a desk and on a phone.
// The addresses come from the product itself, so that a screen that is added is walked without being named here.
import { expect, test, type Page } from "@playwright/test";
import { addGateway, createProject, login, setMember, type SignedIn } from "@heliograph/contract";
import { patterns } from "../web/src/app/paths.ts";
import { signOn } from "./administrator.ts";
import { arrivedWhole, faultless, LANGUAGES, untranslated, type Language } from "./page-faults.ts";
import { complaints } from "./pages.ts";
import { ask, bearer, makePlant, noonPlace, OPERATOR, OWNER, VIEWER, type Plant } from "./plant.ts";

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const all = Object.values(patterns);
const PUBLIC: readonly string[] = all.filter(
  (pattern) => pattern === patterns.login || pattern === patterns.register,
);
const ADMIN: readonly string[] = all.filter((pattern) => pattern.startsWith("/admin"));
/** And an address that is none of the product's. */
const PORTAL = [...all.filter((pattern) => !PUBLIC.includes(pattern) && !ADMIN.includes(pattern)), "/*"];

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
  await ask(addGateway, { body: { project_uid, serial: `SWH-${Date.now()}` } }, owner);
  await ask(setMember, { body: { project_uid, email: OPERATOR.username, role: "managed" } }, owner);
  await ask(setMember, { body: { project_uid, email: VIEWER.username, role: "read_only" } }, owner);
  return project_uid;
}

/** The addresses of a pattern: one for each project where it names one. Throws for what it cannot fill. */
function addresses(pattern: string): string[] {
  const filled = pattern.replace("*", "nowhere").replace(":query", "huong%20duong");
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

/** The page at the address, in every language: its texts, its heading and how wide it is. */
async function read(page: Page, address: string): Promise<string[]> {
  const told: string[] = [];
  for (const language of LANGUAGES) {
    await show(page, address, language);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    const left = await untranslated(page, language);
    told.push(...left.map((text) => `${address} in ${language}: ${text}`));
  }
  return told;
}

for (const [role, who] of Object.entries({ owner: OWNER, operator: OPERATOR, viewer: VIEWER })) {
  test(`every page reads in three languages for the ${role}, and complains of nothing`, async ({ page }) => {
    test.setTimeout(300_000);
    const heard = complaints(page);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await signedIn(page, await ask(login, { body: who }));
    const told: string[] = [];
    for (const address of PORTAL.flatMap(addresses)) told.push(...(await read(page, address)));
    expect(told).toEqual([]);
    expect(heard).toEqual([]);
  });
}

test("the pages for everyone and those of administrators read in three languages, and complain of nothing", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const heard = complaints(page);
  const told: string[] = [];
  for (const address of PUBLIC) told.push(...(await read(page, address)));
  await signOn(page);
  await page.getByRole("table").waitFor();
  for (const address of [...ADMIN, "/*"].flatMap(addresses)) told.push(...(await read(page, address)));
  expect(told).toEqual([]);
  expect(heard).toEqual([]);
});

const LOOKS = [
  { size: DESK, colorScheme: "light" },
  { size: DESK, colorScheme: "dark" },
  { size: PHONE, colorScheme: "light" },
  { size: PHONE, colorScheme: "dark" },
] as const;
/** What is the same of another project is looked at once in each size and colour. */
const FEWER_LOOKS = [LOOKS[0], LOOKS[3]];

async function faultlessIn(page: Page, looks: readonly (typeof LOOKS)[number][]): Promise<void> {
  for (const { size, colorScheme } of looks) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    await faultless(page);
  }
}

for (const pattern of [...PUBLIC, ...PORTAL]) {
  test(`${pattern} has no grave fault of accessibility and fits a phone, in both colours`, async ({
    page,
  }) => {
    test.setTimeout(120_000);
    const heard = complaints(page);
    if (!PUBLIC.includes(pattern)) await signedIn(page, await ask(login, { body: OWNER }));
    const [first = "", ...others] = addresses(pattern);
    await show(page, first, "vi");
    await faultlessIn(page, LOOKS);
    for (const address of others) {
      await page.setViewportSize(DESK);
      await show(page, address, "vi");
      await faultlessIn(page, FEWER_LOOKS);
    }
    expect(heard).toEqual([]);
  });
}

for (const pattern of ADMIN) {
  test(`${pattern} has no grave fault of accessibility and fits a phone, in both colours`, async ({
    page,
  }) => {
    const heard = complaints(page);
    await signOn(page);
    const [address = ""] = addresses(pattern);
    await show(page, address, "en");
    await faultlessIn(page, LOOKS);
    expect(heard).toEqual([]);
  });
}
