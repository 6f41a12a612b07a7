import { listGateways } from "@heliograph/contract/fleet/gateways";
import { projectSetUp } from "@heliograph/contract/fleet/commissioning";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { ProjectInfo } from "@heliograph/contract/monitoring/project-figures";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { paths } from "../../../app/paths.ts";
import { useAppConfig } from "../../../platform/app-config.ts";
import { useNow } from "../../../platform/clock.ts";
import { useFormat } from "../../../platform/format.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { useLiveArrivals } from "../../../platform/live.ts";
import type { LiveState } from "../../../platform/live-stream.ts";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { useMedia } from "../../../ui/layout/media.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { LoadFailed } from "../../fleet/index.ts";
import { arrivalsQuery, type Arrivals } from "./arrivals-queries.ts";
import { CredentialPanel } from "./CredentialPanel.tsx";
import type { GatewayHost } from "./gateway-lines.ts";
import { LinesPanel } from "./LinesPanel.tsx";
import { rated } from "./ratings.ts";
import { RatingsPanel } from "./RatingsPanel.tsx";
import { ReadingStream } from "./ReadingStream.tsx";
import { UsualCauses, WhatArrives } from "./WhatArrives.tsx";
import styles from "./GatewayStep.module.css";

export type ListedGateway = Answer<typeof listGateways>["items"][number];

interface ArrivalsProps {
  readonly uid: string;
  readonly project: ProjectInfo;
  readonly gateway: ListedGateway;
  readonly credential: string | null;
  readonly onRenewed: (credential: string) => void;
}

/** A gateway's credential and lines, and beside them what arrives of it, live. */
export function GatewayArrivals(given: ArrivalsProps) {
  const serverText = useServerText();
  const { gateway_uid } = given.gateway;
  const queries = useQueryClient();
  const query = useQuery(arrivalsQuery(gateway_uid));
  const { refetch } = query;
  const live = useLiveArrivals(given.uid, gateway_uid, () => void refetch());
  const announced = query.data?.announced ?? null;
  const birth = announced === null ? null : `${announced.at} ${announced.devices}`;
  useEffect(() => {
    if (birth === null) return;
    // What is announced stands in the list of gateways, and counts for the steps.
    for (const { name } of [listGateways, projectSetUp]) void queries.invalidateQueries({ queryKey: [name] });
  }, [queries, birth]);
  if (query.data === undefined) {
    return (
      <Panel>
        {query.isError ? (
          <LoadFailed hint={serverText(query.error.message)} retry={() => void refetch()} />
        ) : (
          <Skeleton width="100%" height={420} />
        )}
      </Panel>
    );
  }
  // The server's clock against this one's.
  const aheadMs = Date.parse(query.data.current_time) - query.dataUpdatedAt;
  return <Arrived {...given} arrivals={query.data} live={live} aheadMs={aheadMs} />;
}

/** What is to be done next, which has the one filled button. */
type Next = "copy" | "confirm" | "onward" | "wait";

function nextOf(
  { first_contact, first_readings }: Arrivals,
  { devices }: ListedGateway,
  told: boolean,
): Next {
  if (first_contact === null) return told ? "copy" : "wait";
  if (devices.some((device) => rated(device).ac && device.ratings_confirmed_at === null)) return "confirm";
  return first_readings === null ? "wait" : "onward";
}

function useHost(): GatewayHost {
  const { gateway_mqtt, gateway_http } = useAppConfig();
  return {
    http: gateway_http ?? location.origin,
    mqttHost: gateway_mqtt.host ?? location.hostname,
    mqttPort: gateway_mqtt.port,
    tls: gateway_mqtt.tls,
  };
}

/** The way on, once what came is confirmed. */
function useOnward(uid: string) {
  const t = useText();
  return { to: paths.setUp(uid, "history"), label: t("setUp.onTo", { step: t("import.step") }) };
}

function Arrived(given: ArrivalsProps & { arrivals: Arrivals; live: LiveState; aheadMs: number }) {
  const { uid, project, gateway, credential, onRenewed, arrivals, live, aheadMs } = given;
  const t = useText();
  const format = useFormat();
  const host = useHost();
  const onward = useOnward(uid);
  const nowMs = useNow() + aheadMs;
  const { timezone } = project;
  const next = nextOf(arrivals, gateway, credential !== null);
  const { devices } = gateway;
  const clock = (at: string) => format.clock(Date.parse(at), timezone, true);
  const doors = `MQTT ${host.mqttHost}:${host.mqttPort}, ${host.http}`;
  const what = (
    <WhatArrives
      source={{ arrivals, devices, timezone, nowMs, doors, t, format }}
      live={live}
      onward={next === "onward" ? onward : null}
    />
  );
  const nothingYet = arrivals.readings.length === 0 && arrivals.refusals.length === 0;
  const stream = nothingYet ? null : <ReadingStream {...{ arrivals, devices, timezone }} />;
  const causes =
    arrivals.first_contact === null ? (
      <UsualCauses tries={arrivals.tries_10_min} port={host.mqttPort} />
    ) : null;
  const ratings =
    arrivals.announced === null || devices.length === 0 ? null : (
      <RatingsPanel
        {...{ uid, devices }}
        capacityKwp={project.project_type === "pv" ? project.project_capacity_pv : null}
        bornAt={clock(arrivals.announced.at)}
        isNext={next === "confirm"}
      />
    );
  const shown = (
    <CredentialPanel {...{ gateway, credential, host, onRenewed }} addedAt={clock(arrivals.added_at)} />
  );
  const source = {
    serial: gateway.serial,
    host,
    projectType: project.project_type,
    intervalS: gateway.interval_s,
  };
  return (
    <Places
      {...{ what, stream, causes, ratings, shown }}
      lines={<LinesPanel {...{ source, credential }} isNext={next === "copy"} />}
    />
  );
}

/** The parts in the order of the width: on a phone first what arrives, last what is copied. */
function Places(given: {
  what: ReactNode;
  stream: ReactNode;
  causes: ReactNode;
  ratings: ReactNode;
  shown: ReactNode;
  lines: ReactNode;
}) {
  const { what, stream, causes, ratings, shown, lines } = given;
  const narrow = useMedia("(max-width: 1099.98px)");
  if (narrow) {
    return (
      <div className={styles.column}>
        {what}
        {stream}
        {ratings}
        {shown}
        {lines}
        {causes}
      </div>
    );
  }
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        {ratings}
        {shown}
        {lines}
      </div>
      <div className={styles.column}>
        {what}
        {stream}
        {causes}
      </div>
    </div>
  );
}
