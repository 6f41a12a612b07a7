// What no page may have, whoever looks at it: faults of accessibility, sideways scrolling, texts that are not translated.
import { readdirSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

export type Language = "vi" | "en" | "zh";
export const LANGUAGES: readonly Language[] = ["vi", "en", "zh"];

const WEB = new URL("../web/src/", import.meta.url);

/** Every text of a language: they stand with their domains. */
async function allTexts(language: Language): Promise<Readonly<Record<string, string>>> {
  const files = readdirSync(WEB, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(`texts/${language}.ts`),
  );
  const modules: readonly { texts: Record<string, string> }[] = await Promise.all(
    files.map((file) => import(new URL(file, WEB).href)),
  );
  return Object.assign({}, ...modules.map((module) => module.texts)) as Record<string, string>; // what the files hold
}

const texts = { vi: await allTexts("vi"), en: await allTexts("en"), zh: await allTexts("zh") } as const;
const DOTTED_KEY = /^[a-z][A-Za-z]*(\.[A-Za-z_0-9]+)+$/;

/** Waits until the page has its heading and nothing on it is loading. */
async function arrived(page: Page): Promise<void> {
  // A window that is open hides the page behind it from assistive technology, not from sight.
  const heading = page.getByRole("heading", { level: 1, includeHidden: true });
  await expect(heading).toHaveCount(1);
  await expect(heading).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

/** Waits for the whole page: also for the panels that are made only when they come into sight, or are printed. */
export async function arrivedWhole(page: Page): Promise<void> {
  await arrived(page);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await arrived(page);
}

/** WCAG 2.5.8 exempts what must stand where it stands and names pins on a map: one may reach below the map's buttons. */
const isExempt = (rule: string, html: string) =>
  rule === "target-size" && html.includes("leaflet-marker-icon");

/** What axe looks at: all, or of a page that it has seen in other colours at this size only what colours can change. */
type Faults = "all" | "of colour";

/** The serious and critical ones of the faults that it is asked for. */
async function graveOf(axe: AxeBuilder): Promise<string[]> {
  // In the page itself: the other way opens a second page for what frames of other origins say, and there are none.
  const { violations } = await axe.setLegacyMode().analyze();
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return grave.flatMap(({ id, nodes }) => {
    const places = nodes.filter(({ html }) => !isExempt(id, html)).map((node) => node.target.join(" "));
    return places.length === 0 ? [] : [`${id}: ${places.slice(0, 3).join(", ")}`];
  });
}

const isTarget = (fault: string) => fault.startsWith("target-size");

/** Serious and critical faults that axe finds: its rule and where. */
export async function graveFaults(page: Page, faults: Faults = "all"): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const found = await graveOf(
    faults === "all"
      ? axe.withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
      : axe.withRules(["color-contrast", "link-in-text-block"]),
  );
  if (!found.some(isTarget)) return found;
  // A bar that stays covers a part of what lies below it where the page happens to be scrolled to.
  await page.evaluate(() => scrollTo(0, 0));
  const targets = await graveOf(new AxeBuilder({ page }).withRules(["target-size"]));
  return [...found.filter((fault) => !isTarget(fault)), ...targets];
}

/** By how many pixels the page is wider than its window; 0 or less: nothing to scroll sideways. */
const tooWide = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Names of figures that do not fit and are cut. */
const cutNames = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("dt, dt > *")]
      .filter((name) => name.scrollWidth > name.clientWidth && getComputedStyle(name).overflow === "hidden")
      .map((name) => name.textContent ?? ""),
  );

/** The page has arrived and has none of these faults at the size and in the colours that it is shown. */
export async function faultless(page: Page, faults: Faults = "all"): Promise<void> {
  await arrivedWhole(page);
  expect(await graveFaults(page, faults)).toEqual([]);
  expect(await tooWide(page)).toBeLessThanOrEqual(0);
  expect(await cutNames(page)).toEqual([]);
}

/** Every text of the page that a person can read or hear, each on its own. */
async function textsOf(page: Page): Promise<string[]> {
  const found = await page.evaluate(() => {
    const said: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.closest("script, style") === null) said.push(node.textContent ?? "");
    }
    for (const element of document.body.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
      for (const name of ["aria-label", "title", "placeholder", "alt"]) {
        said.push(element.getAttribute(name) ?? "");
      }
    }
    return said;
  });
  return [...new Set(found.map((text) => text.trim()).filter((text) => text !== ""))];
}

/** English texts that read otherwise in the language: where one stands on a page, its translation was forgotten. */
function englishOnly(language: Language): Set<string> {
  const own = texts[language];
  const translated = Object.entries(texts.en).filter(([key, text]) => own[key] !== text);
  const allowed = new Set(Object.values(own));
  return new Set(translated.map(([, text]) => text).filter((text) => !allowed.has(text)));
}

/** Texts of the page that are keys, or English where the language has words of its own. */
export async function untranslated(page: Page, language: Language): Promise<string[]> {
  const english = language === "en" ? new Set<string>() : englishOnly(language);
  return (await textsOf(page)).filter((text) => DOTTED_KEY.test(text) || english.has(text));
}
