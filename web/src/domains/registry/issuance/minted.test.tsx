// What a request says of its energy: how much is minted of it, and what it rests on.
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { requestRecord } from "../../../testing/issuance-fakes.ts";
import { freshBrowser, renderAt } from "../../../testing/test-kit.tsx";
import { Minted, StatementProof } from "./IssuanceSide.tsx";

freshBrowser();

const ISSUANCE = requestRecord();
const CORRECTED = "3f2504e0-4f89-41d3-9a0c-0305e82c3388";

/** Terms of the panel with their values, in order. */
const sumOf = (title: string) => {
  const panel = within(screen.getByRole("heading", { name: title }).closest("section") as HTMLElement);
  const [terms, values] = [panel.getAllByRole("term"), panel.getAllByRole("definition")];
  return terms.map(({ textContent }, at) => [textContent, values[at]?.textContent]);
};

test("R9, R32: the certificates of a request are the sum of what was carried in and counted, which nobody types", async () => {
  await renderAt("/", { "/": <Minted request={ISSUANCE} /> });
  expect(sumOf("What will be minted")).toEqual([
    ["Carried in", "0.568"],
    ["Counted in the period", "+ 93.000"],
    ["Balance", "93.568 MWh"],
    ["Minted", "− 93.000"],
    ["Carried out", "0.568"],
  ]);
  expect(screen.getByText("0.432 MWh more make the next certificate")).toBeTruthy();
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("R33: a debt of a correction is paid first, and the page says how much must be produced before anything is issued", async () => {
  const balance = {
    carry_wh: 0,
    debt_wh: 95_000_000,
    counted_wh: 93_000_000,
    balance_wh: -2_000_000,
    quantity: 0,
    carry_out_wh: 0,
  };
  await renderAt("/", { "/": <Minted request={{ ...ISSUANCE, quantity: 0, balance }} /> });
  expect(sumOf("What will be minted")).toContainEqual(["Debt of a correction", "− 95.000"]);
  expect(screen.getByText(/must be produced first/).textContent).toContain("2.000 MWh");
});

test("R8: what corrects an earlier request leads to that one", async () => {
  const corrects = { record_uid: CORRECTED, number: "IS-2026-000004" };
  await renderAt("/", { "/": <StatementProof request={{ ...ISSUANCE, corrects }} /> });
  const link = screen.getByRole("link", { name: "IS-2026-000004" });
  expect(link.getAttribute("href")).toContain(CORRECTED);
});
