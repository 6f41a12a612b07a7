// What tests of the certificate pages share: seats of a person, and what waits for them, as the server answers.
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { getSeats } from "@heliograph/contract/parties/business-accounts";
import { listWaiting, SERVICES } from "@heliograph/contract/registry/services";
import { answer } from "./test-kit.tsx";

type Seats = Answer<typeof getSeats>;
export const BUSINESS_ACCOUNT = "3f2504e0-4f89-41d3-9a0c-0305e82c3399";

export const seatIn = (company_name: string, account = BUSINESS_ACCOUNT): Seats["accounts"][number] => ({
  account,
  company_name,
  status: "active",
  trade_account_id: "TA-000001",
  role: "account_manager",
  demonstration: false,
});

/** The seats of an account manager of one company, changed as told. */
export const fakeSeats = (change: Partial<Seats> = {}) =>
  answer(getSeats, {
    accounts: [seatIn("Xanh Energy JSC")],
    issuer_of: [],
    is_platform_operator: false,
    ...change,
  });

/** One device that waits to be submitted again. */
export const fakeWaiting = () =>
  answer(listWaiting, {
    services: SERVICES.map((service) => ({
      service,
      waiting: service === "devices" ? 1 : 0,
      states: service === "devices" ? [{ status: "to_resubmit", count: 1, is_you: true }] : [],
    })),
    yours: [
      {
        service: "devices",
        record_uid: "3f2504e0-4f89-41d3-9a0c-0305e82c3310",
        number: "DR-2026-000031",
        title: "Can Tho Rice Mill Rooftop",
        status: "to_resubmit",
        next: { by: "trader", is_you: true, until: "2026-11-17T15:59:59.999Z", otherwise: null },
      },
    ],
    others: [],
  });
