import fc from "fast-check";
import { expect, test } from "vitest";
import { bankAccountFaults, bankAccountFields, maskedNumber } from "./bank-accounts.ts";

const company = { company_name: "Công ty TNHH Mặt Trời", english_name: "Sun Company Limited" };
const sound = { swift_code: "BFTVVNVX", account_number: "0123456789", account_name: "SUN CO., LTD" };
const codes = (values: Partial<typeof sound>) =>
  bankAccountFaults({ ...sound, ...values }, company).map(({ code, message }) => `${code} ${message}`);

test("BNK-001: where the bank's country has IBANs the number must be one of that country", () => {
  const german = { swift_code: "DEUTDEFF", account_number: "DE89370400440532013000" };
  expect(codes(german)).toEqual([]);
  for (const account_number of [
    "1234567",
    "DE88370400440532013000",
    "DE8937040044053201300",
    "GB82WEST12345698765432",
  ]) {
    expect(codes({ ...german, account_number })).toEqual(["BNK-001 The IBAN is not valid."]);
  }
  expect(codes({ swift_code: "BDFEFRPPRUN", account_number: "FR1420041010050500013M02606" })).toEqual([]);
  // Réunion writes its IBANs as France does.
  expect(codes({ swift_code: "BDFEREPP", account_number: "FR1420041010050500013M02606" })).toEqual([]);
  expect(codes({ swift_code: "BDFEREPP", account_number: "0123456789" })).toHaveLength(1);
});

test("BNK-001: where the bank's country has no IBANs any number of letters and digits is one, also one that looks like an IBAN", () => {
  for (const account_number of ["0123456789", "VN12ABC0034", "DE00"]) {
    expect(codes({ swift_code: "BFTVVNVX", account_number })).toEqual([]);
    expect(codes({ swift_code: "ICBKCNBJ", account_number })).toEqual([]);
  }
});

test("BNK-002: a SWIFT code has 8 or 11 places in their form", () => {
  for (const swift_code of ["BFTVVNVX", "BFTVVNVX500"]) expect(codes({ swift_code })).toEqual([]);
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

test("all rules that are broken are said at once; a SWIFT code that is wrong but names a country is enough to ask for its IBAN", () => {
  expect(codes({ account_number: "DE00", swift_code: "DEUTDE", account_name: "Moon" })).toHaveLength(3);
  expect(codes({ account_number: "DE00", swift_code: "X", account_name: "Moon" })).toHaveLength(2);
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
