import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { translateSaid } from "../../platform/i18n.tsx";
import { allTexts, loadAllTexts, textsByFolder } from "../../testing/all-texts.ts";
import {
  CERTIFICATE_PART_TEXTS,
  FRAME_TEXTS,
  HELP_TEXTS,
  NOTIFICATION_TEXTS,
  PROOF_TEXTS,
  REC_FRAME_TEXTS,
  REPORT_PART_TEXTS,
  SETTING_TEXTS,
  screens,
  screenTexts,
  type ScreenPage,
} from "../screens.ts";
import { loadTexts, openTexts } from "./load-texts.ts";
import { modulesOf, textKeysIn } from "../../testing/text-use.ts";

const [vi, en, zh] = [allTexts("vi"), allTexts("en"), allTexts("zh")];
const SOURCES = join(import.meta.dirname, "../..");
const keys = (texts: object) => Object.keys(texts).toSorted();
const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([whole]) => whole).toSorted((a, b) => a.localeCompare(b));

const isKey = (text: string) => /^[a-z][A-Za-z]*(\.[A-Za-z_0-9]+)+$/.test(text);

/** The product's own sources, without tests and texts. */
function sources(): { path: string; code: string }[] {
  return readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|test-kit|-fakes\.|(?:^|\/)texts\//.test(path))
    .map((path) => ({ path, code: readFileSync(join(SOURCES, path), "utf8") }));
}

test("the three languages have the same keys, none of them empty", () => {
  expect(keys(en)).toEqual(keys(vi));
  expect(keys(zh)).toEqual(keys(vi));
  expect(
    [vi, en, zh].flatMap((texts) => Object.entries(texts).filter(([, text]) => text.trim() === "")),
  ).toEqual([]);
});

test("a text has the same placeholders in every language", () => {
  const differing = Object.entries(vi).filter(([key, text]) => {
    const wanted = placeholders(text).join();
    // The key is one of `vi`, and the languages have the same keys.
    return [en, zh].some((texts) => placeholders(texts[key] ?? "").join() !== wanted);
  });
  expect(differing).toEqual([]);
});

test("a key that is a sentence of the specification reads in English as it is", () => {
  const sentences = Object.entries(en).filter(([key]) => !isKey(key));
  expect(sentences.filter(([key, text]) => key !== text)).toEqual([]);
  expect(sentences.length).toBeGreaterThan(40);
});

test("no text is a key", () => {
  const keyLike = [vi, en, zh].flatMap((texts) => Object.values(texts).filter(isKey));
  expect(keyLike).toEqual([]);
});

test("what reads alike in English and another language is a name, a loan word or a symbol", () => {
  const words = /\p{L}{3,} +\p{L}{3,}/u;
  const alike = [vi, zh].flatMap((texts) =>
    Object.entries(texts).filter(([key, text]) => text === en[key] && words.test(text)),
  );
  expect(alike).toEqual([]);
});

