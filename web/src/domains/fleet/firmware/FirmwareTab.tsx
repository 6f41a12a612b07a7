import {
  downloadFirmware,
  firmwareType,
  listFirmware,
  type FirmwareVersion,
} from "@heliograph/contract/fleet/firmware";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useMemo, useState } from "react";
import { paths } from "../../../app/paths.ts";
import { ask } from "../../../platform/api.ts";
import { download } from "../../../platform/download.ts";
import { useFormat } from "../../../platform/format.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { saveFile } from "../../../platform/save-file.ts";
import { pageTexts } from "../../../platform/words.ts";
import { browserZone } from "../../../platform/zone.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";
import type { Column } from "../../../ui/data-table/columns.ts";
import { DataTable } from "../../../ui/data-table/DataTable.tsx";
import { Blank } from "../../../ui/feedback/states.tsx";
import { useAccount } from "../../identity/index.ts";
import { fileSize } from "../files/file-size.ts";
import { useFileFault } from "../files/save-file.ts";
import { FirmwareDetail } from "./FirmwareDetail.tsx";
import { FirmwareUpload } from "./FirmwareUpload.tsx";
import styles from "./Firmware.module.css";

/** More rows are shown a page at a time (M76). */
const ROWS = 10;
const ZONE = browserZone();

/** M84: versions of firmware, asked for when the tab opens; platform operators add some and withdraw them. */
export function FirmwareTab() {
  const t = useText();
  const serverText = useServerText();
  const versions = useQuery(ask(listFirmware, {}));
  const writes = useAccount().data?.kind === "platform_operator";
  const [shown, setShown] = useState<FirmwareVersion | null>(null);
  const [adding, setAdding] = useState(false);
  const { busy, save } = useSaveFirmware();
  const columns = useColumns({ busy, save, show: setShown });
  const rows = versions.data?.items;
  return (
    <div className={styles.tab}>
      <div className={styles.head}>
        <LinkButton look="plain" to={paths.rollOuts()}>
          {t("firmware.rollOuts")}
        </LinkButton>
        {writes && (
          <Button type="primary" onClick={() => setAdding(true)}>
            {t("firmware.upload")}
          </Button>
        )}
      </div>
      <DataTable
        label={t("Firmware version")}
        columns={columns}
        rows={rows}
        idOf={({ file_wapi_uid: uid }) => uid}
        {...(rows !== undefined && rows.length > ROWS ? { pages: { size: ROWS, texts: pageTexts(t) } } : {})}
        failed={
          versions.isError
            ? {
                title: t("Something went wrong"),
                hint: serverText(versions.error.message),
                retry: () => void versions.refetch(),
                retryLabel: t("Try again"),
              }
            : null
        }
        empty={<Blank small title={t("firmware.none")} />}
      />
      {shown !== null && (
        <FirmwareDetail
          version={shown}
          busy={busy === shown.file_wapi_uid}
          save={() => save(shown)}
          withdraws={writes}
          close={() => setShown(null)}
        />
      )}
      {adding && <FirmwareUpload close={() => setAdding(false)} />}
    </div>
  );
}

/** Saving the file of a version (M98); `busy` is the uid of the one that is on its way. */
function useSaveFirmware() {
  const failed = useFileFault();
  const [busy, setBusy] = useState<string | null>(null);
  const fetched = async ({ file_wapi_uid: file_uid, file_name }: FirmwareVersion) => {
    setBusy(file_uid);
    try {
      saveFile(file_name, await download(downloadFirmware, { query: { file_uid } }));
    } catch (error) {
      failed(error);
    } finally {
      setBusy(null);
    }
  };
  return { busy, save: (version: FirmwareVersion) => void fetched(version) };
}

function useColumns(given: {
  busy: string | null;
  save: (version: FirmwareVersion) => void;
  show: (version: FirmwareVersion) => void;
}): readonly Column<FirmwareVersion>[] {
  const { busy, save, show } = given;
  const t = useText();
  const format = useFormat();
  return useMemo<readonly Column<FirmwareVersion>[]>(
    () => [
      {
        id: "version",
        label: t("firmware.version"),
        rowHead: true,
        value: ({ file_firmware_version: version }) => version,
      },
      {
        id: "gateways",
        label: t("firmware.gateways"),
        value: ({ for_gateway_type: type }) => type,
      },
      {
        id: "type",
        label: t("firmware.type"),
        value: ({ cloud_storage_metadata: { size } }) => firmwareType(size),
      },
      {
        id: "size",
        label: t("firmware.size"),
        numeric: true,
        value: ({ cloud_storage_metadata: { size } }) => size,
        cell: ({ cloud_storage_metadata: { size } }) => fileSize(format, size),
      },
      {
        id: "added",
        label: t("firmware.added"),
        value: ({ create_at: at }) => at,
        cell: ({ create_at: at }) => format.dateTime(Date.parse(at), ZONE),
      },
      {
        id: "actions",
        label: t("firmware.actions"),
        hideLabel: true,
        value: () => null,
        cell: (version) => <Actions {...{ version, busy, save, show }} />,
      },
    ],
    [t, format, busy, save, show],
  );
}

function Actions(given: {
  version: FirmwareVersion;
  busy: string | null;
  save: (version: FirmwareVersion) => void;
  show: (version: FirmwareVersion) => void;
}) {
  const { version, busy, save, show } = given;
  const t = useText();
  return (
    <div className={styles.actions}>
      <Button
        size="small"
        aria-label={t("firmware.detailOf", { version: version.file_firmware_version })}
        onClick={() => show(version)}
      >
        {t("firmware.detail")}
      </Button>
      <Button
        size="small"
        icon={<Download size={16} aria-hidden />}
        loading={busy === version.file_wapi_uid}
        aria-label={t("firmware.downloadOf", { name: version.file_name })}
        title={t("firmware.download")}
        onClick={() => save(version)}
      />
    </div>
  );
}
