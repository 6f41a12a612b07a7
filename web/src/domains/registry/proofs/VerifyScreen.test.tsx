import { deflateSync } from "node:zlib";
import { listLogKeys } from "@heliograph/contract/registry/proofs/log";
import { verifyStatement, type RedemptionStatement } from "@heliograph/contract/registry/proofs/statement";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { LanguageProvider } from "../../../platform/i18n.tsx";
import { ThemeProvider } from "../../../platform/theme.tsx";
import { loadAllTexts } from "../../../testing/all-texts.ts";
import { signedStatement, STATEMENT_KEY } from "../../../testing/statement-fakes.ts";
import { answer, fakeServer, freshBrowser, refusal } from "../../../testing/test-kit.tsx";
import VerifyScreen from "./VerifyScreen.tsx";

freshBrowser();

type Replies = Parameters<typeof fakeServer>[0];
const REPLACED = { key: "0123456789ABCDEFGHJKMNPQRS", at: "2026-07-11T01:00:00.000Z" };

async function open(given: string, replies: Replies) {
  const all = fakeServer(replies);
  const first = { lang: "en" as const, translate: await loadAllTexts("en") };
  render(
    <ThemeProvider>
      <LanguageProvider load={loadAllTexts} first={first}>
        <VerifyScreen given={given} />
      </LanguageProvider>
    </ThemeProvider>,
  );
  return all;
}

/** A server that knows the statement. */
function ledgerOf(
  { statement, keys }: ReturnType<typeof signedStatement>,
  more: { retired?: number; replaced?: typeof REPLACED; given?: RedemptionStatement | null } = {},
): Replies {
  const { retired = 60, replaced = null, given = statement } = more;
  return {
    "rehash/verify": () => answer(verifyStatement, { statement: given, retired, replaced }),
    "rehash/log/keys": () => answer(listLogKeys, { items: keys }),
  };
}

const verdict = async (name: string) => {
  await screen.findByRole("heading", { level: 1, name });
};
const steps = () =>
  [...document.querySelectorAll("ol > li")].map((step) => step.getAttribute("data-state") ?? "");
const drop = (content: BlobPart, name = "statement.json") =>
  fireEvent.change(screen.getByLabelText("Choose a file", { selector: "input" }), {
    target: { files: [new File([content], name)] },
  });
const changed = (statement: RedemptionStatement, amount: string): RedemptionStatement => ({
  ...statement,
  entry: { ...statement.entry, record: { ...statement.entry.record, amount } },
});

test("a statement in the ledger is genuine by five steps that are computed here, and says what it claims", async () => {
  const signed = signedStatement();
  const all = await open(STATEMENT_KEY.toLowerCase(), ledgerOf(signed));
  await verdict("This statement is genuine");
  screen.getByText(
    "60 MWh of solar electricity were redeemed for Bao Bi Nhon Trach Co., Ltd and can never be used again.",
  );
  expect(steps()).toEqual(["passed", "passed", "passed", "passed", "passed"]);
  screen.getByText("60 / 60");
  screen.getByText("IREC-VN-D000123-202601-0001 : 1–60");
  screen.getByText("2026-01-01 – 2026-01-21");
  screen.getByText("2026-07-10 15:20:44 (GMT+8)");
  expect(screen.getByRole("link", { name: "statement.json" }).getAttribute("href")).toBe(
    `/api/v1/rehash/verify/file?key=${STATEMENT_KEY}`,
  );
  expect(all.map(({ path, headers }) => [path, headers.get("authorization")])).toEqual([
    ["rehash/verify", null],
    ["rehash/log/keys", null],
  ]);
});

