import {
  createDeviceApplication,
  listDeviceApplications,
} from "@heliograph/contract/registry/devices/device-applications";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useCall } from "../../../../platform/api.ts";
import { FormDialog } from "../../../../platform/form/FormDialog.tsx";
import { useContractForm } from "../../../../platform/form/use-contract-form.ts";
import { actingAs, useActing } from "../../../../platform/rec/acting.ts";
import { TextField } from "../../../../ui/controls/TextField.tsx";
import { useServiceAddress } from "../../services/service-view.ts";
import { useFormGuards } from "../../../../platform/rec/guard-refusal.ts";
import { useDeviceWords } from "../device-words.ts";
import shared from "../../../../platform/rec/record/Record.module.css";

/** Takes over a device of another account that was released to this one. */
export function TakeOver({ close }: { close: () => void }) {
  const { text } = useDeviceWords();
  const account = useActing();
  const navigate = useNavigate();
  const address = useServiceAddress();
  const create = useCall(createDeviceApplication, [listDeviceApplications]);
  const [key] = useState(() => crypto.randomUUID());
  const form = useContractForm(createDeviceApplication, {
    defaults: { succeeds: "" },
    toBody: ({ succeeds }) => ({ key, succeeds: succeeds.trim().toUpperCase() }),
    send: (body) => create.mutateAsync({ query: actingAs(account), body }),
    onSaved: ({ record_uid }) => void navigate(address("devices", { record: record_uid })),
    onRefused: useFormGuards(),
  });
  return (
    <FormDialog
      title={text("dev.takeOver")}
      save={text("dev.takeOver")}
      {...{ form, close }}
      className={shared.stack}
    >
      <p>{text("dev.takeOverHint")}</p>
      <TextField {...form.field("succeeds")} label={text("dev.col.device_unique_id")} maxLength={7} />
    </FormDialog>
  );
}
