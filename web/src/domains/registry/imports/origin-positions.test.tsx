// What other registries hold for the platform, as operators state and confirm it.
import { confirmImportOrigin, listImportOrigins } from "@heliograph/contract/registry/imports/imports";
import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fakeSecurity } from "../../../testing/parties-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import { OriginPositions } from "./OriginPositions.tsx";

freshBrowser();

const position = (record_uid: string, balance: number) => ({
  origin: "EVIDENT" as const,
  name: "Evident I-REC Registry",
  registry: "IREC" as const,
  platform_account: "",
  balance: null,
  balance_at: null,
  held_here: 0,
  frozen: false,
  asked: {
    record_uid,
    platform_account: "HELIOGRAPH-01",
    balance,
    by_you: false,
    at: "2026-11-21T06:39:00.000Z",
  },
});

test("who confirms what another operator has stated anew since sees what is stated now", async () => {
  signedInAs("good");
  const stated = [position("3f2504e0-4f89-41d3-9a0c-0305e82c3301", 500)];
  const received = fakeServer({
    "auth/security": () => fakeSecurity(),
    [listImportOrigins.path]: () => answer(listImportOrigins, { items: stated }),
    [confirmImportOrigin.path]: () => refusal(404, "There is no such record", { code: "record.not_found" }),
  });
  await renderAt("/", { "/": <OriginPositions /> }, "en");
  await screen.findByText(/500 certificates in HELIOGRAPH-01/);
  stated.splice(0, 1, position("3f2504e0-4f89-41d3-9a0c-0305e82c3302", 700));
  await userEvent.click(screen.getByRole("button", { name: "Confirm" }));
  await screen.findByText(/700 certificates in HELIOGRAPH-01/);
  expect(received.filter(({ path }) => path === confirmImportOrigin.path)).toHaveLength(1);
});
