import { getSecurity } from "@heliograph/contract/identity/security";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ask } from "../../../platform/api.ts";
import { Refused } from "../../../platform/http.ts";
import { ConfirmIdentity } from "./ConfirmIdentity.tsx";

type Security = Answer<typeof getSecurity>;

/** Work that waits for the person to prove who it is. */
interface Waiting {
  readonly security: Security;
  readonly begin: () => void;
  readonly giveUp: () => void;
}

const isConfirmed = ({ confirmed_until }: Security): boolean =>
  confirmed_until !== null && Date.parse(confirmed_until) > Date.now();

/**
 * For work that needs a person who has proved who it is lately: `confirmed` does it at once where that is so, else after `dialog`, which the caller shows. Given up, it
 * throws what the server would refuse it with.
 */
export function useConfirmation() {
  const queries = useQueryClient();
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const confirmed = async <R,>(work: () => Promise<R>): Promise<R> => {
    const security = await queries.fetchQuery(ask(getSecurity, {}));
    if (isConfirmed(security)) return work();
    return new Promise<R>((resolve, reject) =>
      setWaiting({ security, begin: () => resolve(work()), giveUp: () => reject(NOT_CONFIRMED) }),
    );
  };
  const end = (how: "begin" | "giveUp") => {
    setWaiting(null);
    waiting?.[how]();
  };
  const dialog = waiting !== null && (
    <ConfirmIdentity
      hasPassword={waiting.security.has_password}
      hasCode={waiting.security.second_factor !== null}
      proven={() => end("begin")}
      close={() => end("giveUp")}
    />
  );
  return { confirmed, dialog };
}

const NOT_CONFIRMED = new Refused({
  status: 403,
  code: "confirmation.required",
  message: "Please confirm that it is you",
});
