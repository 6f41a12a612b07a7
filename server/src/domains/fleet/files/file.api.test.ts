import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { request } from "node:http";
import {
  downloadFile,
  FILE_LIMITS,
  listFiles,
  removeFile,
  removeProject,
  uploadFile,
} from "@heliograph/contract";
import { expect, onTestFinished, test } from "vitest";
import { apiOf } from "../../../../testing/api-kit.ts";
import { freshStore, PDF, PNG, zipOf } from "../../../../testing/file-kit.ts";
import { accountOn, projectsApi } from "../../../../testing/fleet-kit.ts";
import { server } from "../../../platform/http.ts";
import { webServer } from "../../../platform/web-server.ts";
import { doorkeeperSession } from "../../identity/index.ts";
import { fileRoutes, fleetRoutes } from "../index.ts";

async function kit() {
  const { db, plant, token } = await projectsApi();
  const { store, folder } = await freshStore();
  const api = await apiOf(db, (serve) => {
    fleetRoutes(serve, db);
    fileRoutes(serve, db, store);
  });
  const { project_uid } = plant;
  const kept = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
      .length;
  return {
    db,
    api,
    plant,
    token,
    store,
    kept,
    upload: (name: string, file: Uint8Array, by = token) =>
      api(uploadFile, { token: by, query: { project_uid, name }, file }),
    download: (file_uid: string, by = token) => api(downloadFile, { token: by, query: { file_uid } }),
    remove: (file_uid: string, by = token) => api(removeFile, { token: by, query: { file_uid } }),
    list: async (by = token) => (await api(listFiles, { token: by, query: { project_uid } })).body.items,
  };
}

test("what an owner uploads is listed with its type and comes back byte for byte, as an attachment", async () => {
  const { upload, download, list } = await kit();
  const pdf = await upload("Bản vẽ.pdf", PDF);
  expect(pdf.status).toBe(200);
  expect(pdf.body).toMatchObject({
    name: "Bản vẽ.pdf",
    category: "document",
    mime: "application/pdf",
    size_bytes: PDF.length,
    uploaded_by: "Lan Tran",
  });
  const png = await upload("mái nhà.png", PNG);
  expect(png.body).toMatchObject({ category: "image", mime: "image/png" });
  expect(await list()).toEqual([png.body, pdf.body]);
  const back = await download(png.body.file_uid);
  expect(Buffer.compare(Buffer.from(back.bytes), Buffer.from(PNG))).toBe(0);
  expect(back.headers).toMatchObject({
    "content-type": "image/png",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
  });
  expect(back.headers["content-disposition"]).toMatch(/^attachment; /);
});

