import { getDeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import {
  createDeviceFolder,
  getDeviceFolder,
  listDeviceFolders,
  renameDeviceFolder,
  type DeviceFolder,
} from "@heliograph/contract/registry/devices/device-folders";
import { DEVICE_LIMITS } from "@heliograph/contract/registry/devices/device-form";
import { useState } from "react";
import { useCall } from "../../../../platform/api.ts";
import { FormDialog } from "../../../../platform/form/FormDialog.tsx";
import { useContractForm } from "../../../../platform/form/use-contract-form.ts";
import { actingAs, useActing } from "../../../../platform/rec/acting.ts";
import { TextField } from "../../../../ui/controls/TextField.tsx";
import { useFormGuards } from "../../../../platform/rec/guard-refusal.ts";
import { useDeviceWords } from "../device-words.ts";
import shared from "../../../../platform/rec/record/Record.module.css";

/** Makes a folder, or gives one another name. */
export function FolderForm({ folder, close }: { folder: DeviceFolder | null; close: () => void }) {
  const { text } = useDeviceWords();
  const account = useActing();
  const create = useCall(createDeviceFolder, [listDeviceFolders]);
  const rename = useCall(renameDeviceFolder, [listDeviceFolders, getDeviceFolder, getDeviceApplication]);
  const [key] = useState(() => crypto.randomUUID());
  const form = useContractForm(renameDeviceFolder, {
    defaults: { name: folder?.group_device_name ?? "" },
    toBody: ({ name }) => ({ name }),
    send: async (body) => {
      const query = actingAs(account);
      if (folder === null) await create.mutateAsync({ query, body: { ...body, key } });
      else await rename.mutateAsync({ query: { ...query, folder_uid: folder.folder_uid }, body });
    },
    onSaved: close,
    onRefused: useFormGuards(),
  });
  const title = text(folder === null ? "dev.newFolder" : "dev.renameFolder");
  return (
    <FormDialog title={title} save={title} {...{ form, close }} className={shared.stack}>
      <TextField
        {...form.field("name")}
        label={text("dev.folderName")}
        maxLength={DEVICE_LIMITS.folderName}
      />
    </FormDialog>
  );
}
