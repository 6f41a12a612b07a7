// What tests of the certificate pages share: seats of a person, and what waits for them, as the server answers.
import type { plantCertificates } from "@heliograph/contract/registry/plant-certificates/plant-certificates";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { listRecordNotices, type RecordNotice } from "@heliograph/contract/notices/records";
import { getSeats } from "@heliograph/contract/parties/business-accounts";
import { listWaiting, WAITING_KINDS } from "@heliograph/contract/registry/services";
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

/** Nothing waits for anybody. */
export const fakeNothingWaits = () =>
  answer(listWaiting, {
    services: WAITING_KINDS.map((service) => ({ service, waiting: 0, states: [] })),
    yours: [],
    others: [],
  });

/** One device that waits to be submitted again. */
export const fakeWaiting = () =>
  answer(listWaiting, {
    services: WAITING_KINDS.map((service) => ({
      service,
      waiting: service === "devices" ? 1 : 0,
      states: service === "devices" ? [{ status: "to_resubmit", count: 1, is_you: true }] : [],
    })),
    yours: [
      {
        service: "devices",
        record_uid: "3f2504e0-4f89-41d3-9a0c-0305e82c3310",
        page: "3f2504e0-4f89-41d3-9a0c-0305e82c3310",
        number: "DR-2026-000031",
        title: "Can Tho Rice Mill Rooftop",
        account: null,
        status: "to_resubmit",
        next: { by: "trader", is_you: true, until: "2026-11-17T15:59:59.999Z", otherwise: null },
      },
    ],
    others: [],
  });

/** Of an operator: a company to review and a bank account to verify. */
export const fakeReviews = () =>
  answer(listWaiting, {
    services: WAITING_KINDS.map((service) => ({
      service,
      waiting: service === "accounts" ? 2 : 0,
      states:
        service === "accounts"
          ? [
              { status: "under_review", count: 1, is_you: true },
              { status: "pending_verification", count: 1, is_you: true },
            ]
          : [],
    })),
    yours: ["BA-2026-000004", "BK-2026-000002"].map((number, nth) => ({
      service: "accounts" as const,
      record_uid: `3f2504e0-4f89-41d3-9a0c-0305e82c331${nth}`,
      page: `3f2504e0-4f89-41d3-9a0c-0305e82c331${nth}`,
      number,
      title: "Xanh Energy JSC",
      account: BUSINESS_ACCOUNT,
      status: nth === 0 ? "under_review" : "pending_verification",
      next: {
        by: "platform_operator" as const,
        is_you: true,
        until: "2026-11-17T15:59:59.999Z",
        otherwise: null,
      },
    })),
    others: [],
  });

/** What a first person proposes, changed as told. */
export const fakeProposal = <P extends object>(
  action: string,
  payload: P,
  change: { by_you?: boolean; reason?: string } = {},
) => ({
  entity: "a_kind",
  action,
  asked_at: "2026-11-03T02:24:36.000Z",
  by_you: false,
  person: "Minh Le",
  reason: null,
  payload,
  payload_hash: "ab".repeat(32),
  ...change,
});

/** A notice of a device that was sent back, changed as told. */
export const noticeOf = (change: Partial<RecordNotice> = {}): RecordNotice => ({
  id: "3f2504e0-4f89-41d3-9a0c-0305e82c3321",
  at: "2026-11-03T02:24:36.000Z",
  service: "devices",
  record_uid: "3f2504e0-4f89-41d3-9a0c-0305e82c3310",
  number: "DR-2026-000031",
  title: "Can Tho Rice Mill Rooftop",
  account: null,
  kind: "Device registration",
  event: "Changes asked",
  by: "an issuer",
  reason: "The capacity does not fit.",
  waits: true,
  until: "2026-11-17T15:59:59.999Z",
  is_there: true,
  read: false,
  demonstration: false,
  ...change,
});

/** These notices, the newest first. */
export const fakeNotices = (items: readonly RecordNotice[] = [], change: object = {}) => {
  const unread = items.filter(({ read }) => !read).length;
  const of = (service: string) => items.filter((one) => one.service === service).length;
  return answer(listRecordNotices, {
    items: [...items],
    total: items.length,
    counts: { all: items.length, unread },
    services: {
      devices: of("devices"),
      issuance: of("issuance"),
      imports: of("imports"),
      redemption: of("redemption"),
      registered: of("registered"),
      accounts: of("accounts"),
    },
    unread,
    newest: items[0]?.id ?? null,
    ...change,
  });
};

/** Of a plant whose reader has nothing to do with certificates. */
export const NO_CERTIFICATES: Answer<typeof plantCertificates> = {
  account: null,
  company_name: "",
  may_register: false,
  device: null,
  vintage: 2026,
  months: [],
  places: [],
  request: null,
  so_far_wh: 0,
  next_draft: "2026-12-01 02:00",
  consents: [],
};
