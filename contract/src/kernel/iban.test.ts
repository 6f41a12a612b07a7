import fc from "fast-check";
import { expect, test } from "vitest";
import { ibanLetters, isIban } from "./iban.ts";

// Published examples of the registry.
const IBANS = [
  "DE89370400440532013000",
  "GB82WEST12345698765432",
  "FR1420041010050500013M02606",
  "NO9386011117947",
  "MT84MALT011000012345MTLCAST001S",
  "AE070331234567890123456",
  "SC18SSCB11010000000000001497USD",
];

test("an IBAN has the length of its country and check digits that are right", () => {
  for (const iban of IBANS) expect(isIban(iban), iban).toBe(true);
  // Check digits that are right, a length that is not.
  for (const wrong of ["DE8837040044053201300", "VN1200000000", "de89370400440532013000", ""]) {
    expect(isIban(wrong), wrong).toBe(false);
  }
});

test("one changed digit of an IBAN is always found", () => {
  fc.assert(
    fc.property(fc.constantFrom(...IBANS), fc.nat(), fc.integer({ min: 1, max: 9 }), (iban, at, by) => {
      const places = [...iban.matchAll(/\d/g)].map(({ index }) => index);
      const place = places[at % places.length] ?? 2;
      const digit = (Number(iban[place]) + by) % 10;
      return !isIban(`${iban.slice(0, place)}${digit}${iban.slice(place + 1)}`);
    }),
  );
});

test("an IBAN that lost or gained a character is none, whatever its check digits say", () => {
  fc.assert(
    fc.property(fc.constantFrom(...IBANS), fc.nat({ max: 98 }), (iban, check) => {
      const digits = String(check).padStart(2, "0");
      return ![`${iban}0`, iban.slice(0, -1)].some((other) =>
        isIban(`${other.slice(0, 2)}${digits}${other.slice(4)}`),
      );
    }),
  );
});

test("a territory writes its IBANs with the letters of its country, and a country without IBANs with none", () => {
  expect(["DE", "RE", "JE", "AX"].map(ibanLetters)).toEqual(["DE", "FR", "GB", "FI"]);
  expect(["VN", "CN", "US", "SG", "TH", "LA", "KH"].flatMap((country) => ibanLetters(country) ?? [])).toEqual(
    [],
  );
});
