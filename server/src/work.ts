// All background work of the product: every task of every domain. docs/what-runs-when.md shows it as a table.
import type { TimestampAuthority } from "@libpdf/core";
import { demoWork } from "../seeds/demo-certificates.ts";
import {
  proofWork,
  rollOutWork,
  scheduleWork,
  sweepCommandsWork,
  zeroExportWork,
  type RollOutSettings,
} from "./domains/control/index.ts";
import { trialWork } from "./domains/energy/index.ts";
import { fleetWork } from "./domains/fleet/index.ts";
import { kpiWork } from "./domains/kpi/index.ts";
import { recordsWork } from "./domains/parties/index.ts";
import {
  callWork,
  publishHeadsWork,
  registrySources,
  registryWork,
  statementPdfWork,
  statementWork,
  type HeadPlaces,
} from "./domains/registry/index.ts";
import { reportsWork } from "./domains/reports/index.ts";
import {
  alarmDeskWork,
  followUpWork,
  headMailWork,
  mailWork,
  notificationWork,
  webhookWork,
  type MailSettings,
  type NoticeRules,
  type PushSettings,
  type WebhookSettings,
} from "./domains/notices/index.ts";
import { settlementSources, settlementWork } from "./domains/settlement/index.ts";
import { importWork } from "./domains/telemetry/index.ts";
import { sweepDocumentsWork } from "./platform/documents/sweep-documents.jobs.ts";
import type { FileStore } from "./platform/files.ts";
import type { Work } from "./platform/jobs/jobs.ts";
import { recordKinds } from "./record-kinds.ts";

/** Folders that all processes share. */
interface WorkStores {
  /** Files of projects, */
  readonly files: FileStore;
  /** those of imports, */
  readonly imports: FileStore;
  /** and documents that the product makes. */
  readonly documents: FileStore;
}

/**
 * What processes with the role worker run. `product` is its name on documents.
 */
export const work = (
  stores: WorkStores,
  {
    rollOuts,
    product,
    mail,
    push,
    webhooks,
    notices,
    ledger,
    heads,
    authority,
    demo,
  }: {
    rollOuts: RollOutSettings;
    product: string;
    mail: MailSettings;
    push: PushSettings;
    webhooks: WebhookSettings;
    notices: NoticeRules;
    /** Folder with the keys of the certificate ledger. */
    ledger: string;
    heads: HeadPlaces;
    /** Stamps documents with the time; null: none is configured. */
    authority: TimestampAuthority | null;
    /** With the simulated fleet: its people act too. */
    demo: boolean;
  },
): readonly Work[] => [
  ...fleetWork(stores),
  ...kpiWork,
  ...scheduleWork,
  ...zeroExportWork,
  ...rollOutWork(rollOuts),
  sweepCommandsWork,
  proofWork({ documents: stores.documents, product, authority }),
  ...notificationWork(push, { product, origin: rollOuts.origin }, notices, [
    ...registrySources,
    ...settlementSources,
  ]),
  followUpWork({ product, origin: rollOuts.origin }, notices),
  ...reportsWork({ documents: stores.documents, files: stores.files, product }),
  ...registryWork,
  ...callWork(webhooks.allow),
  ...(demo ? demoWork(stores.documents) : []),
  ...recordsWork(recordKinds),
  ...settlementWork,
  statementWork(ledger),
  statementPdfWork({ product, origin: rollOuts.origin, authority }),
  publishHeadsWork(heads),
  headMailWork({ product, origin: rollOuts.origin }),
  sweepDocumentsWork(stores.documents),
  ...trialWork(stores.imports),
  ...importWork(stores.imports),
  ...mailWork(mail),
  ...webhookWork(webhooks),
  ...alarmDeskWork,
];
