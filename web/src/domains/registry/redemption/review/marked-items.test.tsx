import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { REDEMPTION } from "../../../../testing/redemption-fakes.ts";
import { openRedemption, type ShownRedemption } from "../../../../testing/redemption-record.tsx";
import { freshBrowser } from "../../../../testing/test-kit.tsx";

freshBrowser();

test("who returns a redemption marks items with what is wrong, and sends the marks with the reason", async () => {
  const user = userEvent.setup();
  const received = await openRedemption("issuer", { change: { status: "in_progress", actions: ["return"] } });
  const button = await screen.findByRole("button", { name: "Return" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await user.click(screen.getByRole("button", { name: "Mark: Purpose" }));
  await user.type(screen.getByLabelText("What is wrong with: Purpose"), "Of which site?");
  await user.click(screen.getByRole("button", { name: "Return (1)" }));
  const asked = within(await screen.findByRole("dialog"));
  await user.type(asked.getByLabelText("Reason"), "One thing is not clear");
  await user.click(asked.getByRole("button", { name: "Return" }));
  await waitFor(() =>
    expect(received.find(({ path }) => path === "rehash/redemptions/actions")?.body).toMatchObject({
      action: "return",
      reason: "One thing is not clear",
      marks: [{ item: "purpose", reason: "Of which site?" }],
    }),
  );
});

const WENT_BACK = {
  returned_at: "2026-10-29T03:02:57Z",
  words: {
    beneficiary_name: REDEMPTION.beneficiary_name,
    beneficiary_registration_number: "",
    is_natural_person: false,
    beneficiary_country: "VN",
    beneficiary_address: REDEMPTION.beneficiary_address,
    redeems_for: "third_party",
    period_from: "2026-01-01",
    period_to: "2026-12-31",
    purpose: "Scope",
  },
  marks: [
    { item: "purpose", reason: "Of which site?" },
    { item: "period", reason: "The whole year?" },
  ],
  answers: [],
} satisfies ShownRedemption["returns"][number];

test("what went back shows each mark with the value before and now, and what stays as it is is answered", async () => {
  const user = userEvent.setup();
  const received = await openRedemption("trader", {
    change: { status: "returned", actions: ["resubmit"], purpose: "Scope", returns: [WENT_BACK] },
    invoices: [],
  });
  const marked = within(await screen.findByRole("list", { name: "Marked when it was returned" }));
  expect(marked.getByText("Of which site?")).toBeTruthy();
  const purpose = screen.getByLabelText("Purpose");
  await user.clear(purpose);
  await user.type(purpose, "Scope 2 of the brewery");
  expect(marked.getByText("Scope").closest("del")).toBeTruthy();
  expect(marked.queryByLabelText("Your answer: Purpose")).toBeNull();
  await user.type(marked.getByLabelText("Your answer: Reporting period"), "Yes, all of 2026.");
  expect(screen.getByText("2 of 2 done")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Submit again" }));
  await waitFor(() =>
    expect(received.find(({ path }) => path === "rehash/redemptions/actions")?.body).toMatchObject({
      action: "resubmit",
      claim: { purpose: "Scope 2 of the brewery" },
      answers: [{ item: "period", answer: "Yes, all of 2026." }],
    }),
  );
});

test("who decides on what was submitted again sees what was changed since, beside the marks and the answers", async () => {
  const answered = { ...WENT_BACK, answers: [{ item: "period", answer: "Yes, all of 2026." }] } as const;
  await openRedemption("issuer", {
    change: {
      status: "in_progress",
      actions: ["approve", "return"],
      returns: [{ ...answered, answers: [...answered.answers] }],
    },
  });
  const changes = within(await screen.findByRole("list", { name: "Changed since it was returned" }));
  expect(changes.getByText("Scope").closest("del")).toBeTruthy();
  expect(changes.getByText("Scope 2").closest("ins")).toBeTruthy();
  expect(changes.getByText("Yes, all of 2026.")).toBeTruthy();
});
