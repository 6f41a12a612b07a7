// Pushes to this browser: its service worker, its subscription, and the server that is told of it (M135, M239).
import {
  pushKey,
  registerNotifications,
  unregisterNotifications,
} from "@heliograph/contract/notices/notifications/notifications";
import { call } from "../../../platform/call.ts";
import { APP_ID } from "./notification-queries.ts";

/**
 * Whether this browser is pushed to. `insecure`: the page came over plain http, where browsers allow none; `unsupported`: this
 * browser has none; `denied`: its person has forbidden it.
 */
export type PushState = "insecure" | "unsupported" | "denied" | "off" | "on";

const WORKER = "/sw.js";

/** How pushes stand in this browser. */
export async function pushStateHere(): Promise<PushState> {
  if (!globalThis.isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator && "PushManager" in globalThis)) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  return (await subscriptionHere()) === null ? "off" : "on";
}

/**
 * Asks for permission, subscribes and registers the browser for the account. What fails is logged and nothing else (M239); the state
 * after it says what holds.
 */
export async function turnPushOn(user_id: string): Promise<PushState> {
  try {
    if ((await Notification.requestPermission()) === "granted") {
      const worker = await navigator.serviceWorker.register(WORKER);
      const { public_key } = await call(pushKey, {});
      const kept = await worker.pushManager.getSubscription();
      const subscription =
        kept ??
        (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key }));
      await registered(user_id, subscription);
    }
  } catch (error) {
    logged("This browser could not be registered for notifications", error);
  }
  return pushStateHere();
}

/** Ends the subscription, and tells the server. */
export async function turnPushOff(): Promise<PushState> {
  try {
    const subscription = await subscriptionHere();
    if (subscription !== null) {
      const body = { registration_token: JSON.stringify(subscription), app_id: APP_ID } as const;
      await subscription.unsubscribe();
      await call(unregisterNotifications, { body });
    }
  } catch (error) {
    logged("This browser could not be taken from those that are notified", error);
  }
  return pushStateHere();
}

/** Registers a browser that is subscribed already for the session of now: its pushes ended with the one before. */
export async function renewPush(user_id: string): Promise<void> {
  try {
    const subscription = await subscriptionHere();
    if (subscription !== null) await registered(user_id, subscription);
  } catch (error) {
    logged("This browser could not be registered for notifications", error);
  }
}

/** Ends the subscription of whoever signs out; the server sends to no session that is over. */
export async function forgetPush(): Promise<void> {
  const subscription = await subscriptionHere().catch(() => null);
  await subscription?.unsubscribe().catch(() => false);
}

/** What goes wrong here is for whoever looks into it: people are not told (M239). */
function logged(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the specification asks for the log of the browser, and for nothing else
  console.warn(what, error);
}

const registered = (user_id: string, subscription: PushSubscription) =>
  call(registerNotifications, {
    body: { registration_token: JSON.stringify(subscription), app_id: APP_ID, user_id },
  });

async function subscriptionHere(): Promise<PushSubscription | null> {
  if (!("serviceWorker" in navigator && "PushManager" in globalThis)) return null;
  const worker = await navigator.serviceWorker.getRegistration(WORKER);
  return (await worker?.pushManager.getSubscription()) ?? null;
}
