import { listRollOutGateways } from "@heliograph/contract/control/roll-outs";
import {
  firmwareInfo,
  listFirmware,
  uploadFirmware,
  withdrawFirmware,
  type FirmwareVersion,
} from "@heliograph/contract/fleet/firmware";
import { getUserInfo } from "@heliograph/contract/identity/user-info";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { ACCOUNT } from "../../../testing/project-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import { FirmwareTab } from "./FirmwareTab.tsx";

freshBrowser();

const uidOf = (n: number) => `0198a5a0-0000-7000-8000-${String(n).padStart(12, "0")}`;
const version = (n: number, size = 1_200_000): FirmwareVersion => ({
  for_gateway_type: "HG-1",
  file_firmware_version: `1.${n}.0`,
  hardware_version_require: "",
  firmware_version_require: "1.0.0",
  create_at: "2026-11-01T03:00:00.000Z",
  cloud_storage_metadata: { size, sha256: "a".repeat(64) },
  file_name: `hg1-1.${n}.0.bin`,
  public_url: "/api/v1/firmware-data/public",
  file_wapi_uid: uidOf(n),
  signed_by: "Maker",
  notes: "",
});

const FITTING = {
  gateway_uid: uidOf(50),
  name: "Gateway",
  serial: "HG-1",
  project_uid: uidOf(51),
  project_name: "Kho Long An",
  reported_version: "1.0.0",
  last_contact_at: null,
  is_busy: false,
};

async function openTab(given: {
  versions?: readonly FirmwareVersion[];
  kind?: "user" | "platform_operator";
  list?: () => Response;
  upload?: () => Response;
  fitting?: true;
}) {
  signedInAs("good");
  const items = [...(given.versions ?? [])];
  const all = fakeServer({
    "user-info": () => answer(getUserInfo, { ...ACCOUNT, kind: given.kind ?? "user" }),
    "firmware-data/list": () => given.list?.() ?? answer(listFirmware, { items }),
    "firmware-data/file-info": () => answer(firmwareInfo, { ...version(1), notes: "Reads faster" }),
    "firmware-data/upload": () => given.upload?.() ?? answer(uploadFirmware, version(9)),
    "send-command-service/roll-out-gateways": () =>
      answer(listRollOutGateways, { items: given.fitting === true ? [FITTING] : [] }),
    "firmware-data/file": () => answer(withdrawFirmware, { message: "The version has been withdrawn" }),
  });
  await renderAt("/", { "/": <FirmwareTab /> });
  return all;
}

const row = async (name: string) => (await screen.findByRole("row", { name: new RegExp(name) })).textContent;

test("a file above 3,500,000 bytes is Flash, any other OTA", async () => {
  await openTab({ versions: [version(1, 3_500_000), version(2, 3_500_001)] });
  expect(await row("1.1.0")).toContain("OTA");
  expect(await row("1.2.0")).toContain("Flash");
});

test("more than 10 versions are shown a page at a time, 10 are not", async () => {
  await openTab({ versions: Array.from({ length: 11 }, (_, n) => version(n)) });
  expect(await screen.findAllByRole("row")).toHaveLength(11);
  expect(screen.getByRole("navigation")).toBeTruthy();
});

test("ten versions stand on one page without a pager", async () => {
  await openTab({ versions: Array.from({ length: 10 }, (_, n) => version(n)) });
  expect(await screen.findAllByRole("row")).toHaveLength(11);
  expect(screen.queryByRole("navigation")).toBeNull();
});

test("the details of a version are asked for by its file_uid, and whoever is no platform operator changes nothing", async () => {
  const all = await openTab({ versions: [version(1)] });
  fireEvent.click(await screen.findByRole("button", { name: "Details of 1.1.0" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Details of 1.1.0" }));
  expect(await dialog.findByText("Reads faster")).toBeTruthy();
  expect(dialog.getByText("Any")).toBeTruthy();
  const asked = all.filter(({ path }) => path === "firmware-data/file-info").map(({ body }) => body);
  expect(asked).toEqual([{ file_uid: uidOf(1) }]);
  await waitFor(() =>
    expect(all.map(({ path }) => path)).toContain("send-command-service/roll-out-gateways"),
  );
  expect(screen.queryByRole("link", { name: "Roll out" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Withdraw" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Add a version" })).toBeNull();
});

test("a version leads to its roll-out where it fits a gateway that the person may change, and nowhere else", async () => {
  await openTab({ versions: [version(1)], fitting: true });
  fireEvent.click(await screen.findByRole("button", { name: "Details of 1.1.0" }));
  const link = await screen.findByRole("link", { name: "Roll out" });
  expect(link.getAttribute("href")).toBe(`/roll-outs?version=${uidOf(1)}`);
});

test("a platform operator withdraws a version once that was confirmed", async () => {
  const all = await openTab({ versions: [version(1)], kind: "platform_operator" });
  fireEvent.click(await screen.findByRole("button", { name: "Details of 1.1.0" }));
  fireEvent.click(await screen.findByRole("button", { name: "Withdraw" }));
  const gone = () => all.filter(({ path }) => path === "firmware-data/file").length;
  expect(gone()).toBe(0);
  fireEvent.click(await screen.findByRole("button", { name: "Yes" }));
  expect(await screen.findByText("The version has been withdrawn")).toBeTruthy();
  expect(gone()).toBe(1);
});

test("a refusal of an upload stands beside the field that it names", async () => {
  const why = "The file has another checksum";
  await openTab({
    kind: "platform_operator",
    upload: () => refusal(400, why, { code: "firmware.checksum", fields: { "query.sha256": why } }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Add a version" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(dialog.getByLabelText("Choose a file"), {
    target: { files: [new File(["abc"], "hg1.bin")] },
  });
  for (const [label, value] of [
    ["Gateway type", "HG-1"],
    ["Version", "1.9.0"],
    ["SHA-256", "b".repeat(64)],
    ["Ed25519 signature of the maker, base64url", "A".repeat(86)],
  ] as const) {
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  }
  fireEvent.click(dialog.getByRole("button", { name: "Add a version" }));
  await waitFor(() => expect(dialog.getByLabelText("SHA-256").getAttribute("aria-invalid")).toBe("true"));
  expect(dialog.getAllByText(why).length).toBeGreaterThan(0);
});

test("without versions it says so, and a list that fails can be asked for again", async () => {
  await openTab({});
  expect(await screen.findByText("No firmware versions")).toBeTruthy();
});

test("a list that fails says so with a way to try again", async () => {
  await openTab({ list: () => refusal(503, "The database does not answer", { code: "database.away" }) });
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
});
