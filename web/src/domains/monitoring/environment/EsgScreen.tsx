import { BookOpen, Download } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { useServerText } from "../../../platform/i18n.tsx";
import { useTitle } from "../../../platform/title.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { csvText } from "@heliograph/contract/kernel/csv";
import { saveFile } from "../../../platform/save-file.ts";
import { LoadFailed, ProjectPage } from "../../fleet/index.ts";
import { isStill } from "../../../ui/layout/count-up.ts";
import { esgRows } from "./esg-export.ts";
import { EsgHero, EsgTiles, SideSwitch } from "./EsgFigures.tsx";
import styles from "./EsgScreen.module.css";
import { EsgPeriodPicker } from "./EsgPeriodPicker.tsx";
import type { Esg } from "./esg-tiles.ts";
import { esgIn, useEsg, withEsg, type EsgView } from "./esg-view.ts";
import { useWords } from "../../../platform/words.ts";
import page from "../../../ui/layout/Page.module.css";

const EsgFactors = lazy(async () => ({ default: (await import("./EsgFactors.tsx")).EsgFactors }));

/** /esg and /esg/{id}: what all projects, or one, spare the environment (M60 to M64). */
export default function EsgScreen() {
  const { id } = useParams();
  if (id === undefined) return <OfAll />;
  return (
    <ProjectPage title="esg.title" pvOnly>
      {(uid, project) => <Environment key={uid} uid={uid} name={project?.project_ssoc_name} />}
    </ProjectPage>
  );
}

function OfAll() {
  const { text } = useWords();
  useTitle(text("esg.title"));
  return (
    <div className={page.page}>
      <header className={page.head}>
        <div>
          <h1>{text("esg.title")}</h1>
          <p className={page.meta}>{text("esg.all")}</p>
        </div>
      </header>
      <Environment uid={null} name={text("esg.all")} />
    </div>
  );
}

function Environment({ uid, name }: { uid: string | null; name: string | undefined }) {
  const { text } = useWords();
  const serverText = useServerText();
  const [address, setAddress] = useSearchParams();
  const view = esgIn(address);
  const query = useEsg(uid, view.span);
  const show = (next: EsgView) =>
    setAddress(withEsg(address, next), { replace: true, preventScrollReset: true });
  const onSide = (side: EsgView["side"]) => {
    show({ ...view, side });
    window.scrollTo({ top: 0, behavior: isStill() ? "auto" : "smooth" });
  };
  const { data } = query;
  return (
    <>
      <Panel className={styles.bar}>
        <EsgPeriodPicker
          span={view.span}
          today={data?.today}
          knownFrom={data?.known_from ?? null}
          onSpan={(span) => show({ ...view, span })}
        />
        <div className={styles.actions}>
          <FactorsButton answer={data} />
          <ExportButton answer={data} name={name} />
        </div>
      </Panel>
      {query.isError && data === undefined ? (
        <Panel>
          <LoadFailed hint={serverText(query.error.message)} retry={() => void query.refetch()} />
        </Panel>
      ) : (
        <>
          <Panel className={query.isPlaceholderData ? styles.renewing : undefined}>
            <EsgHero answer={data} side={view.side} />
          </Panel>
          <SideSwitch side={view.side} onSide={onSide} />
          <EsgTiles key={view.side} group={view.side} answer={data} label={text(`esg.${view.side}`)} />
        </>
      )}
    </>
  );
}

function FactorsButton({ answer }: { answer: Esg | undefined }) {
  const { text } = useWords();
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <Button icon={<BookOpen size={16} aria-hidden />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {text("esg.factors")}
      </Button>
      {open !== null && (
        <Suspense fallback={null}>
          <EsgFactors answer={answer} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function ExportButton({ answer, name = "" }: { answer: Esg | undefined; name: string | undefined }) {
  const words = useWords();
  const { text, format } = words;
  const save = (known: Esg) => {
    const { head, rows } = esgRows(known, words);
    const of = [name, text("esg.title"), known.at ?? ""].filter((part) => part !== "").join(" - ");
    saveFile(`${of}.csv`, csvText(head, rows, format.lang));
  };
  return (
    <Button
      icon={<Download size={16} aria-hidden />}
      disabled={answer === undefined}
      onClick={() => answer !== undefined && save(answer)}
    >
      {text("esg.export")}
    </Button>
  );
}
