import { useText } from "../../platform/i18n.tsx";
import { useTitle } from "../../platform/title.ts";
import { Blank } from "../../ui/feedback/states.tsx";
import page from "../../ui/layout/Page.module.css";
import { Panel } from "../../ui/layout/Panel.tsx";
import type { TextKey } from "../texts/keys.ts";

/** An address whose function is not built yet: it says so (M258). */
export function UpdatingScreen({ title }: { title: TextKey }) {
  const t = useText();
  useTitle(t(title));
  return (
    <div className={page.page}>
      <header className={page.head}>
        <h1>{t(title)}</h1>
      </header>
      <Panel>
        <Blank title={t("Function is updating")} />
      </Panel>
    </div>
  );
}
