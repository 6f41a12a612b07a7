// Which record each call of the certificate workspace takes, and who may make it.
import {
  bankAccountLife,
  businessAccountLife,
  callLife,
  DEVICE_LIFE,
  gecRedemptionLife,
  gecSellingLife,
  importLife,
  invoiceLife,
  ISSUANCE_LIFE,
  redemptionLife,
  type RecordLife,
} from "@heliograph/contract";
import { PROPOSED, type RecordName } from "../registry/workspace-records.ts";

/** Roles that people have in the workspace. */
export const ROLES = ["viewer", "trader", "account_manager", "issuer", "platform_operator"] as const;
export type WorkspaceRole = (typeof ROLES)[number];

const MARKET = ["trader", "account_manager"] as const;

/** What a call takes: the record in each place, and who may make it; a call that reads may be made by all who see the record. */
interface Taken {
  readonly slots: Readonly<Record<string, RecordName>>;
  /** Roles, or the life cycle that says so of each action. */
  readonly may: readonly WorkspaceRole[] | RecordLife | "reads";
  /** What its body says instead of what is made up. */
  readonly body?: object;
  readonly query?: Readonly<Record<string, string>>;
  /** Roles of the account that do not see such records at all, and find nothing. */
  readonly unseenBy?: readonly WorkspaceRole[];
  /** What it answers, and does not refuse, where there is no such record. */
  readonly without?: "an empty list" | "what the person's own account has";
}

const record = (name: RecordName): Readonly<Record<string, RecordName>> => ({ "body.record_uid": name });
const read = (name: RecordName): Taken => ({ slots: { "query.record_uid": name }, may: "reads" });
/** Operators name the account, and people of one act for it. */
const readOfAccount = (name: RecordName): Taken => ({
  ...read(name),
  without: "what the person's own account has",
});
const command = (name: RecordName, may: RecordLife): Taken => ({ slots: record(name), may });
const HIDDEN = { unseenBy: ["viewer"] } as const;

