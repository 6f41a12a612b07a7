import { getEscalation, saveEscalation } from "@heliograph/contract/notices/escalation";
import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { ACCOUNT, PROJECT_UID, fakeProjectInfo } from "../../../testing/project-fakes.ts";
import {
  answer,
  choose,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import EscalationScreen from "./EscalationScreen.tsx";

freshBrowser();

const LAN = { account_uid: "00000000-0000-4000-8000-000000000001", name: "Lan Tran" };
const MINH = { account_uid: "00000000-0000-4000-8000-000000000002", name: "Minh Pham" };
const step = (person: typeof LAN, minutes: number, is_reached = true) => ({ ...person, minutes, is_reached });

/** The page of a project with these steps. */
async function open(given: {
  steps?: ReturnType<typeof step>[];
  may_change?: boolean;
  refuse?: () => Response;
}) {
  signedInAs("good");
  const { steps = [], may_change = true, refuse } = given;
  const all = fakeServer({
    "user-info": () => Response.json(ACCOUNT),
    "project/project-info-only": () => fakeProjectInfo(),
    "alarms/escalation": ({ method }) =>
      method === "GET"
        ? answer(getEscalation, {
            may_change,
            least_severity: "warning",
            steps,
            people: may_change ? [LAN, MINH] : [],
          })
        : (refuse?.() ?? answer(saveEscalation, { message: "The escalation has been saved" })),
  });
  await renderAt(`/alarms/escalation/${PROJECT_UID}`, { "/alarms/escalation/:id": <EscalationScreen /> });
  await screen.findByText(/One person after the other is told/);
  return {
    sent: () => all.filter(({ method }) => method === "POST").map(({ body }) => body),
    names: () => screen.getAllByRole("listitem").map((item) => within(item).getByRole("strong").textContent),
  };
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("a person is added with a quarter of an hour, moved before the other and saved in that order", async () => {
  const { sent, names } = await open({ steps: [step(LAN, 30)] });
  await choose(screen.getByRole("combobox", { name: "Add a person" }), "Minh Pham");
  expect(names()).toEqual(["Lan Tran", "Minh Pham"]);
  expect(screen.getByRole("combobox", { name: "Add a person" }).textContent).toContain(
    "Nobody is left to add",
  );
  press("Earlier: Minh Pham");
  expect(names()).toEqual(["Minh Pham", "Lan Tran"]);
  fireEvent.click(screen.getByRole("combobox", { name: "For alarms of at least" }));
  await userEvent.click(await screen.findByRole("option", { name: "Critical" }));
  press("Save");
  expect(await screen.findByText("The escalation has been saved")).toBeTruthy();
  expect(sent()).toEqual([
    {
      project_uid: PROJECT_UID,
      least_severity: "critical",
      steps: [
        { account_uid: MINH.account_uid, minutes: 15 },
        { account_uid: LAN.account_uid, minutes: 30 },
      ],
    },
  ]);
});

test("minutes that cannot be are said beside the field, and nothing is sent", async () => {
  const { sent } = await open({ steps: [step(LAN, 30)] });
  fireEvent.change(screen.getByLabelText("After the alarm was told"), { target: { value: "0" } });
  press("Save");
  expect(await screen.findByRole("alert")).toBeTruthy();
  expect(sent()).toEqual([]);
});

test("a person who may no longer be told is named by the refusal", async () => {
  await open({
    steps: [step(LAN, 30)],
    refuse: () =>
      refusal(400, "Only people who may change the project can be told", {
        code: "escalation.no_member",
        fields: { "body.steps.0.account_uid": "Must be somebody who may change the project" },
      }),
  });
  press("Save");
  expect(await screen.findByText("Must be somebody who may change the project")).toBeTruthy();
});

test("who may only look sees who is told and who is passed over, and nothing to change it by", async () => {
  await open({ may_change: false, steps: [step(LAN, 30), step(MINH, 10, false)] });
  expect(screen.getByText("Lan Tran, after 30 min")).toBeTruthy();
  expect(screen.getByText(/^Passed over/)).toBeTruthy();
  for (const role of ["button", "combobox", "textbox"]) expect(screen.queryByRole(role)).toBeNull();
});

test("a project without steps says that nobody further is told", async () => {
  await open({ may_change: false });
  expect(screen.getByText("Nobody else is told yet.")).toBeTruthy();
});
