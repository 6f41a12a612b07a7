import { localDay } from "@heliograph/contract/kernel/time";
import { Download } from "lucide-react";
import { useMemo, useState } from "react";
import { useNow } from "../../../platform/clock.ts";
import { useLang, useServerText, useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { useMedia } from "../../../ui/layout/media.ts";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import { csvText } from "@heliograph/contract/kernel/csv";
import { saveFile } from "../../../platform/save-file.ts";
import { useGateways } from "./use-gateways.ts";
import { LoadFailed, ProjectPage } from "../projects/ProjectPage.tsx";
import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import {
  anyWarranty,
  warrantyCounts,
  warrantyGroups,
  type WarrantyGroup,
  type WarrantySort,
} from "./warranty-rows.ts";
import { WarrantyTable } from "./WarrantyTable.tsx";
import styles from "./WarrantyScreen.module.css";
import page from "../../../ui/layout/Page.module.css";
import { Spacer } from "../../../ui/layout/Spacer.tsx";

const HALF_MINUTE = 30_000;

/** /warranty/{id}: what is left of the devices' warranties (M13). */
export default function WarrantyScreen() {
  return (
    <ProjectPage title="Warranty info" pvOnly>
      {(uid, project) => <Warranties uid={uid} project={project} />}
    </ProjectPage>
  );
}

function Warranties({ uid, project }: { uid: string; project: ProjectInfo | undefined }) {
  const t = useText();
  const serverText = useServerText();
  const narrow = useMedia("(max-width: 899.98px)");
  const [sort, setSort] = useState<WarrantySort>("device");
  const gateways = useGateways(uid);
  const nowMs = useNow(HALF_MINUTE);
  const today = project === undefined ? undefined : localDay(project.timezone, nowMs);
  const groups = useMemo(
    () =>
      gateways.data === undefined || today === undefined
        ? undefined
        : warrantyGroups(gateways.data, today, sort),
    [gateways.data, today, sort],
  );
  if (gateways.isError && gateways.data === undefined) {
    return (
      <Panel>
        <LoadFailed hint={serverText(gateways.error.message)} retry={() => void gateways.refetch()} />
      </Panel>
    );
  }
  if (groups !== undefined && !anyWarranty(groups)) {
    return (
      <Panel>
        <Blank title={t("warranty.none")} hint={t("warranty.noneHint")} />
      </Panel>
    );
  }
  return (
    <Panel flush>
      {groups !== undefined && project !== undefined && (
        <div className={page.toolbar}>
          {narrow && <SortChoice sort={sort} onChange={setSort} />}
          <Counts groups={groups} />
          <Spacer />
          <ExportButton groups={groups} name={project.project_ssoc_name} />
        </div>
      )}
      <WarrantyTable groups={groups} sort={sort} onSort={setSort} cards={narrow} />
    </Panel>
  );
}

/** How many devices are in which state, those that ask for something first; states without a device are left out. */
function Counts({ groups }: { groups: readonly WarrantyGroup[] }) {
  const t = useText();
  const counts = warrantyCounts(groups);
  return (
    <p className={styles.counts}>
      {(["expired", "ending", "valid", "unknown"] as const).map(
        (state) =>
          counts[state] > 0 && (
            <span key={state} data-state={state}>
              {t(`warranty.count.${state}`, { n: counts[state] })}
            </span>
          ),
      )}
    </p>
  );
}

function SortChoice({ sort, onChange }: { sort: WarrantySort; onChange: (sort: WarrantySort) => void }) {
  const t = useText();
  return (
    <Segmented
      label={t("warranty.order")}
      value={sort}
      onChange={onChange}
      options={[
        { value: "device", label: t("warranty.byDevice") },
        { value: "soonest", label: t("warranty.bySoonest") },
      ]}
    />
  );
}

function ExportButton({ groups, name }: { groups: readonly WarrantyGroup[]; name: string }) {
  const t = useText();
  const lang = useLang();
  const save = () => {
    const head = [
      "warranty.gateway",
      "warranty.device",
      "warranty.serial",
      "warranty.type",
      "warranty.begin",
      "warranty.end",
      "warranty.daysLeft",
    ] as const;
    const rows = groups.flatMap((group) =>
      group.rows.map((row) => [
        group.name,
        row.name,
        row.serial,
        t(`devices.${row.asset_type}`),
        row.begin,
        row.end,
        row.remainingDays,
      ]),
    );
    saveFile(
      `${name} - ${t("Warranty info")}.csv`,
      csvText(
        head.map((key) => t(key)),
        rows,
        lang,
      ),
    );
  };
  return (
    <Button icon={<Download size={16} aria-hidden />} onClick={save}>
      {t("warranty.export")}
    </Button>
  );
}
