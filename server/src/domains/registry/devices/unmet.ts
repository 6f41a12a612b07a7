import { GuardRefusal } from "../../../platform/problem.ts";

/** A guard that does not hold. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly field?: string;
}

/** Refuses with all the faults at once; nothing where there is none. */
export function refuseUnmet(faults: readonly Fault[]): void {
  const [first, ...others] = faults;
  if (first !== undefined) throw new GuardRefusal(422, [first, ...others]);
}
