import type { ReactNode } from "react";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { ProjectPhoto } from "../../fleet/index.ts";
import { DeviceCounts, GatewayStates } from "../devices/DeviceFacts.tsx";
import type { Widget } from "./use-overview.ts";
import { useWords, type Words } from "../words.ts";
import styles from "./FactsPanel.module.css";

/** What is known of the project itself, name by name, in the order of the list. */
function factsOf(widget: Widget, { text, format }: Words): (readonly [string, ReactNode])[] {
  const { project_info: project } = widget;
  const { project_latitude: latitude, project_longitude: longitude } = project;
  const byGateway = project.calculate_expected_data_by === "gateway";
  return [
    [text("Address"), project.project_address === "" ? text("Updating") : project.project_address],
    [text("facts.place"), `${format.number(latitude, 4)} · ${format.number(longitude, 4)}`],
    [text("facts.capacity"), `${format.number(project.project_capacity_pv, 1)} kWp`],
    [
      text("facts.since"),
      project.commissioned_on === null ? text("Updating") : format.day(project.commissioned_on),
    ],
    [text("facts.timezone"), project.timezone],
    [text("facts.gateways"), <GatewayStates key="gateways" widget={widget} />],
    [text("facts.devices"), <DeviceCounts key="devices" widget={widget} />],
    [text("facts.zeroExport"), text(project.run_nze ? "facts.yes" : "facts.no")],
    [text("facts.expectedBy"), text(byGateway ? "facts.byGateway" : "facts.byProject")],
  ];
}

/** The project in words: where it stands, how large it is, what is in it. */
export function FactsPanel({ widget }: { widget: Widget }) {
  const words = useWords();
  const [first, ...more] = widget.widget_project_info.project_public_files;
  return (
    <Panel title={words.text("facts.title")}>
      <div className={styles.body}>
        <dl className={styles.list}>
          {factsOf(widget, words).map(([name, value]) => (
            <div key={name} className={styles.row}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {first !== undefined && (
          <div className={styles.photo}>
            <ProjectPhoto images={[first, ...more]} />
          </div>
        )}
      </div>
    </Panel>
  );
}