test("an office document without macros is accepted, one with macros or a plain zip is not, and leaves nothing behind", async () => {
  const { upload, kept, list } = await kit();
  const content = Buffer.from("x");
  const entries = (...names: string[]) => zipOf(names.map((name) => ({ name, content })));
  const good = await upload("a.xlsx", entries("[Content_Types].xml", "xl/workbook.xml"));
  expect(good.status).toBe(200);
  for (const [name, file] of [
    ["a.xlsx", entries("[Content_Types].xml", "xl/workbook.xml", "xl/vbaProject.bin")],
    ["a.docx", entries("[Content_Types].xml", "xl/workbook.xml")],
    ["a.xlsx", entries("readme.txt")],
    ["a.svg", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>")],
    ["a.png", PDF],
    ["a.txt", Buffer.from([65, 0, 66])],
    ["archive", PDF],
  ] as const) {
    const refused = await upload(name, file);
    expect([name, refused.status, refused.body.code]).toEqual([name, 400, "file.type"]);
  }
  expect((await upload("a.txt", new Uint8Array())).body.code).toBe("file.empty");
  expect(await list()).toHaveLength(1);
  expect(await kept()).toBe(1);
});

test("a name with a path or a mark of direction is refused by its field before the file is kept", async () => {
  const { upload, kept } = await kit();
  for (const name of ["../plan.pdf", "a\\plan.pdf", "plan\u202efdp.pdf", "plan\u2066.pdf", "a\u0007.pdf"]) {
    const refused = await upload(name, PDF);
    expect([name, refused.status, refused.body.code]).toEqual([name, 400, "request.invalid"]);
    expect(refused.body.fields).toEqual({ "query.name": expect.any(String) });
  }
  expect(await kept()).toBe(0);
});

test("a managed member adds and deletes, a read-only one looks, and a stranger finds nothing", async () => {
  const { db, plant, upload, download, remove, list, kept } = await kit();
  const managed = await accountOn(db, { project_id: plant.project_id, role: "managed" });
  const viewer = await accountOn(db, { project_id: plant.project_id, role: "read_only" });
  const stranger = await accountOn(db, null);
  const { file_uid } = (await upload("a.pdf", PDF, managed.token)).body;
  expect((await download(file_uid, viewer.token)).status).toBe(200);
  expect(await list(viewer.token)).toHaveLength(1);
  expect((await upload("b.pdf", PDF, viewer.token)).body.code).toBe("project.read_only");
  expect((await remove(file_uid, viewer.token)).body.code).toBe("file.read_only");
  expect((await upload("b.pdf", PDF, stranger.token)).body.code).toBe("project.not_found");
  const theirs = await download(file_uid, stranger.token);
  const none = await download(randomUUID(), stranger.token);
  for (const told of [theirs, none, await remove(file_uid, stranger.token)]) {
    expect([told.status, told.body.code, told.body.message]).toEqual([404, "file.not_found", "No such file"]);
  }
  expect(await kept()).toBe(1);
  expect((await remove(file_uid, managed.token)).status).toBe(200);
  expect((await download(file_uid)).status).toBe(404);
  expect((await remove(file_uid)).status).toBe(404);
  expect(await kept()).toBe(0);
});

test("no call of files is answered without a token", async () => {
  const { api, plant, kept } = await kit();
  const { project_uid } = plant;
  const told = [
    await api(listFiles, { query: { project_uid } }),
    await api(uploadFile, { query: { project_uid, name: "plan.pdf" }, file: PDF }),
    await api(downloadFile, { query: { file_uid: randomUUID() } }),
    await api(removeFile, { query: { file_uid: randomUUID() } }),
  ];
  expect(told.map(({ status, body }) => [status, body.message])).toEqual(
    told.map(() => [403, "Token is required"]),
  );
  expect(await kept()).toBe(0);
});

test("no uid leads out of the folder, and what lies there without a row is not given out", async () => {
  const { download, store, api, token } = await kit();
  for (const file_uid of ["../../etc/passwd", "%2e%2e%2fpasswd", "a\0b", "..", ""]) {
    const { status } = await download(file_uid);
    expect([file_uid, status]).toEqual([file_uid, 400]);
  }
  await expect(store.content("../../../../etc/passwd")).rejects.toThrow(RangeError);
  expect((await api(downloadFile, { query: { file_uid: randomUUID() } })).status).toBe(403);
  expect((await api(listFiles, { token, query: { project_uid: randomUUID() } })).status).toBe(404);
});

test("the files of a removed project are gone for everyone", async () => {
  const { api, plant, token, upload, download } = await kit();
  const { file_uid } = (await upload("a.pdf", PDF)).body;
  await api(removeProject, { token, query: { project_uid: plant.project_uid } });
  expect((await download(file_uid)).body.code).toBe("file.not_found");
});

test("a project holds so many files and bytes and an account so many bytes, however many arrive at once", async () => {
  const { db, plant, upload, kept } = await kit();
  const { project_id, account_id } = plant;
  const rows = Array.from({ length: FILE_LIMITS.filesPerProject - 1 }, () => ({
    file_uid: randomUUID(),
    project_id,
    name: "a.txt",
    category: "document",
    mime: "text/plain",
    size_bytes: 1,
  }));
  await db.insertInto("project_file").values(rows).execute();
  const told = await Promise.all([1, 2, 3, 4].map((n) => upload(`${n}.pdf`, PDF)));
  expect(told.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  expect(await kept()).toBe(1);
  const only = { size_bytes: FILE_LIMITS.bytesPerProject - 10, uploaded_by: account_id };
  await db.deleteFrom("project_file").where("project_id", "=", project_id).execute();
  await db
    .insertInto("project_file")
    .values({ ...rows[0], ...only } as (typeof rows)[number])
    .execute();
  expect((await upload("big.pdf", PDF)).body.code).toBe("file.too_many");
});

const nobody = () => Promise.reject(new RangeError("no gateway calls here"));

/** Uploads over a real connection, so that lengths and early ends are those of a browser. */
async function listening() {
  const { db, plant, token } = await projectsApi();
  const { store, folder } = await freshStore();
  const app = await webServer({});
  fileRoutes(server(app, { session: doorkeeperSession(db), gateway: nobody }), db, store);
  onTestFinished(() => app.close());
  await app.listen({ port: 0, host: "127.0.0.1" });
  const at = app.server.address();
  const port = typeof at === "object" && at !== null ? at.port : 0;
  const path = `/api/v1/fleet/file?project_uid=${plant.project_uid}&name=a.txt`;
  const send = (length: number | null) =>
    new Promise<{ status: number; code: string; sent: number }>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        "content-type": "application/octet-stream",
        ...(length === null ? {} : { "content-length": length }),
      };
      let sent = 0;
      let answered = false;
      const call = request({ port, host: "127.0.0.1", method: "POST", path, headers }, (reply) => {
        answered = true;
        const pieces: Buffer[] = [];
        reply.on("data", (piece: Buffer) => pieces.push(piece));
        reply.on("end", () => {
          const { code } = JSON.parse(Buffer.concat(pieces).toString()) as { code: string }; // a problem
          resolve({ status: reply.statusCode ?? 0, code, sent });
          call.destroy();
        });
      });
      call.on("error", (error) => !answered && reject(error));
      const piece = Buffer.alloc(65_536, "a");
      const more = () => {
        if (answered || call.destroyed) return;
        sent += piece.length;
        if (call.write(piece)) setImmediate(more);
        else call.once("drain", more);
      };
      more();
    });
  return { send, folder };
}

test("a file that says it is too large is refused before it is read, one that turns out so as soon as it is", async () => {
  const { send, folder } = await listening();
  const said = await send(FILE_LIMITS.bytes + 1);
  expect([said.status, said.code]).toEqual([413, "file.too_large"]);
  expect(said.sent).toBeLessThan(FILE_LIMITS.bytes);
  const found = await send(null);
  expect([found.status, found.code]).toEqual([413, "file.too_large"]);
  expect(found.sent).toBeGreaterThan(FILE_LIMITS.bytes);
  expect(await readdir(`${folder}/arriving`)).toEqual([]);
});

test("a body that is no file is refused by its type", async () => {
  const { api, token, plant } = await kit();
  const query = { project_uid: plant.project_uid, name: "a.txt" };
  const json = await api(uploadFile, { token, query, body: { a: 1 } });
  expect(json.status).toBe(415);
  const nothing = await api(uploadFile, { token, query });
  expect([nothing.status, nothing.body.code]).toEqual([415, "request.not_a_file"]);
});
