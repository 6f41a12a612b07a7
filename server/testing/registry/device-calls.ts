// Registering a device over the calls of the registry, as a person of its company does; in process and over HTTP.
import { randomUUID } from "node:crypto";
import {
  actOnDeviceApplication,
  createDeviceApplication,
  DEVICE_DOCUMENTS,
  getDeviceApplication,
  getDeviceConsent,
  saveDeviceApplication,
  setDeviceConsent,
  uploadDeviceDocument,
  type DeviceAction,
  type DeviceApplication,
  type DeviceDraft,
  type Endpoint,
} from "@heliograph/contract";

/** Makes a call, in process or over HTTP. */
export type CallApi = (
  e: Endpoint,
  asking: {
    readonly token?: string;
    readonly query?: Readonly<Record<string, string | number>>;
    readonly body?: unknown;
    readonly file?: Uint8Array;
  },
) => Promise<{
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asserts the shape of what it looks at
  readonly body: any;
}>;

interface Person {
  readonly token: string;
}

/** Fields that every guard passes with, for the plant. */
export const soundDraft = (project_uid: string, meter: string): DeviceDraft => ({
  fields: {
    device_english_name: "Rice Mill Rooftop",
    device_local_name: "Điện mặt trời mái nhà Xay xát",
    registry: "IREC",
    owner: "Xanh Energy JSC",
    fuel_type: "ES100",
    device_technology: "TC110",
    capacity: "0.940",
    commercial_operation_date: "2023-11-02",
    on_site_consumption: "part",
    auxiliary_energy: "none",
    location: "VN",
    province: "Cần Thơ",
    address: "Trà Nóc industrial park",
    latitude: "10.7769",
    longitude: "106.7009",
    project_uid,
    no_other_certificates: "yes",
  },
  meters: [{ device_uid: meter, role: "main" }],
  members: [],
});

/** A command as its person gives it; who approves has looked at the owner's declaration. */
const bodyOf = ({ record_uid, version }: { record_uid: string; version: number }, action: DeviceAction) => ({
  record_uid,
  action,
  expected_version: version,
  key: randomUUID(),
  ...(action.startsWith("approve") ? { owner_named: true } : {}),
});

/** Calls as the trader of the company makes them. */
export function callsOf({
  api,
  mine,
  trader,
  pdf,
}: {
  api: CallApi;
  mine: { account: string };
  trader: Person;
  pdf: Uint8Array;
}) {
  const of = { account: mine.account };
  /** A new draft of the trader. */
  const create = async (body: object = {}): Promise<{ record_uid: string; number: string }> =>
    (
      await api(createDeviceApplication, {
        token: trader.token,
        query: of,
        body: { key: randomUUID(), ...body },
      })
    ).body;
  const get = async (record_uid: string): Promise<DeviceApplication> =>
    (await api(getDeviceApplication, { token: trader.token, query: { ...of, record_uid } })).body;
  const save = async (record_uid: string, draft: DeviceDraft, more: object = {}) => {
    const { version } = await get(record_uid);
    return api(saveDeviceApplication, {
      token: trader.token,
      query: { ...of, record_uid },
      body: { expected_version: version, draft, ...more },
    });
  };
  const upload = (record_uid: string, kind: string, name = `${kind}.pdf`, file = pdf) =>
    api(uploadDeviceDocument, { token: trader.token, query: { ...of, record_uid, kind, name }, file });
  const uploadAll = async (record_uid: string) => {
    for (const kind of DEVICE_DOCUMENTS) await upload(record_uid, kind);
    await upload(record_uid, "photos", "second.pdf");
  };
  const consent = async (record_uid: string, by = trader, consents = true) => {
    const { body } = await api(getDeviceConsent, { token: by.token, query: { record_uid } });
    return api(setDeviceConsent, {
      token: by.token,
      body: { record_uid, consents, statement: body.statement },
    });
  };
  /** Takes the action on the record as it is now; of the company's people with the account, of others without. */
  const act = async (
    record_uid: string,
    action: DeviceAction,
    by: Person,
    { account, ...more }: { account?: string; [field: string]: unknown } = {},
  ) => {
    const { version } = await get(record_uid);
    return api(actOnDeviceApplication, {
      token: by.token,
      query: account === undefined ? {} : { account },
      body: { ...bodyOf({ record_uid, version }, action), ...more },
    });
  };
  return { create, get, save, upload, uploadAll, consent, act };
}
