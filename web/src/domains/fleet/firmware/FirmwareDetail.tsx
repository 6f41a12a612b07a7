import { listRollOutGateways } from "@heliograph/contract/control/roll-outs";
import {
  firmwareInfo,
  firmwareType,
  listFirmware,
  withdrawFirmware,
  type FirmwareVersion,
} from "@heliograph/contract/fleet/firmware";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { paths } from "../../../app/paths.ts";
import { ask, useCall } from "../../../platform/api.ts";
import { useFormat } from "../../../platform/format.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { browserZone } from "../../../platform/zone.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Confirm } from "../../../ui/controls/windows/Confirm.tsx";
import { CopyButton } from "../../../ui/controls/CopyButton.tsx";
import { Dialog } from "../../../ui/controls/windows/Dialog.tsx";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";
import { PanelNote } from "../../../ui/feedback/states.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { fileSize } from "../files/file-size.ts";
import { useFileFault } from "../files/save-file.ts";
import styles from "./Firmware.module.css";

/** What is known of a version (M133, M212), with its file, and its withdrawal for platform operators. */
export function FirmwareDetail(given: {
  /** As the list has it, shown until the details are there. */
  version: FirmwareVersion;
  /** Its file is on its way. */
  busy: boolean;
  save: () => void;
  withdraws: boolean;
  close: () => void;
}) {
  const { version, busy, save, withdraws, close } = given;
  const t = useText();
  const serverText = useServerText();
  const info = useQuery(ask(firmwareInfo, { body: { file_uid: version.file_wapi_uid } }));
  // Whoever may change no gateway that it fits is offered nothing.
  const fitting = useQuery(ask(listRollOutGateways, { query: { file_uid: version.file_wapi_uid } }));
  const [asking, setAsking] = useState(false);
  return (
    <Dialog
      title={t("firmware.detailOf", { version: version.file_firmware_version })}
      onClose={close}
      width={640}
      footer={
        <div className={styles.foot}>
          {(fitting.data?.items.length ?? 0) > 0 && (
            <LinkButton look="plain" to={paths.rollOuts(version.file_wapi_uid)}>
              {t("firmware.rollOut")}
            </LinkButton>
          )}
          {withdraws && <Button onClick={() => setAsking(true)}>{t("firmware.withdraw")}</Button>}
          <Button type="primary" icon={<Download size={16} aria-hidden />} loading={busy} onClick={save}>
            {t("firmware.download")}
          </Button>
        </div>
      }
    >
      {info.isError ? (
        <PanelNote
          text={serverText(info.error.message)}
          retry={{ label: t("Try again"), run: () => void info.refetch() }}
        />
      ) : (
        <Facts version={info.data ?? version} />
      )}
      {asking && <Withdrawal version={version} close={() => setAsking(false)} done={close} />}
    </Dialog>
  );
}

function Facts({ version }: { version: FirmwareVersion }) {
  const t = useText();
  const format = useFormat();
  const { size, sha256 } = version.cloud_storage_metadata;
  const orAny = (text: string) => (text === "" ? t("firmware.any") : text);
  const rows: (readonly [string, string])[] = [
    [t("firmware.gateways"), version.for_gateway_type],
    [t("firmware.hardware"), orAny(version.hardware_version_require)],
    [t("firmware.least"), orAny(version.firmware_version_require)],
    [t("firmware.type"), firmwareType(size)],
    [t("firmware.file"), `${version.file_name}, ${fileSize(format, size)}`],
    [t("firmware.added"), format.dateTime(Date.parse(version.create_at), browserZone())],
    [t("firmware.signedBy"), version.signed_by],
    ...(version.notes === "" ? [] : [[t("firmware.notes"), version.notes] as const]),
  ];
  return (
    <dl className={styles.facts}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>{t("firmware.checksum")}</dt>
        <dd className={styles.checksum}>
          <code>{sha256}</code>
          <CopyButton text={sha256} label={t("firmware.copy")} what={t("firmware.checksum")} />
        </dd>
      </div>
    </dl>
  );
}

function Withdrawal(given: { version: FirmwareVersion; close: () => void; done: () => void }) {
  const { version, close, done } = given;
  const t = useText();
  const serverText = useServerText();
  const failed = useFileFault();
  const withdraw = useCall(withdrawFirmware, [listFirmware]);
  const withdrawn = async () => {
    try {
      const { message } = await withdraw.mutateAsync({ query: { file_uid: version.file_wapi_uid } });
      say.success(serverText(message));
      done();
    } catch (error) {
      failed(error);
    }
  };
  return (
    <Confirm
      title={t("Are you sure?")}
      hint={t("firmware.withdrawHint", { version: version.file_firmware_version })}
      yes={t("Yes")}
      no={t("No")}
      danger
      run={withdrawn}
      close={close}
    />
  );
}
