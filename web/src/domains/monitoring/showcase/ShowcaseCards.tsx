import type { ShowCaseItem } from "@heliograph/contract/monitoring/showcase";
import { Sun } from "lucide-react";
import { useRef } from "react";
import { paths } from "../../../app/paths.ts";
import { useFormat } from "../../../platform/format.ts";
import { useText } from "../../../platform/i18n.tsx";
import { StatusTag } from "../../../ui/feedback/StatusTag.tsx";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { useInView } from "../../../ui/feedback/use-in-view.ts";
import { BlobImage, useImage } from "../../fleet/index.ts";
import { STATUS_TEXTS } from "../../../platform/status-texts.ts";
import { ProjectName } from "../portfolio/ProjectName.tsx";
import { projectValues } from "../project-values.ts";
import styles from "./ShowcaseCards.module.css";

/** Cards before their answer. */
const WAITING = 4;

/** The chosen projects as cards with their newest image; undefined: on their way. */
export function ShowcaseCards({ items }: { items: readonly ShowCaseItem[] | undefined }) {
  const t = useText();
  if (items === undefined) {
    return (
      <div className={styles.cards} aria-hidden>
        {Array.from({ length: WAITING }, (_, index) => (
          <Skeleton key={index} width="100%" height={264} />
        ))}
      </div>
    );
  }
  return (
    <ul className={styles.cards} aria-label={t("showcase.projects")}>
      {items.map((item) => (
        <li key={item.project_info.project_uid}>
          <Card item={item} />
        </li>
      ))}
    </ul>
  );
}

function Card({ item }: { item: ShowCaseItem }) {
  const t = useText();
  const format = useFormat();
  const { project_uid: uid, project_ssoc_name: name, project_address: address } = item.project_info;
  const values = projectValues(item);
  const figures = [
    {
      label: t("list.capacity"),
      value: format.number(item.project_info.project_capacity_pv, 1),
      unit: "kWp",
    },
    {
      label: t("list.today"),
      value: format.short(values.today_kwh),
      unit: "kWh",
      by: values.today_by === null ? undefined : t(`by.${values.today_by}`),
    },
    { label: t("list.co2Column"), value: format.shortTons(values.co2_t), unit: t("list.tons") },
  ];
  return (
    <article className={styles.card}>
      <Picture item={item} />
      <span className={styles.status}>
        <StatusTag small status={values.status} label={t(STATUS_TEXTS[values.status])} />
      </span>
      <div className={styles.name}>
        <ProjectName name={name} address={address} to={paths.project(uid)} />
      </div>
      <dl className={styles.figures}>
        {figures.map(({ label, value, unit, by }) => (
          <div key={label} title={by}>
            <dt>{label}</dt>
            <dd>
              {value}
              <em>{unit}</em>
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

function Picture({ item }: { item: ShowCaseItem }) {
  const frame = useRef<HTMLDivElement>(null);
  const inView = useInView(frame);
  const image = item.project_image;
  const { data: content } = useImage(image?.file_uid ?? "", inView && image !== null);
  return (
    <div className={styles.picture} ref={frame}>
      {content === undefined ? (
        <Sun size={40} strokeWidth={1.2} aria-hidden />
      ) : (
        <BlobImage content={content} alt="" />
      )}
    </div>
  );
}
