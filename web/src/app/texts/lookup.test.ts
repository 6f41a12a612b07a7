import { expect, test } from "vitest";
import { allTexts } from "../../testing/all-texts.ts";
import { LANGUAGES } from "../../ui/tokens/tokens.ts";
import { lookupIn } from "./lookup.ts";

const texts = { many: "{a} of {n} {n|device|devices} in {place}" };

test("a word beside a count has the form that the language gives it, whether the count is written already or not", () => {
  const en = lookupIn(texts, "en");
  const said = [0, 1, 2, "1", "1,001"].map((n) => en("many", { a: 1, n, place: "Huế" }));
  expect(said).toEqual([
    "1 of 0 devices in Huế",
    "1 of 1 device in Huế",
    "1 of 2 devices in Huế",
    "1 of 1 device in Huế",
    "1 of 1,001 devices in Huế",
  ]);
  expect([lookupIn(texts, "vi"), lookupIn(texts, "zh")].map((t) => t("many", { n: 1 }))).toEqual([
    "{a} of 1 devices in {place}",
    "{a} of 1 devices in {place}",
  ]);
});

/** What they count is always many: limits of the product. */
const ALWAYS_MANY = new Set([
  "chartTool.full",
  "chartTool.limit",
  "chartTool.thinned",
  "password.rule",
  "range.limit",
  "showcase.full",
  "An account may have {n} bank accounts.",
  "An account may have {n} recipients.",
  "Give a reason of at least {n} characters.",
  "This account has {n} open invitations already.",
  "You have {n} drafts of business accounts already.",
  "The selected binsize allows a maximum of {n} days",
  "Give a reason of at least {n} characters.",
  "Password at least {n} characters",
  "At most {n} days can be shown",
  "Give a reason of at least {n} characters.",
]);

test("no English text counts one of something in the plural", () => {
  const wrong = Object.entries(allTexts("en")).filter(
    ([key, text]) => !ALWAYS_MANY.has(key) && /\{n\} (?:[a-z]+ )?[a-z]+[^s]s\b/.test(text),
  );
  expect(wrong).toEqual([]);
});

test("forms of a count stand in English alone, and beside the count itself", () => {
  for (const lang of LANGUAGES) {
    const formed = Object.entries(allTexts(lang)).filter(([, text]) => text.includes("|"));
    expect(formed.length > 0, lang).toBe(lang === "en");
    expect(formed.filter(([, text]) => !/\{n\} \{n\|[^{}|]+\|[^{}|]+\}/.test(text))).toEqual([]);
  }
});
