import { projectSetUp, putChecklistAway } from "@heliograph/contract/fleet/commissioning";
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { useQuery } from "@tanstack/react-query";
import { Check, ChevronRight, Circle } from "lucide-react";
import { memo } from "react";
import { Link } from "react-router";
import { paths } from "../../../app/paths.ts";
import type { TextKey } from "../../../app/texts/keys.ts";
import { useCall } from "../../../platform/api.ts";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { VisuallyHidden } from "../../../ui/layout/VisuallyHidden.tsx";
import { useSaveMessages } from "../projects/settings-save.ts";
import { setUpQuery } from "./set-up-queries.ts";
import styles from "./SetUpChecklist.module.css";

type Item = Answer<typeof projectSetUp>["items"][number];

const WORDS: Readonly<Record<Item["item"], TextKey>> = {
  place: "setUp.item.place",
  capacity: "setUp.item.capacity",
  heater: "setUp.item.heater",
  commissioned: "setUp.item.commissioned",
  tariff: "setUp.item.tariff",
  gateway: "setUp.item.gateway",
  contact: "setUp.item.contact",
  readings: "setUp.item.readings",
  ratings: "setUp.item.ratings",
  history: "setUp.item.history",
  people: "setUp.item.people",
};

/** What a project still needs, each with the way to its step; for those who may change it. Nothing once all is there, or it was put away. */
export const SetUpChecklist = memo(function SetUpChecklist({ uid }: { uid: string }) {
  const t = useText();
  const setUp = useQuery(setUpQuery(uid)).data;
  const away = useCall(putChecklistAway, [projectSetUp]);
  const { onSaved, onRefused } = useSaveMessages();
  if (setUp === undefined || setUp.put_away) return null;
  const needed = setUp.items.filter(({ optional }) => !optional);
  const done = needed.filter((item) => item.done).length;
  if (done === needed.length) return null;
  const putAway = () =>
    void away.mutateAsync({ body: { project_uid: uid, put_away: true } }).then(onSaved, onRefused);
  return (
    <Panel
      title={
        <>
          {t("setUp.checklist")}
          <span className={styles.count}>{t("setUp.checklistCount", { n: done, of: needed.length })}</span>
        </>
      }
      extra={
        <Button size="small" loading={away.isPending} onClick={putAway}>
          {t("setUp.putAway")}
        </Button>
      }
    >
      <ul className={styles.items}>
        {setUp.items.map((item) => (
          <li key={item.item}>
            <ItemLine uid={uid} item={item} />
          </li>
        ))}
      </ul>
    </Panel>
  );
});

/** One thing: there, or missing and then the way to give it. */
function ItemLine({ uid, item: { item, step, done, optional } }: { uid: string; item: Item }) {
  const t = useText();
  const name = (
    <span className={styles.name}>
      {t(WORDS[item])}
      {optional && !done && <em>{t("setUp.optional")}</em>}
    </span>
  );
  if (done) {
    return (
      <span className={styles.item} data-done="">
        <Check size={16} strokeWidth={2.4} aria-hidden />
        {name}
        <VisuallyHidden>{`, ${t("setUp.stepDone")}`}</VisuallyHidden>
      </span>
    );
  }
  return (
    <Link className={styles.item} to={paths.setUp(uid, step)}>
      <Circle size={16} aria-hidden />
      {name}
      <ChevronRight size={16} aria-hidden />
    </Link>
  );
}
