import type { Day } from "@heliograph/contract/kernel/time";
import { useSearchParams } from "react-router";
import { dayIn } from "./power/power-view.ts";

/** A parameter of the address and the way to change it; null where the address has none: what a first visit shows. */
export function useAddressChoice(name: string): [string | null, (value: string | null) => void] {
  const [address, setAddress] = useSearchParams();
  const choose = (value: string | null) => {
    const next = new URLSearchParams(address);
    if (value === null) next.delete(name);
    else next.set(name, value);
    setAddress(next, { replace: true, preventScrollReset: true });
  };
  return [address.get(name), choose];
}

/** The day that the address names; today where it names none, or one that has not come yet. */
export function dayAt(value: string | null, today: Day): Day {
  const requested = dayIn(value);
  return requested === null || requested > today ? today : requested;
}

/** The day in the address and the way to change it; today where it names none, or one that has not come yet. */
export function useAddressDay(name: string, today: Day): [Day, (day: Day) => void] {
  const [value, choose] = useAddressChoice(name);
  return [dayAt(value, today), (day) => choose(day === today ? null : day)];
}
