import { changePreferences, getUserInfo } from "@heliograph/contract/identity/user-info";
import { Droplets, SunMedium } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { homeOf } from "../paths.ts";
import { useCall } from "../../platform/api.ts";
import { refusalText } from "../../platform/http.ts";
import { useServerText, useText } from "../../platform/i18n.tsx";
import { chooseProjectType, portalType } from "../../platform/session.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { Dialog } from "../../ui/controls/windows/Dialog.tsx";
import { say } from "../../ui/feedback/say.ts";
import styles from "./ProjectTypeChooser.module.css";
import hidden from "../../ui/layout/VisuallyHidden.module.css";

type Type = "pv" | "swh";
const TYPES = [
  { type: "pv", icon: SunMedium, title: "shell.typePv", hint: "shell.typePvHint" },
  { type: "swh", icon: Droplets, title: "shell.typeSwh", hint: "shell.typeSwhHint" },
] as const;

/** M79: the type whose list is the home screen from now on, here and after the next sign-in; choosing it is confirmed before it counts. */
export function ProjectTypeChooser({ open, close }: { open: boolean; close: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const [type, setType] = useState<Type>(portalType() === "swh" ? "swh" : "pv");
  const [confirming, setConfirming] = useState(false);
  const serverText = useServerText();
  const change = useCall(changePreferences, [getUserInfo]);
  const leave = () => {
    setConfirming(false);
    close();
  };
  const confirm = () =>
    change.mutate(
      { body: { default_project_type: type } },
      {
        onSuccess: () => {
          chooseProjectType(type);
          leave();
          void navigate(homeOf(type));
        },
        onError: (error) => say.error(serverText(refusalText(error))),
      },
    );
  const chosen = t(type === "pv" ? "shell.typePv" : "shell.typeSwh");
  return (
    <Dialog
      open={open}
      title={t("shell.projectType")}
      onClose={leave}
      width={480}
      footer={
        <>
          <Button onClick={confirming ? () => setConfirming(false) : leave}>
            {t(confirming ? "No" : "Cancel")}
          </Button>
          <Button
            type="primary"
            loading={change.isPending}
            onClick={confirming ? confirm : () => setConfirming(true)}
          >
            {t(confirming ? "Yes" : "shell.typeChoose")}
          </Button>
        </>
      }
    >
      {confirming ? (
        <p role="status">{t("shell.typeConfirm", { type: chosen })}</p>
      ) : (
        <TypeCards type={type} choose={setType} />
      )}
    </Dialog>
  );
}

/** The types as cards, of which one is chosen. */
function TypeCards({ type, choose }: { type: Type; choose: (type: Type) => void }) {
  const t = useText();
  return (
    <div className={styles.cards} role="radiogroup" aria-label={t("shell.projectType")}>
      {TYPES.map((one) => (
        <label key={one.type} className={styles.card}>
          <input
            type="radio"
            name="project-type"
            className={hidden["hidden"]}
            checked={type === one.type}
            onChange={() => choose(one.type)}
          />
          <one.icon size={26} strokeWidth={1.8} aria-hidden />
          <b>{t(one.title)}</b>
          <span>{t(one.hint)}</span>
        </label>
      ))}
    </div>
  );
}
