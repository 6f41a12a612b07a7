import type { DeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import {
  DEVICE_FIELDS,
  documentsNeeded,
  type DeviceDraft,
  type DeviceSection,
} from "@heliograph/contract/registry/devices/device-form";
import { deviceGuards, documentsMissing } from "@heliograph/contract/registry/devices/device-guards";
import { groupFaults } from "@heliograph/contract/registry/devices/groups";
import { Circle, CircleCheck, CircleDashed } from "lucide-react";
import { useState } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { usePhone } from "../../../ui/layout/media.ts";
import styles from "./Devices.module.css";

/** Sections of the form, and of that of a group, which takes the rest over from its devices. */
export const SECTIONS = {
  normal: ["identity", "technology", "location", "meters", "documents", "declarations"],
  grouped: ["identity", "members", "documents", "declarations"],
} as const;
type Section = DeviceSection | "members";

/** Which section a phone shows, from 0, and how to show another. */
export interface FormStep {
  readonly at: number;
  readonly show: (at: number) => void;
}

/** The step of a form on a phone; null on what is wider. Another one begins at its top. */
export function useFormStep(): FormStep | null {
  const [at, setAt] = useState(0);
  const phone = usePhone();
  const show = (next: number) => {
    setAt(next);
    document.querySelector("[data-steps]")?.scrollIntoView();
  };
  return phone ? { at, show } : null;
}

/** How far each section is: a check, or what it lacks. */
export function FormSteps(given: {
  application: DeviceApplication;
  draft: DeviceDraft;
  step: FormStep | null;
}) {
  const { application, draft, step } = given;
  const t = useText();
  const { facts, members, type } = application;
  const failed = new Set<Section>(
    deviceGuards(draft, facts)
      .filter(({ state }) => state === "failed")
      .map(({ field }) => sectionOf(field)),
  );
  if (type === "grouped" && groupFaults(members, draft.fields.registry).length > 0) failed.add("members");
  const needed = documentsNeeded(type).length;
  const held = needed - documentsMissing(facts).length;
  return (
    <ul className={styles.steps} aria-label={t("dev.sections")} data-steps>
      {SECTIONS[type].map((section, index) => {
        const Icon = failed.has(section)
          ? section === "documents" && held > 0
            ? CircleDashed
            : Circle
          : CircleCheck;
        return (
          <li key={section}>
            <a
              href={`#${section}`}
              aria-current={step?.at === index ? "step" : undefined}
              onClick={(event) => {
                if (step === null) return;
                event.preventDefault();
                step.show(index);
              }}
            >
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
