// Saving the file of a version from its row.
import { downloadFirmware, listFirmware, type FirmwareVersion } from "@heliograph/contract/fleet/firmware";
import { getUserInfo } from "@heliograph/contract/identity/user-info";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
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

const VERSION: FirmwareVersion = {
  for_gateway_type: "HG-1",
  file_firmware_version: "2.4.1",
  hardware_version_require: "",
  firmware_version_require: "",
  create_at: "2026-11-01T03:00:00.000Z",
  cloud_storage_metadata: { size: 5, sha256: "a".repeat(64) },
  file_name: "hg1-2.4.1.bin",
  public_url: "/api/v1/firmware-data/public",
  file_wapi_uid: "0198a5a0-0000-7000-8000-000000000001",
  signed_by: "Maker",
  notes: "",
};

/** The tab with one version whose file is answered as given; what was asked for, and what the browser was handed to save. */
async function openTab(file: () => Response) {
  signedInAs("good");
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation(
    (blob) => (blob instanceof Blob && saved.push(blob), "blob:x"),
  );
  vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => {});
  const all = fakeServer({
    "user-info": () => answer(getUserInfo, ACCOUNT),
    [listFirmware.path]: () => answer(listFirmware, { items: [VERSION] }),
    [downloadFirmware.path]: file,
  });
  await renderAt("/", { "/": <FirmwareTab /> });
  fireEvent.click(await screen.findByRole("button", { name: "Download hg1-2.4.1.bin" }));
  return { saved, asked: () => all.filter(({ path }) => path === downloadFirmware.path) };
}

test("the button of a version fetches its file by file_uid and saves it byte for byte", async () => {
  const { saved, asked } = await openTab(() => new Response(Uint8Array.of(7, 0, 255, 1, 9)));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(new Uint8Array(await (saved[0] ?? new Blob()).arrayBuffer())).toEqual(
    Uint8Array.of(7, 0, 255, 1, 9),
  );
  expect(asked().map(({ method, query }) => [method, query.get("file_uid")])).toEqual([
    ["GET", VERSION.file_wapi_uid],
  ]);
});

test("a file that is gone is said in the server's words, and nothing is saved", async () => {
  const { saved } = await openTab(() =>
    refusal(404, "No such version of firmware", { code: "firmware.not_found" }),
  );
  expect(await screen.findByText("No such version of firmware")).toBeTruthy();
  expect(saved).toEqual([]);
});
