import { once } from "node:events";
import { connect } from "node:net";
import { GATEWAY_LIMITS } from "@heliograph/contract";
import { expect, onTestFinished, test } from "vitest";
import { webServer } from "./web-server.ts";

test("images come from this server alone, and from the one other origin that is set", async () => {
  const policies = [];
  for (const options of [{}, { imageOrigin: "https://tiles.example.com" }]) {
    const app = await webServer(options);
    onTestFinished(() => app.close());
    const { headers } = await app.inject({ url: "/healthz" });
    policies.push(/img-src [^;]*/.exec(String(headers["content-security-policy"]))?.[0]);
  }
  expect(policies).toEqual([
    "img-src 'self' data: blob:",
    "img-src 'self' data: blob: https://tiles.example.com",
  ]);
});

test("R31: search engines are told on every answer to leave it alone", async () => {
  const app = await webServer({});
  onTestFinished(() => app.close());
  for (const url of ["/healthz", "/verify/0"]) {
    expect((await app.inject({ url })).headers["x-robots-tag"]).toBe("noindex");
  }
});

test("a body may be as large as a gateway's largest message and no larger", async () => {
  const app = await webServer({});
  onTestFinished(() => app.close());
  app.post("/echo", async () => "taken");
  const headers = { "content-type": "application/json" };
  const send = (bytes: number) =>
    app.inject({ method: "POST", url: "/echo", headers, payload: `"${"x".repeat(bytes - 2)}"` });
  expect((await send(GATEWAY_LIMITS.messageBytes)).statusCode).toBe(200);
  expect((await send(GATEWAY_LIMITS.messageBytes + 1)).statusCode).toBe(413);
});

test("a client whose headers do not come is told so and cut off", async () => {
  const app = await webServer({});
  onTestFinished(() => app.close());
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  const socket = connect({ host: "127.0.0.1", port: Number(new URL(address).port) });
  await once(socket, "connect");
  socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ");
  const closed = once(socket, "close");
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});
