import { Suspense, useState, type ReactNode } from "react";

/** Renders its children from the first time that `open` is true: what is loaded lazily for them waits until then. */
export function OnceOpened({ open, children }: { open: boolean; children: ReactNode }) {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return opened ? <Suspense>{children}</Suspense> : null;
}
