import type { DeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import {
  DEVICE_FIELDS,
  documentsNeeded,
  type DeviceDraft,
  type DeviceSection,
} from "@heliograph/contract/registry/devices/device-form";
import { deviceGuards, documentsMissing } from "@heliograph/contract/registry/devices/device-guards";
import { Circle, CircleCheck, CircleDashed } from "lucide-react";
import { useText } from "../../../platform/i18n.tsx";
import styles from "./Devices.module.css";

/** Sections of the form, and of that of a group, which takes the rest over from its devices. */
export const SECTIONS = {
  normal: ["identity", "technology", "location", "meters", "documents", "declarations"],
  grouped: ["identity", "members", "documents", "declarations"],
} as const;
type Section = DeviceSection | "members";

/** How far each section is: a check, or what it lacks. */
export function FormSteps({ application, draft }: { application: DeviceApplication; draft: DeviceDraft }) {
  const t = useText();
  const { facts, type } = application;
  const failed = new Set<Section>(
    deviceGuards(draft, facts)
      .filter(({ state }) => state === "failed")
      .map(({ field }) => sectionOf(field)),
  );
  const needed = documentsNeeded(type).length;
  const held = needed - documentsMissing(facts).length;
  return (
    <ul className={styles.steps} aria-label={t("dev.sections")}>
      {SECTIONS[type].map((section) => {
        const Icon = failed.has(section)
          ? section === "documents" && held > 0
            ? CircleDashed
            : Circle
          : CircleCheck;
        return (
          <li key={section}>
            <a href={`#${section}`}>
              <Icon size={16} aria-hidden className={failed.has(section) ? styles.wanting : styles.ready} />
              {t(`dev.section.${section}`)}
              {section === "documents" && <small>{t("dev.ofN", { n: held, all: needed })}</small>}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

type GuardField = ReturnType<typeof deviceGuards>[number]["field"];
const sectionOf = (field: GuardField): Section =>
  field === "meters" || field === "documents" || field === "members" ? field : DEVICE_FIELDS[field].section;
