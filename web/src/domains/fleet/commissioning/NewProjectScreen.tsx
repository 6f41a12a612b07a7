import { createProject, listOwnProjects } from "@heliograph/contract/fleet/projects";
import { localDay } from "@heliograph/contract/kernel/time";
import { allProjectList, projectList, projectListDashboard } from "@heliograph/contract/monitoring/portfolio";
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { homeOf, paths } from "../../../app/paths.ts";
import { useCall } from "../../../platform/api.ts";
import { useNow } from "../../../platform/clock.ts";
import { useContractForm, type ContractForm } from "../../../platform/form/use-contract-form.ts";
import { useText } from "../../../platform/i18n.tsx";
import { useTitle } from "../../../platform/title.ts";
import { browserZone } from "../../../platform/zone.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";
import { NumberField } from "../../../ui/controls/NumberField.tsx";
import page from "../../../ui/layout/Page.module.css";
import { useSaveMessages } from "../projects/settings-save.ts";
import { SettingsFields, SettingsPart } from "../projects/SettingsLayout.tsx";
import { usePriceFault } from "../tariffs/TariffBands.tsx";
import { newFields, projectToCreate, type ProjectFields } from "./project-fields.ts";
import { ProjectFieldsets, ProjectFormFrame } from "./ProjectFieldsets.tsx";

/** What shows how many projects there are. */
const COUNTED = [allProjectList, projectList, projectListDashboard, listOwnProjects];

/** /new-project: a project that the account will own, and on to its first gateway. */
export default function NewProjectScreen() {
  const t = useText();
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const type = address.get("type") === "swh" ? "swh" : "pv";
  const [defaults] = useState(() => newFields(type));
  const create = useCall(createProject, COUNTED);
  const { onRefused } = useSaveMessages();
  const form = useContractForm(createProject, {
    defaults,
    toBody: projectToCreate,
    send: (body) => create.mutateAsync({ body }),
    onSaved: ({ project_uid }) => void navigate(paths.setUp(project_uid, "gateway")),
    onRefused,
  });
  const { project_type, timezone } = form.values;
  const today = localDay(timezone === "" ? browserZone() : timezone, useNow());
  const list = homeOf(project_type);
  useTitle(t("setUp.newProject"));
  return (
    <div className={page.page}>
      <header className={page.head}>
        <div className={page.name}>
          <nav className={page.crumb} aria-label={t("overview.path")}>
            <Link to={list}>{t(project_type === "swh" ? "list.swhTitle" : "Project list")}</Link>
            <span aria-hidden>/</span>
          </nav>
          <h1>{t("setUp.newProject")}</h1>
        </div>
      </header>
      <ProjectFormFrame
        form={form}
        foot={
          <>
            <LinkButton to={list} look="plain">
              {t("Cancel")}
            </LinkButton>
            <Button type="primary" submits loading={form.busy}>
              {t("setUp.addAndGoOn")}
            </Button>
          </>
        }
      >
        <ProjectFieldsets
          form={form}
          today={today}
          more={project_type === "pv" && <FirstPrice form={form} />}
        />
      </ProjectFormFrame>
    </div>
  );
}

/** The price that holds from the beginning; hours with other prices have their form at the project. */
function FirstPrice({ form }: { form: ContractForm<ProjectFields> }) {
  const t = useText();
  const outside = usePriceFault();
  const price = (name: "vnd_per_kwh" | "export_vnd_per_kwh", label: string) => {
    const fault = form.faultOf(`tariff.${name}`);
    return (
      <NumberField
        {...form.field(name)}
        label={label}
        unit="VND/kWh"
        fault={fault === undefined ? undefined : outside(label)}
      />
    );
  };
  return (
    <SettingsPart title={t("settings.tariff")} hint={t("setUp.priceHint")}>
      <SettingsFields>
        {price("vnd_per_kwh", t("tariff.price"))}
        {price("export_vnd_per_kwh", t("tariff.exported"))}
      </SettingsFields>
    </SettingsPart>
  );
}
