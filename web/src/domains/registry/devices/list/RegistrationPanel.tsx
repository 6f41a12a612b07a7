import { useState } from "react";
import { useActing } from "../../../../platform/rec/acting.ts";
import { Button } from "../../../../ui/controls/Button.tsx";
import { LinkButton } from "../../../../ui/controls/LinkButton.tsx";
import { Tabs } from "../../../../ui/controls/Tabs.tsx";
import { useServiceAddress } from "../../services/service-view.ts";
import { useMayAct } from "../../use-may-act.ts";
import { useDeviceWords } from "../device-words.ts";
import styles from "../Devices.module.css";
import { Applications } from "./Applications.tsx";
import { DEVICE_SUBS, useDeviceSub } from "./device-view.ts";
import { FolderList } from "./FolderList.tsx";
import { TakeOver } from "./TakeOver.tsx";

/** The tab Device Registration (C59): applications by kind and status, and folders. */
export function RegistrationPanel() {
  const { text } = useDeviceWords();
  const account = useActing();
  const { sub, showSub } = useDeviceSub();
  const subs = DEVICE_SUBS.filter((one) => one !== "folder" || account !== undefined);
  const tabs = subs.map((key) => ({ key, label: text(key === "all" ? "dev.all" : `dev.type.${key}`) }));
  return (
    <Tabs label={text("dev.types")} className={styles.tabs ?? ""} tabs={tabs} value={sub} onChange={showSub}>
      {sub === "folder" ? <FolderList /> : <OfType type={sub} />}
    </Tabs>
  );
}

function OfType({ type }: { type: "all" | "normal" | "grouped" }) {
  const { text } = useDeviceWords();
  const market = useActing() !== undefined;
  const address = useServiceAddress();
  const mayAct = useMayAct();
  const [takingOver, setTakingOver] = useState(false);
  return (
    <>
      <Applications
        key={type}
        of={type === "all" ? {} : { type }}
        label={text("Device Registration")}
        none={text(market ? "dev.none" : "dev.noneToReview")}
      >
        {mayAct && <Button onClick={() => setTakingOver(true)}>{text("dev.takeOver")}</Button>}
        {mayAct && type === "grouped" && (
          <LinkButton look="plain" to={address("devices", { record: "new", kind: "grouped" })}>
            {text("dev.registerGroup")}
          </LinkButton>
        )}
      </Applications>
      {takingOver && <TakeOver close={() => setTakingOver(false)} />}
    </>
  );
}
