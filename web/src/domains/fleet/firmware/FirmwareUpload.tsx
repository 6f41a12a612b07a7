import { FIRMWARE_BYTES, listFirmware, uploadFirmware } from "@heliograph/contract/fleet/firmware";
import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import { FileInput } from "../../../ui/controls/files/FileInput.tsx";
import { useCall } from "../../../platform/api.ts";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { useFormat } from "../../../platform/format.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Dialog } from "../../../ui/controls/windows/Dialog.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { fileSize } from "../files/file-size.ts";
import styles from "./Firmware.module.css";

/** The form is of the call's query: its file is not typed. */
const FORM = { body: uploadFirmware.query };
const EMPTY = {
  for_gateway_type: "",
  file_firmware_version: "",
  hardware_version_require: "",
  firmware_version_require: "",
  sha256: "",
  signature: "",
  notes: "",
};
/** A version's file, until it is chosen. */
type Chosen = File | null;

const hexOf = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** A platform operator adds a version: its file, what it is for, and the maker's signature. */
export function FirmwareUpload({ close }: { close: () => void }) {
  const t = useText();
  const { form, file, choose } = useUploadForm(close);
  return (
    <Dialog title={t("firmware.upload")} onClose={close} width={640} holdsInput>
      <form className={styles.form} onSubmit={form.submit} noValidate aria-busy={form.busy}>
        <FileChoice file={file} choose={choose} missing={form.faultOf("file_name") !== undefined} />
        <div className={styles.fields}>
          <TextField {...form.field("for_gateway_type")} label={t("firmware.gateways")} maxLength={80} />
          <TextField {...form.field("file_firmware_version")} label={t("firmware.version")} maxLength={80} />
          <TextField
            {...form.field("hardware_version_require")}
            label={t("firmware.hardware")}
            maxLength={80}
          />
          <TextField {...form.field("firmware_version_require")} label={t("firmware.least")} maxLength={80} />
        </div>
        <TextField {...form.field("sha256")} label={t("firmware.checksum")} maxLength={64} />
        <TextField
          {...form.field("signature")}
          label={t("firmware.signature")}
          hint={t("firmware.signatureHint")}
          maxLength={86}
        />
        <TextField {...form.field("notes")} label={t("firmware.notes")} maxLength={500} />
        <div className={styles.foot}>
          <Button onClick={close}>{t("Cancel")}</Button>
          <Button type="primary" submits loading={form.busy}>
            {t("firmware.upload")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The form, and the file that goes with it. */
function useUploadForm(close: () => void) {
  const t = useText();
  const serverText = useServerText();
  const [file, setFile] = useState<Chosen>(null);
  const upload = useCall(uploadFirmware, [listFirmware]);
  const form = useContractForm(FORM, {
    defaults: EMPTY,
    toBody: (fields) => ({ ...fields, file_name: file?.name ?? "" }),
    send: (query) => upload.mutateAsync({ query, body: file ?? new File([], "") }),
    onSaved: ({ file_firmware_version: version }) => {
      say.success(t("firmware.wasAdded", { version }));
      close();
    },
    onRefused: (error) => say.error(serverText(refusalText(error))),
  });
  const taken = async (next: File) => {
    if (next.size > FIRMWARE_BYTES) {
      say.error(t("firmware.tooLarge", { n: FIRMWARE_BYTES / (1024 * 1024) }));
      return;
    }
    setFile(next);
    // Only there where the page came over a safe way; else it is typed.
    if (globalThis.isSecureContext) {
      form.change("sha256", hexOf(await crypto.subtle.digest("SHA-256", await next.arrayBuffer())));
    }
  };
  return { form, file, choose: (next: File) => void taken(next) };
}

function FileChoice(given: { file: Chosen; choose: (file: File) => void; missing: boolean }) {
  const { file, choose, missing } = given;
  const t = useText();
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div>
      <FileInput
        ref={input}
        label={t("firmware.choose")}
        hidden
        take={([chosen]) => chosen !== undefined && choose(chosen)}
      />
      <Button
        type={file === null ? "primary" : "default"}
        icon={<Upload size={16} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t("firmware.choose")}
      </Button>
      {file !== null && (
        <p className={styles.chosen} role="status">
          {t("firmware.chosen", { name: file.name, size: fileSize(format, file.size) })}
        </p>
      )}
      {file === null && missing && (
        <p className={styles.fault} role="alert">
          {t("firmware.noFile")}
        </p>
      )}
    </div>
  );
}
