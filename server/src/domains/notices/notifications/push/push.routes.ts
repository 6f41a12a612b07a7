import {
  pushKey,
  registerNotifications,
  subscriptionOf,
  unregisterNotifications,
  type WebPushSubscription,
} from "@heliograph/contract";
import type { Db } from "../../../../platform/db.ts";
import type { Serve } from "../../../../platform/http.ts";
import type { OutboundAllow } from "../../../../platform/outbound/target.ts";
import { Problem } from "../../../../platform/problem.ts";
import { mayPushTo } from "./push.jobs.ts";
import { pushKeysOf, registerBrowser, unregisterBrowser } from "./push.sql.ts";

/** Serves the browsers that somebody's notices are pushed to. */
export function pushRoutes(serve: Serve, db: Db, allow: OutboundAllow): void {
  serve(pushKey, async () => ({ public_key: (await pushKeysOf(db)).publicKey }));
  serve(registerNotifications, ({ body: { registration_token, app_id, user_id }, session }) =>
    db.transaction().execute(async (tx) => {
      const { account_id, session_id, account_uid } = session;
      if (user_id !== account_uid) throw new Problem(404, "user.not_found", "No such user");
      const subscription = tokenOf(registration_token);
      const { endpoint } = subscription;
      if (!mayPushTo(endpoint, allow)) {
        const message = "Pushes are sent to the push services of browsers alone";
        throw new Problem(400, "push.host_refused", message, { "body.registration_token": message });
      }
      await registerBrowser(tx, { account_id, session_id, app_id }, subscription);
      return { message: "Notifications are sent to this browser" };
    }),
  );
  serve(unregisterNotifications, async ({ body: { registration_token }, session: { account_id } }) => {
    await unregisterBrowser(db, account_id, tokenOf(registration_token).endpoint);
    return { message: "Notifications are not sent to this browser any more" };
  });
}

/** The subscription of a token that the contract has let through. */
function tokenOf(token: string): WebPushSubscription {
  const subscription = subscriptionOf(token);
  if (subscription === null) throw new RangeError("the token is no subscription");
  return subscription;
}
