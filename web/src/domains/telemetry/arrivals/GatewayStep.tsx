import { deviceName } from "@heliograph/contract/kernel/device-name";
import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { LoadFailed, useGateways } from "../../fleet/index.ts";
import { projectInfoQuery } from "../../fleet/projects/project-queries.ts";
import { AddGateway } from "./AddGateway.tsx";
import { GatewayArrivals, type ListedGateway } from "./GatewayArrivals.tsx";
import styles from "./GatewayStep.module.css";

/** In the address: which gateway is shown, or that another is added. */
const GATEWAY = "gateway";
const ANOTHER = "new";

interface Told {
  readonly gateway_uid: string;
  readonly credential: string;
}

/** From a serial to the first stored reading: adds a gateway, tells its credential once, and shows what arrives. */
export function GatewayStep({ uid }: { uid: string }) {
  const serverText = useServerText();
  const gateways = useGateways(uid);
  const project = useQuery(projectInfoQuery(uid)).data?.project_info;
  // Only here and only now: leaving the page or loading it again forgets it.
  const [told, setTold] = useState<Told | null>(null);
  const { wanted, choose } = useChosen();
  if (gateways.isError && gateways.data === undefined) {
    return (
      <Panel>
        <LoadFailed hint={serverText(gateways.error.message)} retry={() => void gateways.refetch()} />
      </Panel>
    );
  }
  if (gateways.data === undefined || project === undefined) {
    return (
      <Panel>
        <Skeleton width="100%" height={420} />
      </Panel>
    );
  }
  const all = gateways.data;
  const shown = all.find(({ gateway_uid }) => gateway_uid === wanted) ?? all.at(-1);
  if (shown === undefined || wanted === ANOTHER) {
    // The list has it by now.
    const added = (one: Told) => {
      setTold(one);
      choose(one.gateway_uid);
    };
    return (
      <AddGateway
        uid={uid}
        onAdded={added}
        onCancel={shown === undefined ? null : () => choose(shown.gateway_uid)}
      />
    );
  }
  return (
    <Chosen
      {...{ uid, project, all, shown, choose }}
      credential={told?.gateway_uid === shown.gateway_uid ? told.credential : null}
      onRenewed={(credential) => setTold({ gateway_uid: shown.gateway_uid, credential })}
    />
  );
}

/** The gateway that the address names, and another one instead. */
function useChosen() {
  const [address, setAddress] = useSearchParams();
  return {
    wanted: address.get(GATEWAY),
    choose: (gateway: string) =>
      setAddress(
        (before) => {
          before.set(GATEWAY, gateway);
          return before;
        },
        { replace: true },
      ),
  };
}

function Chosen(given: {
  uid: string;
  project: ProjectInfo;
  all: readonly ListedGateway[];
  shown: ListedGateway;
  choose: (gateway: string) => void;
  credential: string | null;
  onRenewed: (credential: string) => void;
}) {
  const { uid, project, all, shown, choose, credential, onRenewed } = given;
  const t = useText();
  return (
    <>
      <div className={styles.chooser}>
        {all.length > 1 && (
          <Select
            label={t("arrivals.gateway")}
            value={shown.gateway_uid}
            onChange={choose}
            options={all.map((gateway) => ({
              value: gateway.gateway_uid,
              label: [...new Set([deviceName(gateway), gateway.serial])].join(" · "),
            }))}
          />
        )}
        <Button icon={<Plus size={16} aria-hidden />} onClick={() => choose(ANOTHER)}>
          {t("arrivals.another")}
        </Button>
      </div>
      <GatewayArrivals key={shown.gateway_uid} {...{ uid, project, credential, onRenewed }} gateway={shown} />
    </>
  );
}
