// Shows what is pushed, and opens where it leads. It keeps no pages: the portal is as new as its server.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** What the server pushes: title, body, url, tag, severity. */
function pushed(event) {
  try {
    return event.data.json();
  } catch {
    return {};
  }
}

self.addEventListener("push", (event) => {
  const { title = "Heliograph", body = "", url = "/", tag = "heliograph", severity } = pushed(event);
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      renotify: true,
      requireInteraction: severity === "critical",
      icon: "/icon-192.png",
      data: { url },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data?.url ?? "/"));
});

/** Shows the address of this site in a window of the portal that is open, or in a new one. */
async function show(path) {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: "window" });
  const [open] = windows;
  if (open === undefined) {
    await self.clients.openWindow(url.href);
    return;
  }
  await open.focus();
  await open.navigate(url.href);
}
