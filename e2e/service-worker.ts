// The service worker of a page, to which pushes are handed by the browser's debugging protocol, as its push service would.
import type { Page } from "@playwright/test";

/** Registers the portal's service worker for the signed-in page: hands it what is pushed, and says what the browser then shows. */
export async function serviceWorkerOf(page: Page) {
  const origin = new URL(page.url()).origin;
  await page.context().grantPermissions(["notifications"], { origin });
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
      if (found !== undefined) resolve(found.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/sw.js");
    await navigator.serviceWorker.ready;
  });
  const registrationId = await registered;
  return {
    deliver: async (pushed: unknown): Promise<void> => {
      await devtools.send("ServiceWorker.deliverPushMessage", {
        origin,
        registrationId,
        data: JSON.stringify(pushed),
      });
    },
    shown: () =>
      page.evaluate(async () => {
        const worker = await navigator.serviceWorker.ready;
        return (await worker.getNotifications()).map(({ title, body, tag, data }) => ({
          title,
          body,
          tag,
          data: data as unknown,
        }));
      }),
  };
}
