// What a statement says on paper: nothing that does not stand in it (rule R43).
import {
  formatSerials,
  producedDays,
  gmt8,
  registryName,
  replaceableUntil,
  retirementIn,
  type RedemptionStatement,
  type StatementLanguage,
} from "@heliograph/contract";
import { renderSVG } from "uqr";
import { STATEMENT_WORDS } from "./statement-words.ts";

/** What a statement is printed with. */
interface StatementPrint {
  readonly lang: StatementLanguage;
  readonly product: string;
  /** Where the portal is reached; null: it does not know, and the address begins with its path. */
  readonly origin: string | null;
  /** The statement as it was kept: what is attached. */
  readonly text: string;
}

/** Ranges that are printed; the attached statement has all. */
const RANGES_PRINTED = 500;
const LOCALES: Readonly<Record<StatementLanguage, string>> = { en: "en-US", vi: "vi-VN", zh: "zh-CN" };
/** Digits of a fingerprint that stand together. */
const TOGETHER = /(.{8})(?=.)/g;

/** A key as people copy it: in groups of four. */
const grouped = (key: string): string => key.replaceAll(/(.{4})(?=.)/g, "$1-");

/** The data of the statement's template. */
export function printedContent(
  statement: RedemptionStatement,
  { lang, product, origin, text }: StatementPrint,
): Record<string, unknown> {
  const words = STATEMENT_WORDS[lang];
  const { labels } = words;
  const { record } = statement.entry;
  const { at } = retirementIn(statement).entry;
  const { beneficiary, period } = record;
  const number = (value: number) => new Intl.NumberFormat(LOCALES[lang]).format(value);
  const amount = number(Number(record.amount));
  const fuel = Object.entries(words.fuels).find(([code]) => code === record.fuel)?.[1] ?? record.fuel;
  const name = beneficiary.kind === "company" ? beneficiary.name : words.person;
  const address = `${origin ?? ""}/verify/${record.key}`;
  return {
    title: words.title,
    author: product,
    number: record.number,
    demonstration: record.demonstration === "true" ? words.demonstration : null,
    standing: standingOf(statement, words),
    sentence: words.sentence({ n: amount, fuel, name, ...period }),
    amount,
    certificates: words.certificates,
    retired: words.retired,
    retired_at: gmt8(at),
    claim: {
      title: words.claim,
      rows: [
        [labels.beneficiary, `${name}, ${beneficiary.country}`],
        ...(beneficiary.kind === "company" ? [[labels.registration, beneficiary.registration_number]] : []),
        [labels.period, `${period.from} – ${period.to}`],
        [labels.purpose, record.purpose],
      ],
    },
    electricity: {
      title: words.electricity,
      rows: [
        ...record.devices.map((device) => [labels.device, deviceText(device, words.since)]),
        [labels.source, `${fuel}, ${record.fuel}`],
        [labels.registry, `${registryName(record.registry)}, ${record.country}`],
        [labels.vintage, record.vintage],
      ],
    },
    ranges: rangesOf(statement, lang, number),
    proof: proofOf(statement, lang, number),
    check: words.check,
    how: words.how,
    address,
    key: `${words.key} ${grouped(record.key)}`,
    qr: renderSVG(address, { ecc: "M", border: 1 }),
    qr_alt: words.qr,
    foot: `${product} · ${words.foot}`,
    json: text,
  };
}

/** Whether another statement may still replace this one, or which one it has replaced (rule R44). */
function standingOf(
  statement: RedemptionStatement,
  { corrects, correctable }: (typeof STATEMENT_WORDS)[StatementLanguage],
): string {
  const until = replaceableUntil(statement);
  if (until !== null) return correctable(gmt8(until.toISOString()));
  return corrects(grouped(retirementIn(statement).entry.record.key), gmt8(statement.entry.at));
}

type Device = RedemptionStatement["entry"]["record"]["devices"][number];

function deviceText({ name, code, place, capacity_w, operating_since }: Device, since: string): string {
  const parts = [
    name === "" ? code : `${name}, ${code}`,
    capacity_w === "" ? "" : `${Number(capacity_w) / 1_000_000} MW`,
    place,
    operating_since === "" ? "" : `${since} ${operating_since}`,
  ];
  return parts.filter((part) => part !== "").join(", ");
}

/** Where the retirement stands in the log. */
function proofOf(
  { index, head }: RedemptionStatement,
  lang: StatementLanguage,
  number: (value: number) => string,
) {
  const { labels, proof } = STATEMENT_WORDS[lang];
  return {
    title: proof,
    rows: [
      [labels.entry, `#${number(Number(index) + 1)}`],
      [labels.head, `${head.root.replaceAll(TOGETHER, "$1 ")}, ${gmt8(head.at)}, Ed25519`],
    ],
  };
}

function rangesOf(
  statement: RedemptionStatement,
  lang: StatementLanguage,
  number: (value: number) => string,
) {
  const words = STATEMENT_WORDS[lang];
  const { legs } = retirementIn(statement).entry;
  const rows = legs.slice(0, RANGES_PRINTED).map((leg) => {
    const [first, until] = [Number(leg.first), Number(leg.until)];
    const { from_day, to_day } = producedDays(statement, leg);
    return [formatSerials(leg.batch, { first, until }), `${from_day} – ${to_day}`, number(until - first)];
  });
  const rest = legs.length - rows.length;
  return {
    title: words.ranges,
    head: words.head,
    rows,
    sum: words.sum,
    more: rest > 0 ? words.more(number(rest)) : "",
  };
}
