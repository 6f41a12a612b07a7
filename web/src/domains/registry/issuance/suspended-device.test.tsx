// What stops a request beside its own rules: a device that is suspended.
import { commandIssuance } from "@heliograph/contract/registry/issuance/issuance-command";
import { cleanup, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { requestRecord } from "../../../testing/issuance-fakes.ts";
import { fakeSecurity } from "../../../testing/parties-fakes.ts";
import { fakeServer, freshBrowser, rulesBroken, renderAt, signedInAs } from "../../../testing/test-kit.tsx";
import { IssuanceActions } from "./IssuanceActions.tsx";
import { IssuanceChecks } from "./IssuanceChecks.tsx";

freshBrowser();

/** A request that a trader may submit. */
const REQUEST = requestRecord({ actions: ["submit"] });

const UNDECIDED = {
  marks: { all: [], reasonOf: () => undefined, toggle: () => {}, explain: () => {} },
  answers: { all: [], change: () => {} },
};
const params = { device: "Rice Mill 2", reason: "Meter seal is broken" };
const SAID = {
  en: "Certificates of Rice Mill 2 are blocked: Meter seal is broken.",
  vi: "Chứng chỉ của Rice Mill 2 bị tạm khóa: Meter seal is broken.",
  zh: "Rice Mill 2 的证书已被冻结：Meter seal is broken。",
} as const;

test("ORD-007: a request for a device that is suspended is not submitted, which is said in three languages with its reason", async () => {
  for (const lang of ["en", "vi", "zh"] as const) {
    signedInAs("good");
    fakeServer({
      "auth/security": () => fakeSecurity(),
      [commandIssuance.path]: () => rulesBroken({ code: "ORD-007", message: SAID.en, params }),
    });
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await renderAt("/", { "/": <IssuanceActions request={REQUEST} {...UNDECIDED} /> }, lang);
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await userEvent.click(screen.getByRole("button", { name: /93 MWh/ }));
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    expect(await screen.findByText(`ORD-007 ${SAID[lang]}`)).toBeTruthy();
    cleanup();
  }
});

test("ORD-007: what stands among the checks before the press is that nobody has looked at the changed meter, and the press does nothing", async () => {
  signedInAs("good");
  const received = fakeServer({ "auth/security": () => fakeSecurity() });
  const request = { ...REQUEST, suspended_because: "Kind, rating or serial of the device was changed" };
  await renderAt("/", {
    "/": (
      <>
        <IssuanceActions request={request} {...UNDECIDED} />
        <IssuanceChecks request={request} />
      </>
    ),
  });
  const line = screen.getByText("ORD-007").closest("p");
  expect(line?.textContent).toContain(
    "Certificates of Rice Mill are blocked: Kind, rating or serial of the device was changed.",
  );
  const button = screen.getByRole("button", { name: /93 MWh/ });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(button);
  expect(received.some(({ path }) => path.includes(commandIssuance.path))).toBe(false);
});
