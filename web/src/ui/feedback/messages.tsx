// Short sentences over the page that say what has happened, and go by themselves.
import { lazy, Suspense, useSyncExternalStore } from "react";
import { hasSpoken, onFirstMessage } from "./say.ts";

const MessageList = lazy(async () => ({ default: (await import("./MessageList.tsx")).MessageList }));

/** Shows what is said; once on a page. */
export function Messages() {
  const spoken = useSyncExternalStore(onFirstMessage, hasSpoken);
  return spoken ? (
    <Suspense fallback={null}>
      <MessageList />
    </Suspense>
  ) : null;
}
