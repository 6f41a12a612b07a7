// The page of a call to another registry, and the connections that platform operators keep.
import {
  CALL_ORDERS,
  listRegistryCalls,
  moveRegistryCall,
  readRegistryCall,
} from "@heliograph/contract/registry/calls/calls";
import { listRegistryConnections } from "@heliograph/contract/registry/calls/connections";
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { fakeSecurity } from "../../../testing/parties-fakes.ts";
import { pressEachHead } from "../../../testing/table-kit.ts";
import { fakeProposal, fakeSeats } from "../../../testing/registry-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  renderAt,
  rulesBroken,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import { CallScreen } from "./CallScreen.tsx";
import { CallsPanel } from "./CallsPanel.tsx";
import type { RegistryCall } from "./call-queries.ts";

freshBrowser();

const CALL = "5d6b6f2e-3a4e-4b43-9a55-4d6f3a0f7d55";

const GIVEN: RegistryCall = {
  record_uid: CALL,
  number: "RC-2026-000007",
  status: "by_hand",
  version: 2,
  created_at: "2026-11-03T02:24:36Z",
  changed_at: "2026-11-03T02:24:36Z",
  actions: ["acknowledge", "refuse"],
  next: { by: "platform_operator", is_you: true, until: null, otherwise: null },
  timeline: [
    {
      at: "2026-11-03T02:24:36Z",
      action: "create",
      from_status: null,
      to_status: "prepared",
      role: "system",
      person: null,
      reason: null,
    },
  ],
  second_person: null,
  origin: "EVIDENT",
  origin_name: "Evident I-REC Registry",
  transaction_number: "RC-2026-000007-5F3A9C21B04E",
  reference: null,
  quantity: 50,
  redemption_uid: "0d6b6f2e-3a4e-4b43-9a55-4d6f3a0f7d11",
  redemption_number: "RD-2026-000031",
  company_name: "Xanh Energy JSC",
  sent_at: null,
  asked_at: null,
  asked: 0,
  serials: [
    { series: "A", first: 41, until: 81 },
    { series: "B", first: 1, until: 11 },
  ],
  body_sha256: "ab".repeat(32),
  refusal: null,
  heard: null,
  next_at: null,
};

async function openCall(change: Partial<RegistryCall> = {}, refused?: () => Response) {
  signedInAs("good");
  const received = fakeServer({
    "auth/security": () => fakeSecurity(),
    "rehash/registry-call": () => answer(readRegistryCall, { ...GIVEN, ...change }),
    "rehash/registry-calls/actions":
      refused ??
      (() =>
        answer(moveRegistryCall, {
          record_uid: CALL,
          number: GIVEN.number,
          status: "by_hand",
          version: 2,
          needs_second_person: true,
        })),
  });
  await renderAt(`/x?record=${CALL}`, { "/x": <CallScreen record={CALL} /> });
  await screen.findByRole("heading", { name: GIVEN.number });
  return received;
}

test("R21: a call by hand says what to retire where, and takes the other registry's number or says RED-032", async () => {
  await openCall({}, () =>
    rulesBroken({
      code: "RED-032",
      message: "Enter the other registry's number of the transaction.",
    }),
  );
  expect(screen.getByText("A 41–80, B 1–10")).toBeTruthy();
  expect(screen.getByText(GIVEN.transaction_number)).toBeTruthy();
  const record = screen.getByRole("button", { name: "Record the acknowledgement" });
  await userEvent.click(record);
  expect(screen.getByText(/^RED-032 Enter the other registry's number/)).toBeTruthy();
});

test("the second person sees what the first entered and confirms it, and does not enter it again", async () => {
  await openCall({ second_person: fakeProposal("acknowledge", { reference: "EV-77" }) });
  const part = within(screen.getByRole("region", { name: "Proposed by a first person" }));
  expect(part.getByText("EV-77")).toBeTruthy();
  expect(part.getByRole("button", { name: "Confirm as the second person" })).toBeTruthy();
  expect(screen.queryByLabelText("The other registry's number of the transaction")).toBeNull();
});

test("who recorded it first can take it back and not record it again", async () => {
  await openCall({
    second_person: fakeProposal("acknowledge", { reference: "EV-77" }, { by_you: true }),
    next: { by: "platform_operator", is_you: false, until: null, otherwise: null },
  });
  expect(screen.queryByRole("button", { name: "Record the acknowledgement" })).toBeNull();
  expect(screen.getByRole("button", { name: "Take back" })).toBeTruthy();
});

test("people of the account see the call and no control that writes", async () => {
  await openCall({
    actions: [],
    status: "unknown",
    next: { by: "platform_operator", is_you: false, until: null, otherwise: null },
  });
  expect(screen.getByText(/it is asked for by its number, and not sent blindly/)).toBeTruthy();
  expect(screen.queryAllByRole("button")).toEqual([]);
});

test("operators see the calls and beneath them the connections, one of which waits for a second operator", async () => {
  signedInAs("good");
  fakeServer({
    "auth/security": () => fakeSecurity(),
    "rehash/seats": () => fakeSeats({ is_platform_operator: true, accounts: [] }),
    "rehash/registry-calls": () =>
      answer(listRegistryCalls, {
        items: [],
        counts: { all: 0, waiting: 0, under_way: 0, over: 0 },
        total: 0,
      }),
    "rehash/registry-connections": () =>
      answer(listRegistryConnections, {
        items: [
          {
            origin: "EVIDENT",
            name: "Evident I-REC Registry",
            current: null,
            asked: {
              record_uid: CALL,
              base_url: "https://registry.example/v1",
              is_on: true,
              has_secret: true,
              replaces_secret: true,
              by_you: false,
              at: "2026-11-03T03:00:00Z",
            },
          },
        ],
      }),
  });
  await renderAt("/x", { "/x": <CallsPanel /> });
  const part = within(await screen.findByRole("region", { name: "Connections to other registries" }));
  expect(part.getByText("No connection: calls are made by hand")).toBeTruthy();
  expect(part.getByText(/https:\/\/registry\.example\/v1, On with a new secret/)).toBeTruthy();
  for (const name of ["Try the connection", "Confirm the change", "Change"]) {
    expect(part.getByRole("button", { name })).toBeTruthy();
  }
  expect(await screen.findByText("There is no call yet.")).toBeTruthy();
});

test("the register of calls is put in order by each of its columns on the server, searched, and saved as a file", async () => {
  signedInAs("good");
  const received = fakeServer({
    "rehash/seats": () => fakeSeats({ accounts: [], issuer_of: [{ registry: "IREC", country: "VN" }] }),
    "rehash/registry-calls": () =>
      answer(listRegistryCalls, {
        items: [GIVEN],
        counts: { all: 1, waiting: 1, under_way: 0, over: 0 },
        total: 1,
      }),
  });
  await renderAt("/", { "/": <CallsPanel /> });
  await screen.findByRole("table", { name: "Calls to other registries" });
  const user = userEvent.setup();
  await pressEachHead(user);
  const wanted = new Set(received.flatMap(({ query }) => query.get("order_by") ?? []));
  expect([...wanted]).toEqual([...CALL_ORDERS]);
  await user.type(screen.getByRole("searchbox"), "evident{Enter}");
  expect(received.at(-1)?.query.get("search")).toBe("evident");
  expect(screen.getByRole("button", { name: "Save the list as a file" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Columns" })).toBeTruthy();
});
