// International bank account numbers (ISO 13616), by the registry that SWIFT keeps of them (release 103, September 2026).

/** Countries of the registry by how many characters their IBANs have. */
const COUNTRIES: Readonly<Record<number, string>> = {
  15: "NO",
  16: "BE",
  18: "DK FI FK FO GL NL SD",
  19: "MK SI",
  20: "AT BA EE KZ LT LU MN XK",
  21: "CH HR LI LV",
  22: "BG BH CR DE GB GE IE ME RS VA",
  23: "AE GI IL IQ OM SO TL",
  24: "AD CZ ES MD PK RO SA SE SK TN VG",
  25: "LY PT ST",
  26: "IS TR",
  27: "BI DJ FR GR IT MC MR SM",
  28: "AL AZ BY CY DO GT HN HU LB NI PL SV",
  29: "BR EG PS QA UA",
  30: "JO KW MU YE",
  31: "MT SC",
  32: "LC",
  33: "RU",
};
const LENGTHS = new Map(
  Object.entries(COUNTRIES).flatMap(([length, countries]) =>
    countries.split(" ").map((country) => [country, Number(length)] as const),
  ),
);

/** Countries and territories whose IBANs begin with the letters of another one, as the registry says. */
const TERRITORIES: Readonly<Record<string, string>> = {
  FI: "AX",
  FR: "BL GF GP MF MQ NC PF PM RE TF WF YT",
  GB: "GG IM JE",
};
const WRITTEN_AS = new Map(
  Object.entries(TERRITORIES).flatMap(([letters, countries]) =>
    countries.split(" ").map((country) => [country, letters] as const),
  ),
);

/** The letters with which IBANs of a country (ISO 3166-1 alpha-2) begin; undefined: it has none, its banks number accounts as they like. */
export function ibanLetters(country: string): string | undefined {
  const letters = WRITTEN_AS.get(country) ?? country;
  return LENGTHS.has(letters) ? letters : undefined;
}

/**
 * True for text that is an IBAN of a country of the registry: as long as that country's are, with check digits that are right (ISO 7064: mod 97 of the rearranged number
 * is 1). Spaces and small letters are refused.
 */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(text) || text.length !== LENGTHS.get(text.slice(0, 2))) return false;
  const digits = `${text.slice(4)}${text.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}