test("every key that the code asks for has a text", () => {
  const asked = sources().flatMap(({ path, code }) =>
    [...code.matchAll(/\bt\(\s*"([^"]+)"/g)].map(([, key = ""]) => ({ path, key })),
  );
  expect(asked.filter(({ key }) => !Object.hasOwn(vi, key))).toEqual([]);
  expect(asked.length).toBeGreaterThan(60);
});

test("no Vietnamese or Chinese stands in the code outside the texts", () => {
  const foreign = /[\u1EA0-\u1EF9\u4E00-\u9FFF]/;
  const names = /LANGUAGE_NAMES|aria-label="中文"/;
  const found = sources().flatMap(({ path, code }) =>
    code
      .split("\n")
      .filter((line) => foreign.test(line) && !names.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test("no key stands in two folders", () => {
  const all = [...textsByFolder("vi").values()].flatMap(keys);
  expect(all.filter((key, at) => all.indexOf(key) !== at)).toEqual([]);
});

test("a page has the texts of its frame, and with a screen those that the screen says", async () => {
  localStorage.setItem("language", "en");
  const frame = await loadTexts("en");
  const esg = "esg.avoided";
  expect(frame("common.close")).toBe("Close");
  expect(frame(esg)).toBe(esg);
  await openTexts(screenTexts.esg);
  expect(frame(esg)).toBe(en[esg]);
  expect((await loadTexts("zh"))(esg)).toBe(zh[esg]);
});

/** Which folder the text of a key stands in. */
const folderOf = new Map(
  [...textsByFolder("vi")].flatMap(([folder, texts]) =>
    keys(texts).map((key): [string, string] => [key, folder]),
  ),
);
const WEB = join(import.meta.dirname, "../..");
/** Keys in the modules that stand in none of the folders, with the module. */
const missing = (modules: Iterable<string>, folders: readonly string[]) =>
  [...modules].flatMap((module) =>
    textKeysIn(join(WEB, module), [...folderOf.keys()])
      .filter((key) => !folders.includes(folderOf.get(key) ?? ""))
      .map((key) => `${module}: ${key} of ${folderOf.get(key)}`),
  );

// The keys of a constant are its keys.
test.each(Object.keys(screens) as ScreenPage[])(
  "the page %s loads the texts of all that it shows",
  (page) => {
    const modules = modulesOf(WEB, `domains/${screens[page]}.tsx`);
    expect(missing(modules, [...FRAME_TEXTS, ...screenTexts[page]])).toEqual([]);
    // And none for nothing: each folder has a text that the page's modules ask for.
    const asked = new Set(
      [...modules].flatMap((module) =>
        textKeysIn(join(WEB, module), [...folderOf.keys()]).map((key) => folderOf.get(key)),
      ),
    );
    expect(screenTexts[page].filter((folder) => !asked.has(folder))).toEqual([]);
  },
);

test("the window Setting loads the texts of all that it shows", () => {
  const modules = modulesOf(WEB, "domains/fleet/aliases/SettingDrawer.tsx");
  expect(missing(modules, [...FRAME_TEXTS, ...SETTING_TEXTS])).toEqual([]);
});

test("the windows of header and footer of the certificate pages load the texts of all that they show", () => {
  const modules = modulesOf(WEB, "app/rec/help/HelpDrawer.tsx");
  expect(missing(modules, [...FRAME_TEXTS, ...REC_FRAME_TEXTS, ...HELP_TEXTS])).toEqual([]);
});

test("the list behind the bell loads the texts of all that it shows", () => {
  const modules = modulesOf(WEB, "domains/notices/notifications/NotificationsPanel.tsx");
  expect(missing(modules, [...FRAME_TEXTS, ...NOTIFICATION_TEXTS])).toEqual([]);
});

test.each(["data-export/ExportMenu", "portfolio-report/ProjectReports"])(
  "%s of reports loads the texts of all that it shows on pages of other domains",
  (part) => {
    const modules = modulesOf(WEB, `domains/reports/${part}.tsx`);
    expect(missing(modules, [...FRAME_TEXTS, ...REPORT_PART_TEXTS])).toEqual([]);
  },
);

test("what a plant's page shows of its certificates loads the texts of all that it shows", () => {
  const modules = modulesOf(WEB, "domains/registry/plant-certificates/PlantCertificates.tsx");
  expect(missing(modules, [...FRAME_TEXTS, ...CERTIFICATE_PART_TEXTS])).toEqual([]);
});

test("the frame of the certificate pages loads the texts of all that it shows", () => {
  const frame = [...FRAME_TEXTS, ...REC_FRAME_TEXTS];
  expect(missing(modulesOf(WEB, "app/rec/RecPortal.tsx"), frame)).toEqual([]);
});

test("the frame and the public pages ask for no texts but their own", () => {
  const own = ["app/App.tsx", "app/PublicPages.tsx", "app/shell/Portal.tsx", "app/shell/UnknownScreen.tsx"];
  const modules = new Set(own.flatMap((module) => [...modulesOf(WEB, module)]));
  expect(missing(modules, FRAME_TEXTS)).toEqual([]);
});

test("the pages of proofs load the texts of all that they show", () => {
  const modules = modulesOf(WEB, "app/ProofPages.tsx");
  expect(missing(modules, [...FRAME_TEXTS, ...PROOF_TEXTS])).toEqual([]);
});

test("what the server says is translated by exact match, numbers put back, and else shown as it came", async () => {
  const translate = await loadAllTexts("vi");
  expect(translateSaid(translate, "The account or the password is not correct")).toBe(
    "Tài khoản hoặc mật khẩu không đúng",
  );
  expect(translateSaid(translate, "Password at least 8 characters")).toBe("Mật khẩu phải có ít nhất 8 ký tự");
  expect(translateSaid(translate, "You own 20000 projects: {odd}")).toBe("You own 20000 projects: {odd}");
});