/** Calls that take a company's record, by name. */
export const TAKEN: Readonly<Record<string, Taken>> = {
  actOnDeviceApplication: command("application", DEVICE_LIFE),
  createDeviceApplication: {
    slots: { "body.copy_of": "application", "body.folder_uid": "folder" },
    may: MARKET,
  },
  getDeviceApplication: read("application"),
  listDeviceApplications: { slots: { "query.folder_uid": "folder" }, may: "reads", without: "an empty list" },
  saveDeviceApplication: {
    slots: {
      "query.record_uid": "draft",
      "body.draft.meters.device_uid": "portalDevice",
      "body.draft.members": "registeredDevice",
    },
    may: MARKET,
  },
  downloadDeviceDocument: { slots: { "query.document_uid": "deviceDocument" }, may: "reads" },
  removeDeviceDocument: { slots: { "query.document_uid": "deviceDocument" }, may: MARKET },
  uploadDeviceDocument: { slots: { "query.record_uid": "draft" }, may: MARKET },
  changeGroup: {
    slots: {
      "body.device_uid": "group",
      "body.add": "registeredDevice",
      "body.remove": "registeredDevice",
    },
    may: MARKET,
  },
  decideOnDevice: {
    slots: { "body.device_uid": "registeredDevice" },
    may: ["issuer", "platform_operator"],
  },
  getRegisteredDevice: { slots: { "query.device_uid": "registeredDevice" }, may: "reads" },
  readGenerationAccount: { slots: { "query.device_uid": "registeredDevice" }, may: "reads" },
  recordMeterFinding: {
    slots: { "body.device_uid": "registeredDevice", "body.unit_uid": "unit" },
    may: ["issuer"],
  },
  releaseDevice: { slots: { "body.device_uid": "registeredDevice" }, may: ["account_manager"] },
  actOnFolder: { slots: { "body.folder_uid": "folder" }, may: MARKET },
  getDeviceFolder: { slots: { "query.folder_uid": "folder" }, may: "reads" },
  renameDeviceFolder: { slots: { "query.folder_uid": "folder" }, may: MARKET },
  removeDeviceFolder: { slots: { "query.folder_uid": "folder" }, may: MARKET },
  moveToFolder: { slots: { "body.folder_uid": "folder", "body.record_uids": "draft" }, may: MARKET },
  moveRedemption: command("redemption", redemptionLife),
  readRedemption: read("redemption"),
  commandIssuance: {
    slots: { ...record("issuance"), "body.evidence_uid": "metering" },
    may: ISSUANCE_LIFE,
  },
  downloadEvidencePack: read("issuance"),
  createIssuance: { slots: { "body.device_uid": "registeredDevice" }, may: MARKET },
  readIssuance: read("issuance"),
  downloadEvidence: { slots: { "query.evidence_uid": "agreement" }, may: "reads" },
  uploadEvidence: {
    slots: { "query.record_uid": "import" },
    may: ["platform_operator"],
    query: { kind: "registry_statement", name: "statement.pdf" },
  },
  moveImport: command("import", importLife),
  readRecImport: read("import"),
  moveGecRedemption: command("gec", gecRedemptionLife),
  readGecRedemption: read("gec"),
  listRegistryCalls: {
    slots: { "query.redemption_uid": "redemption" },
    may: "reads",
    without: "an empty list",
  },
  moveRegistryCall: command("call", callLife),
  readRegistryCall: read("call"),
  downloadPaymentProof: { slots: { "query.proof_uid": "paymentProof" }, may: "reads" },
  listRedemptionInvoices: read("redemption"),
  moveInvoice: {
    slots: { "body.record_uid": "invoice", "body.payment.proof_uid": "paymentProof" },
    may: invoiceLife,
  },
  uploadPaymentProof: { slots: { "query.record_uid": "invoice" }, may: MARKET },
  getBusinessAccount: readOfAccount("company"),
  moveBusinessAccount: command("company", businessAccountLife),
  downloadCompanyDocument: { slots: { "query.document_uid": "companyDocument" }, may: "reads" },
  removeCompanyDocument: { slots: { "query.document_uid": "companyDocument" }, may: ["account_manager"] },
  listAccountPeople: readOfAccount("company"),
  changeAccountPerson: { slots: { "body.account_uid": "person" }, may: ["account_manager"] },
  removeAccountPerson: { slots: { "query.account_uid": "person" }, may: ["account_manager"] },
  confirmAccountInvitation: {
    slots: { "body.invitation_uid": "invitation" },
    may: ["account_manager", "platform_operator"],
    unseenBy: ["viewer", "trader"],
  },
  revokeAccountInvitation: {
    slots: { "query.invitation_uid": "invitation" },
    may: ["account_manager"],
    unseenBy: ["viewer", "trader"],
  },
  moveBankAccount: { ...command("bank", bankAccountLife), ...HIDDEN },
  archiveRecipient: { slots: { "query.recipient_uid": "recipient" }, may: MARKET, ...HIDDEN },
  changeRecipient: { slots: { "body.recipient_uid": "recipient" }, may: MARKET, ...HIDDEN },
  // What somebody proposed on the import.
  answerProposal: {
    slots: record("import"),
    may: ["platform_operator"],
    body: { entity: importLife.entity, expected_version: 1, payload_hash: PROPOSED.toString("hex") },
  },
  getAdvancedFeatures: readOfAccount("selling"),
  moveAdvancedFeatures: { ...command("selling", gecSellingLife), ...HIDDEN },
};

/** Calls that take no company's record, each with why. */
export const NO_COMPANYS: Readonly<Record<string, string>> = {
  getDeviceConsent: "whoever owns the plant in the portal consents, whatever account applies",
  setDeviceConsent: "the same",
  readRecordNotices: "notices are a person's own, whatever account they are about",
  confirmImportOrigin: "what an operator stated of another registry",
  confirmRegistryConnection: "what an operator asked for of another registry",
  confirmFeeChange: "what an operator asked for of the fees of all accounts",
  setAsideFeeChange: "the same",
};
