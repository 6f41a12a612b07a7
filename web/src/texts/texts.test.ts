import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { translateSaid } from "../platform/i18n.tsx";
import { loadTexts } from "./all.ts";
import { texts as en } from "./en.ts";
import { loadPublicTexts } from "./public.ts";
import { common } from "./vi/common.ts";
import { identity } from "./vi/identity.ts";
import { texts as vi } from "./vi.ts";
import { texts as zh } from "./zh.ts";

const SOURCES = join(import.meta.dirname, "..");
const keys = (texts: object) => Object.keys(texts).toSorted();
const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([whole]) => whole).toSorted((a, b) => a.localeCompare(b));

const isKey = (text: string) => /^[a-z][A-Za-z]*(\.[A-Za-z_0-9]+)+$/.test(text);

/** The product's own sources, without tests and texts. */
function sources(): { path: string; code: string }[] {
  return readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|test-kit|-fakes\.|^texts/.test(path))
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
    return [en, zh].some((texts) => placeholders(texts[key as keyof typeof vi]).join() !== wanted);
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
    Object.entries(texts).filter(([key, text]) => text === en[key as keyof typeof vi] && words.test(text)),
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

test("the public pages load their own texts and read them as the app does", async () => {
  for (const lang of ["vi", "en", "zh"] as const) {
    const [small, whole] = [await loadPublicTexts(lang), await loadTexts(lang)];
    for (const key of [...keys(common), ...keys(identity)]) {
      expect(small(key, { n: 7 })).toBe(whole(key, { n: 7 }));
    }
  }
});

test("what the server says is translated by exact match, numbers put back, and else shown as it came", async () => {
  const translate = await loadTexts("vi");
  expect(translateSaid(translate, "The account or the password is not correct")).toBe(
    "Tài khoản hoặc mật khẩu không đúng",
  );
  expect(translateSaid(translate, "Password at least 8 characters")).toBe("Mật khẩu phải có ít nhất 8 ký tự");
  expect(translateSaid(translate, "You own 20000 projects: {odd}")).toBe("You own 20000 projects: {odd}");
});
