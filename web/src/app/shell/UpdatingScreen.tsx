import { useParams, useSearchParams } from "react-router";
import { ProjectPage } from "../../domains/fleet/index.ts";
import { useText } from "../../platform/i18n.tsx";
import { useTitle } from "../../platform/title.ts";
import { Blank, Skeleton } from "../../ui/feedback/states.tsx";
import page from "../../ui/layout/Page.module.css";
import { Panel } from "../../ui/layout/Panel.tsx";
import type { PublicKey } from "../texts/keys.ts";

/**
 * An address whose function is not built yet: it says so (M258), for the project that it names as a part of its path or as
 * `project`; one that is not this account's to see is the not-found page.
 */
export function UpdatingScreen({ title }: { title: PublicKey }) {
  const { id } = useParams();
  const [search] = useSearchParams();
  const uid = id ?? search.get("project");
  if (uid === null) return <OfAll title={title} />;
  return (
    <ProjectPage uid={uid} title={title}>
      {(_, project) =>
        project === undefined ? (
          <Panel>
            <Skeleton width="100%" height={180} />
          </Panel>
        ) : (
          <Updating />
        )
      }
    </ProjectPage>
  );
}

function OfAll({ title }: { title: PublicKey }) {
  const t = useText();
  useTitle(t(title));
  return (
    <div className={page.page}>
      <header className={page.head}>
        <h1>{t(title)}</h1>
      </header>
      <Updating />
    </div>
  );
}

function Updating() {
  const t = useText();
  return (
    <Panel>
      <Blank title={t("Function is updating")} />
    </Panel>
  );
}
