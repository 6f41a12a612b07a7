// The steps of the first hour in their order: plain data. A step stands here once it is built; it is shown by fleet's SetUpScreen,
// which is below the domains that most steps belong to.
import type { SetUpStep } from "@heliograph/contract/fleet/commissioning";
import { lazy, type ComponentType } from "react";
import type { TextKey } from "./texts/keys.ts";

/** What a step is given. */
interface SetUpStepProps {
  readonly uid: string;
}

interface StepOfSetUp {
  readonly step: SetUpStep;
  /** In the row of steps. */
  readonly label: TextKey;
  /** Of the page. */
  readonly title: TextKey;
  readonly Component: ComponentType<SetUpStepProps>;
}

/** Those that are built. Texts of their folders stand at `setUp` in screens.ts. */
export const setUpSteps: readonly [StepOfSetUp, ...StepOfSetUp[]] = [
  {
    step: "project",
    label: "setUp.project",
    title: "setUp.projectTitle",
    Component: lazy(async () => ({
      default: (await import("../domains/fleet/commissioning/ProjectStep.tsx")).ProjectStep,
    })),
  },
  {
    step: "gateway",
    label: "arrivals.step",
    title: "arrivals.title",
    Component: lazy(async () => ({
      default: (await import("../domains/telemetry/arrivals/GatewayStep.tsx")).GatewayStep,
    })),
  },
  {
    step: "devices",
    label: "ownDevices.step",
    title: "ownDevices.title",
    Component: lazy(async () => ({
      default: (await import("../domains/fleet/gateways/DevicesStep.tsx")).DevicesStep,
    })),
  },
  {
    step: "history",
    label: "import.step",
    title: "import.title",
    Component: lazy(async () => ({
      default: (await import("../domains/telemetry/import/HistoryStep.tsx")).HistoryStep,
    })),
  },
  {
    step: "people",
    label: "people.step",
    title: "people.title",
    Component: lazy(async () => ({
      default: (await import("../domains/fleet/members/PeopleStep.tsx")).PeopleStep,
    })),
  },
];