test("a PDF that is still being made is said to be, and the page goes on", async () => {
  const message = "The PDF is being made. Try again in a moment.";
  const all = await open(STATEMENT_KEY, {
    ...ledgerOf(signedStatement()),
    "rehash/verify/pdf": () => refusal(409, message, { code: "statement.pdf_pending" }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Statement, PDF" }));
  await screen.findByText(message);
  expect(all.at(-1)?.query.get("lang")).toBe("en");
  await verdict("This statement is genuine");
});

test("R44: one that another replaced says when, and leads to that one", async () => {
  await open(STATEMENT_KEY, ledgerOf(signedStatement(), { replaced: REPLACED }));
  await verdict("Genuine, replaced on 2026-07-11 (GMT+8)");
  expect(screen.getByRole("link", { name: "Open the statement that is in force" }).getAttribute("href")).toBe(
    `/verify/${REPLACED.key}`,
  );
});

test("R14: one of a demonstration verifies only as that", async () => {
  await open(STATEMENT_KEY, ledgerOf(signedStatement("demonstration")));
  await verdict("Demonstration");
  screen.getByText("These certificates were made from simulated readings.");
  expect(screen.queryByText("This statement is genuine")).toBeNull();
  screen.getByText("Their issue from simulated readings stands in the log");
});

test("certificates that the ledger does not hold as retired fail that step, which is named", async () => {
  await open(STATEMENT_KEY, ledgerOf(signedStatement(), { retired: 0 }));
  await verdict("This statement does not match the ledger");
  screen.getByText("Do not accept it.");
  screen.getByText("The ledger does not hold them as retired");
  expect(steps()).toEqual(["passed", "passed", "passed", "failed", "passed"]);
});

test.each([["0".repeat(26)], ["not a key"]])(
  "R31: the key %s is not known, and no more is said",
  async (key) => {
    await open(key, {
      "rehash/verify": () => refusal(404, "We do not know this key", { code: "statement.not_found" }),
    });
    await verdict("We do not know this key");
    expect(document.querySelectorAll("ol > li")).toHaveLength(0);
  },
);

test("a statement whose proof is pending says so, and is asked for again by a press", async () => {
  const signed = signedStatement();
  let pending = true;
  await open(STATEMENT_KEY, {
    ...ledgerOf(signed),
    "rehash/verify": () =>
      answer(verifyStatement, {
        statement: pending ? null : signed.statement,
        retired: 60,
        replaced: null,
      }),
  });
  await verdict("The proof of this statement is being made");
  pending = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await verdict("This statement is genuine");
});

test("without an answer it is not checked, and neither good nor bad", async () => {
  await open(STATEMENT_KEY, {});
  await verdict("It could not be checked");
  screen.getByText("The server cannot be reached");
});

test("R45: a file is genuine as issued, and the ledger is not asked about it", async () => {
  const signed = signedStatement();
  const all = await open("", ledgerOf(signed));
  drop(JSON.stringify(signed.statement));
  await verdict("This statement is genuine");
  screen.getByText("Genuine as issued on 2026-07-10 (GMT+8); whether it was replaced was not asked.");
  expect(screen.getAllByText("Checked without connection; the ledger was not asked.")).toHaveLength(2);
  expect(steps()).toEqual(["passed", "passed", "passed", "not_made", "passed"]);
  expect(all.map(({ path }) => path)).toEqual(["rehash/log/keys"]);
});

test("without a connection the keys that this browser has seen do", async () => {
  const signed = signedStatement();
  const replies: Record<string, Replies[string]> = { ...ledgerOf(signed) };
  await open("", replies);
  drop(JSON.stringify(signed.statement));
  await verdict("This statement is genuine");
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  drop(JSON.stringify(changed(signed.statement, "520")));
  await verdict("This statement does not match the ledger");
  drop(JSON.stringify(signed.statement));
  await verdict("This statement is genuine");
});

test("a file that was changed does not match, and which check failed is said", async () => {
  const signed = signedStatement();
  await open("", ledgerOf(signed));
  drop(JSON.stringify(changed(signed.statement, "520")));
  await verdict("This statement does not match the ledger");
  screen.getByText("The statement has been changed");
  expect(
    screen.getAllByText("Its content gives another fingerprint than the one that was signed."),
  ).toHaveLength(2);
  expect(steps()).toEqual(["failed", "failed", "failed", "not_made", "passed"]);
  screen.getByText("What the file says");
});

test("a statement of before, which says of no range when it was produced, is still read: its ranges have the days of their batch", async () => {
  const signed = signedStatement("log", false);
  await open("", ledgerOf(signed));
  drop(JSON.stringify(signed.statement));
  await verdict("This statement is genuine");
  screen.getByText("2026-01-01 – 2026-01-31");
});

test("R45: a key or a format that this checker does not know is said as that, and not as a mismatch", async () => {
  const signed = signedStatement();
  await open("", { "rehash/log/keys": () => answer(listLogKeys, { items: [] }) });
  drop(JSON.stringify(signed.statement));
  await verdict("This checker is too old or does not know the key");
  drop(JSON.stringify({ ...signed.statement, v: "2" }));
  await verdict("This checker is too old or does not know the key");
  drop("hello");
  await verdict("This is no redemption statement");
  expect(screen.queryByText("This statement does not match the ledger")).toBeNull();
});

test.each([
  ["as it is", (text: string) => ({ packed: Buffer.from(text), filter: "" })],
  ["compressed", (text: string) => ({ packed: deflateSync(text), filter: " /Filter /FlateDecode" })],
])("a PDF gives the statement that is attached to it, %s", async (_, pack) => {
  const signed = signedStatement();
  await open("", ledgerOf(signed));
  const { packed, filter } = pack(JSON.stringify(signed.statement));
  const head = `%PDF-1.7\n7 0 obj\n<< /Type /EmbeddedFile /Length ${packed.length}${filter} >>\nstream\n`;
  drop(
    Buffer.concat([Buffer.from(head), packed, Buffer.from("\nendstream\nendobj\n%%EOF\n")]),
    "statement.pdf",
  );
  await verdict("This statement is genuine");
});
