import {
  downloadFile,
  listFiles,
  removeFile,
  uploadFile,
  type ProjectFile,
} from "@heliograph/contract/fleet/files";
import type { ProjectRole } from "@heliograph/contract/fleet/project-types";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { PROJECT_UID, fakeProjectInfo } from "../../../testing/project-fakes.ts";
import {
  answer,
  fakeServer,
  freshBrowser,
  refusal,
  renderAt,
  signedInAs,
} from "../../../testing/test-kit.tsx";
import ResourcesScreen from "./ResourcesScreen.tsx";

freshBrowser();
const made: string[] = [];
beforeEach(() => {
  made.length = 0;
  // What jsdom lacks of a browser.
  Object.assign(URL, {
    createObjectURL: () => `blob:${made.push("made")}`,
    revokeObjectURL: () => made.pop(),
  });
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      private readonly seen: (entries: { isIntersecting: boolean }[]) => void;
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        this.seen = seen;
      }
      observe() {
        this.seen([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
});

const file = (n: number, name: string, category: ProjectFile["category"]): ProjectFile => ({
  file_uid: `3f2504e0-4f89-41d3-9a0c-0305e82c33${n}`,
  name,
  category,
  mime: category === "image" ? "image/png" : "application/pdf",
  size_bytes: 1_468_006,
  uploaded_by: "Lan Tran",
  uploaded_at: "2026-02-03T04:05:00.000Z",
});
const FILES = [
  file(11, "mái.png", "image"),
  file(12, "inverter.png", "image"),
  file(13, "bản vẽ.pdf", "document"),
];

async function open(role: ProjectRole = "owner", items: ProjectFile[] = FILES) {
  signedInAs("good");
  const all = fakeServer({
    "project/project-info-only": () => fakeProjectInfo({ project_role_to_user: role }),
    "fleet/files": () => answer(listFiles, { items }),
    "fleet/file": ({ method }) => {
      if (method === "POST") return answer(uploadFile, file(14, "new.txt", "document"));
      if (method === "DELETE") return answer(removeFile, { message: "The file has been deleted" });
      return new Response("bytes");
    },
  });
  await renderAt(`/resource/${PROJECT_UID}`, { "/resource/:id": <ResourcesScreen /> });
  await screen.findByRole("heading", { name: items.length === 0 ? "No files yet" : "Images" });
  return all;
}

test("documents have type, size and day; images are fetched with the token and shown", async () => {
  const all = await open();
  expect((await screen.findByText("bản vẽ.pdf")).closest("li")?.textContent).toContain(
    "PDF · 1.4 MB · 2026-02-03",
  );
  await waitFor(() => expect(document.querySelectorAll("figure img[src^='blob:']")).toHaveLength(2));
  const fetched = all.filter(({ path, method }) => path === downloadFile.path && method === "GET");
  expect(fetched.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer good", "Bearer good"]);
});

const key = (name: string) =>
  fireEvent.keyDown(within(screen.getByRole("dialog")).getByRole("status"), { key: name });

test("the viewer goes on and back by the arrow keys, round the end, and closes on Esc", async () => {
  await open();
  fireEvent.click(await screen.findByRole("button", { name: "Show image: mái.png" }));
  const dialog = await screen.findByRole("dialog", { name: "mái.png" });
  expect(within(dialog).getByText("1 of 2")).toBeTruthy();
  key("ArrowRight");
  expect(await screen.findByRole("dialog", { name: "inverter.png" })).toBeTruthy();
  key("ArrowRight");
  expect(await screen.findByRole("dialog", { name: "mái.png" })).toBeTruthy();
  key("ArrowLeft");
  expect(await screen.findByText("2 of 2")).toBeTruthy();
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape", keyCode: 27 });
  await waitFor(() => expect(screen.queryByText("2 of 2")).toBeNull());
});

test("an owner uploads the file itself under its name", async () => {
  const all = await open();
  const input = document.querySelector("input[type=file]");
  if (!(input instanceof HTMLInputElement)) throw new Error("no input");
  const note = new File(["hello"], "ghi chú.txt", { type: "text/plain" });
  fireEvent.change(input, { target: { files: [note] } });
  expect(await screen.findByText("ghi chú.txt has been added")).toBeTruthy();
  const sent = all.find(({ method }) => method === "POST");
  expect([sent?.query.get("project_uid"), sent?.query.get("name")]).toEqual([PROJECT_UID, "ghi chú.txt"]);
  expect(sent?.headers.get("content-type")).toBe("application/octet-stream");
});

test("a file beyond the limit is refused here, and not sent", async () => {
  const all = await open();
  const input = document.querySelector("input[type=file]");
  if (!(input instanceof HTMLInputElement)) throw new Error("no input");
  const big = new File(["x"], "big.pdf");
  Object.defineProperty(big, "size", { value: 21 * 1024 * 1024 });
  fireEvent.change(input, { target: { files: [big] } });
  expect(await screen.findByText("big.pdf is too large: up to 20 MB")).toBeTruthy();
  expect(all.some(({ method }) => method === "POST")).toBe(false);
});

test("deleting asks 'Are you sure?' and deletes on Yes", async () => {
  const all = await open();
  fireEvent.click(await screen.findByRole("button", { name: "Delete: bản vẽ.pdf" }));
  expect(await screen.findAllByText("Are you sure?")).not.toEqual([]);
  expect(all.some(({ method }) => method === "DELETE")).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: "Yes" }));
  expect(await screen.findByText("Successful delete")).toBeTruthy();
  expect(all.find(({ method }) => method === "DELETE")?.query.get("file_uid")).toBe(FILES[2]?.file_uid);
});

test("a read-only member sees the files, and no button that changes them", async () => {
  await open("read_only");
  expect(await screen.findByRole("button", { name: "Download: bản vẽ.pdf" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Delete|Upload/ })).toBeNull();
});

test("no files are said to be none, and a list that fails can be tried again", async () => {
  await open("owner", []);
  expect(screen.getByText("Upload drawings, manuals or pictures of the plant.")).toBeTruthy();
});

test("a list that could not be loaded offers to try again", async () => {
  signedInAs("good");
  fakeServer({
    "project/project-info-only": () => fakeProjectInfo(),
    "fleet/files": () => refusal(500, "Internal error"),
  });
  await renderAt(`/resource/${PROJECT_UID}`, { "/resource/:id": <ResourcesScreen /> });
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
  expect(screen.getByText("Internal error")).toBeTruthy();
});
