import fc from "fast-check";
import { expect, test } from "vitest";
import { bankAccountFaults, bankAccountFields, isIban, maskedNumber } from "./bank-accounts.ts";

const company = { company_name: "Công ty TNHH Mặt Trời", english_name: "Sun Company Limited" };
const sound = { swift_code: "BFTVVNVX", account_number: "0123456789", account_name: "SUN CO., LTD" };
const codes = (values: Partial<typeof sound>) =>
  bankAccountFaults({ ...sound, ...values }, company).map(({ code, message }) => `${code} ${message}`);

// Published examples of ISO 13616.
const IBANS = ["DE89370400440532013000", "GB82WEST12345698765432", "FR1420041010050500013M02606"];

test("BNK-001: a number that begins as an IBAN is refused unless its check digits are right", () => {
  for (const iban of IBANS) {
    expect(codes({ account_number: iban })).toEqual([]);
    expect(isIban(iban)).toBe(true);
  }
  expect(codes({ account_number: "DE88370400440532013000" })).toEqual(["BNK-001 The IBAN is not valid."]);
});

test("BNK-001: one changed digit of an IBAN is always found", () => {
  fc.assert(
    fc.property(fc.constantFrom(...IBANS), fc.nat(), fc.integer({ min: 1, max: 9 }), (iban, at, by) => {
      const places = [...iban.matchAll(/\d/g)].map(({ index }) => index);
      const place = places[at % places.length] ?? 2;
      const digit = (Number(iban[place]) + by) % 10;
      return !isIban(`${iban.slice(0, place)}${digit}${iban.slice(place + 1)}`);
    }),
  );
});

test("BNK-002: a SWIFT code has 8 or 11 places in their form", () => {
  for (const swift_code of ["BFTVVNVX", "DEUTDEFF500"]) expect(codes({ swift_code })).toEqual([]);
  for (const swift_code of ["BFTVVN", "BFTVVNVX1", "1FTVVNVX", "BFTVVNVX12345"]) {
    expect(codes({ swift_code })).toEqual(["BNK-002 The SWIFT code is not valid."]);
  }
});

test("BNK-003: the account is in the company's name, in either spelling, with or without accents and the form of the company", () => {
  for (const account_name of ["Sun Company Limited", "sun", "CONG TY TNHH MAT TROI", "Mặt Trời Co., Ltd."]) {
    expect(codes({ account_name })).toEqual([]);
  }
  expect(codes({ account_name: "Moon Ltd" })).toEqual(["BNK-003 The account must be in the company's name."]);
});

test("all rules that are broken are said at once", () => {
  expect(codes({ account_number: "DE00", swift_code: "X", account_name: "Moon" })).toHaveLength(3);
});

test("spaces and small letters of numbers are forgiven, other characters are not", () => {
  const fields = { ...sound, currency: "EUR", bank_name: "Bank", comment: "" };
  expect(
    bankAccountFields.parse({ ...fields, account_number: "de89 3704 0044 0532 0130 00" }).account_number,
  ).toBe("DE89370400440532013000");
  expect(bankAccountFields.safeParse({ ...fields, account_number: "12'34" }).success).toBe(false);
});

test("a masked number shows its last four places, and of a short one two", () => {
  expect(maskedNumber("DE89370400440532013000")).toBe("•••• 3000");
  expect(maskedNumber("12345678")).toBe("•••• 78");
  fc.assert(
    fc.property(
      fc.stringMatching(/^[A-Z0-9]{3,34}$/),
      (number) => maskedNumber(number).length <= "•••• 0000".length,
    ),
  );
});
