import { expect, onTestFinished, test, vi } from "vitest";
import { fakeServer, freshBrowser, refusal, signedInAs } from "../../../testing/test-kit.tsx";
import { pushStateHere, renewPush } from "./push-here.ts";

freshBrowser();

/** A browser with a subscription. */
function subscribed() {
  const subscription = { endpoint: "https://fcm.googleapis.com/x", unsubscribe: async () => true };
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("PushManager", {});
  vi.stubGlobal("Notification", { permission: "granted" });
  Object.assign(navigator, {
    serviceWorker: {
      getRegistration: async () => ({ pushManager: { getSubscription: async () => subscription } }),
    },
  });
  onTestFinished(() => void Reflect.deleteProperty(navigator, "serviceWorker"));
}

test("a registration that fails is logged and nothing else", async () => {
  subscribed();
  signedInAs("good");
  const logged = vi.spyOn(console, "warn").mockImplementation(() => {});
  fakeServer({ "notification/client/regist-nof": () => refusal(500, "Internal error") });
  await expect(renewPush("3f2504e0-4f89-41d3-9a0c-0305e82c3301")).resolves.toBeUndefined();
  expect(logged).toHaveBeenCalledOnce();
});

test("a page without https, a browser that has no pushes and one that forbids them are told apart", async () => {
  vi.stubGlobal("isSecureContext", false);
  expect(await pushStateHere()).toBe("insecure");
  vi.stubGlobal("isSecureContext", true);
  expect(await pushStateHere()).toBe("unsupported");
  subscribed();
  expect(await pushStateHere()).toBe("on");
  vi.stubGlobal("Notification", { permission: "denied" });
  expect(await pushStateHere()).toBe("denied");
});
