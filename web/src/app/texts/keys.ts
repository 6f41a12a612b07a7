// The keys that texts are asked for by: a wrong one does not compile. Types only: what a page loads is screens.ts's to say.
import type { texts as shell } from "./vi.ts";
import type { texts as common } from "../../platform/texts/vi.ts";
import type { texts as identity } from "../../domains/identity/texts/vi.ts";
import type { texts as commands } from "../../domains/control/commands/texts/vi.ts";
import type { texts as compliance } from "../../domains/control/compliance/texts/vi.ts";
import type { texts as control } from "../../domains/control/texts/vi.ts";
import type { texts as security } from "../../domains/identity/security/texts/vi.ts";
import type { texts as rollOuts } from "../../domains/control/roll-outs/texts/vi.ts";
import type { texts as schedules } from "../../domains/control/schedules/texts/vi.ts";
import type { texts as alarmDesk } from "../../domains/notices/alarm-desk/texts/vi.ts";
import type { texts as notices } from "../../domains/notices/texts/vi.ts";
import type { texts as reports } from "../../domains/reports/texts/vi.ts";
import type { texts as alarmRules } from "../../domains/kpi/texts/vi.ts";
import type { texts as escalation } from "../../domains/notices/escalation/texts/vi.ts";
import type { texts as notifications } from "../../domains/notices/notifications/texts/vi.ts";
import type { texts as recordNotices } from "../../domains/notices/records/texts/vi.ts";
import type { texts as reportTemplates } from "../../domains/reports/templates/texts/vi.ts";
import type { texts as admin } from "../../domains/admin/texts/vi.ts";
import type { texts as files } from "../../domains/fleet/texts/vi.ts";
import type { texts as aliases } from "../../domains/fleet/aliases/texts/vi.ts";
import type { texts as firmware } from "../../domains/fleet/firmware/texts/vi.ts";
import type { texts as outbox } from "../../domains/notices/mail/texts/vi.ts";
import type { texts as webhooks } from "../../domains/notices/webhooks/texts/vi.ts";
import type { texts as apiKeys } from "../../domains/fleet/api-keys/texts/vi.ts";
import type { texts as audit } from "../../domains/fleet/audit/texts/vi.ts";
import type { texts as commissioning } from "../../domains/fleet/commissioning/texts/vi.ts";
import type { texts as members } from "../../domains/fleet/members/texts/vi.ts";
import type { texts as settings } from "../../domains/fleet/projects/texts/vi.ts";
import type { texts as charts } from "../../domains/monitoring/charts/texts/vi.ts";
import type { texts as dataQuality } from "../../domains/monitoring/data-quality/texts/vi.ts";
import type { texts as devices } from "../../domains/monitoring/devices/texts/vi.ts";
import type { texts as environment } from "../../domains/monitoring/environment/texts/vi.ts";
import type { texts as heaters } from "../../domains/monitoring/heaters/texts/vi.ts";
import type { texts as losses } from "../../domains/monitoring/losses/texts/vi.ts";
import type { texts as map } from "../../domains/monitoring/map/texts/vi.ts";
import type { texts as overview } from "../../domains/monitoring/overview/texts/vi.ts";
import type { texts as portfolio } from "../../domains/monitoring/portfolio/texts/vi.ts";
import type { texts as statistics } from "../../domains/monitoring/statistics/texts/vi.ts";
import type { texts as arrivals } from "../../domains/telemetry/arrivals/texts/vi.ts";
import type { texts as imports } from "../../domains/telemetry/import/texts/vi.ts";
import type { texts as registeredDevices } from "../../domains/registry/devices/texts/vi.ts";
import type { texts as deviceDraft } from "../../domains/registry/devices/draft/texts/vi.ts";
import type { texts as deviceConsent } from "../../domains/registry/devices/consent/texts/vi.ts";
import type { texts as deviceReview } from "../../domains/registry/devices/review/texts/vi.ts";
import type { texts as deviceMeters } from "../../domains/registry/devices/meters/texts/vi.ts";
import type { texts as deviceLists } from "../../domains/registry/devices/list/texts/vi.ts";
import type { texts as registeredDevice } from "../../domains/registry/devices/registered/texts/vi.ts";
import type { texts as recImports } from "../../domains/registry/imports/texts/vi.ts";
import type { texts as proofs } from "../../domains/registry/proofs/texts/vi.ts";
import type { texts as registryCalls } from "../../domains/registry/calls/texts/vi.ts";
import type { texts as gecRedemption } from "../../domains/registry/gec/texts/vi.ts";
import type { texts as redemption } from "../../domains/registry/redemption/texts/vi.ts";
import type { texts as registry } from "../../domains/registry/texts/vi.ts";
import type { texts as issuance } from "../../domains/registry/issuance/texts/vi.ts";
import type { texts as generation } from "../../domains/registry/generation/texts/vi.ts";
import type { texts as inventory } from "../../domains/registry/inventory/texts/vi.ts";
import type { texts as parties } from "../../domains/parties/texts/vi.ts";
import type { texts as proposals } from "../../domains/parties/proposals/texts/vi.ts";
import type { texts as bankAccounts } from "../../domains/parties/bank-accounts/texts/vi.ts";
import type { texts as fees } from "../../domains/parties/fees/texts/vi.ts";
import type { texts as feeChanges } from "../../domains/parties/fee-changes/texts/vi.ts";
import type { texts as companyReview } from "../../domains/parties/company-review/texts/vi.ts";
import type { texts as plantCertificates } from "../../domains/registry/plant-certificates/texts/vi.ts";
import type { texts as support } from "../../domains/support/texts/vi.ts";

type Texts = typeof shell &
  typeof common &
  typeof identity &
  typeof security &
  typeof admin &
  typeof notices &
  typeof escalation &
  typeof reports &
  typeof alarmDesk &
  typeof alarmRules &
  typeof notifications &
  typeof recordNotices &
  typeof reportTemplates &
  typeof control &
  typeof compliance &
  typeof commands &
  typeof schedules &
  typeof rollOuts &
  typeof files &
  typeof firmware &
  typeof imports &
  typeof aliases &
  typeof apiKeys &
  typeof outbox &
  typeof webhooks &
  typeof audit &
  typeof commissioning &
  typeof members &
  typeof settings &
  typeof charts &
  typeof dataQuality &
  typeof devices &
  typeof environment &
  typeof heaters &
  typeof losses &
  typeof map &
  typeof overview &
  typeof portfolio &
  typeof statistics &
  typeof arrivals &
  typeof proofs &
  typeof registry &
  typeof parties &
  typeof issuance &
  typeof recImports &
  typeof gecRedemption &
  typeof registryCalls &
  typeof redemption &
  typeof generation &
  typeof inventory &
  typeof registeredDevices &
  typeof deviceDraft &
  typeof deviceLists &
  typeof registeredDevice &
  typeof deviceReview &
  typeof deviceConsent &
  typeof deviceMeters &
  typeof companyReview &
  typeof proposals &
  typeof bankAccounts &
  typeof fees &
  typeof feeChanges &
  typeof plantCertificates &
  typeof support;

/** A key that has a text in every language. Vietnamese is the language the others are compared with. */
export type TextKey = keyof Texts;

/** A key whose text every page has, the public ones too. */
export type PublicKey = keyof typeof shell | keyof typeof common | keyof typeof identity;
