import { useState } from "react";
import { useLocation } from "react-router";
import { paths } from "../../../app/paths.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { carried } from "../../../platform/navigation.ts";
import { Dialog } from "../../../ui/controls/windows/Dialog.tsx";
import { LoadFailed } from "../../fleet/index.ts";
import { EsgHero, EsgTiles, SideSwitch } from "./EsgFigures.tsx";
import styles from "./EsgModal.module.css";
import { LIFETIME, useEsg, type EsgSide } from "./esg-view.ts";
import { useWords } from "../../../platform/words.ts";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";

/** What the CO2 of a project's lifetime equals (M60, M63); `uid` null: of all projects. */
export function EsgModal({ uid, open, onClose }: { uid: string | null; open: boolean; onClose: () => void }) {
  const { text } = useWords();
  const { search } = useLocation();
  const page = (uid === null ? paths.esgOfAll() : paths.esg(uid)) + carried(search);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={text("esg.title")}
      width={1120}
      footer={
        <LinkButton to={page} onClick={onClose}>
          {text("esg.page")}
        </LinkButton>
      }
    >
      <Body uid={uid} />
    </Dialog>
  );
}

function Body({ uid }: { uid: string | null }) {
  const { text } = useWords();
  const serverText = useServerText();
  const [side, setSide] = useState<EsgSide>("nature");
  const query = useEsg(uid, LIFETIME);
  if (query.isError && query.data === undefined) {
    return <LoadFailed hint={serverText(query.error.message)} retry={() => void query.refetch()} />;
  }
  return (
    <div className={styles.body}>
      <EsgHero answer={query.data} side={side} />
      <SideSwitch side={side} onSide={setSide} />
      <EsgTiles compact key={side} group={side} answer={query.data} label={text(`esg.${side}`)} />
      <h2>{text("esg.more")}</h2>
      <EsgTiles compact group="modal" answer={query.data} label={text("esg.more")} />
    </div>
  );
}
