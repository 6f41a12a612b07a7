// Which hosts pushes are sent to: an endpoint is what somebody's browser, or somebody, says it is.

/** The push services of browsers: Chromium and what is made of it, Firefox, Safari, Edge; each with what stands below it. */
const SERVICES = [
  "fcm.googleapis.com",
  "android.googleapis.com",
  "push.services.mozilla.com",
  "push.apple.com",
  "notify.windows.com",
];

/** Whether the address is one of a push service of browsers, over https at its usual port. */
export function isPushService({ hostname, port, protocol }: URL): boolean {
  const isKnown = SERVICES.some((service) => hostname === service || hostname.endsWith(`.${service}`));
  return protocol === "https:" && port === "" && isKnown;
}
