import { refusalText } from "../../../platform/http.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { ReasonedButton } from "../../../ui/controls/ReasonedButton.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { VisuallyHidden } from "../../../ui/layout/VisuallyHidden.tsx";
import { AliasGateways } from "./AliasGateways.tsx";
import { useRestoreDefault, useSetAliases } from "./alias-queries.ts";
import { changedAliases, type AliasesOfProject } from "./alias-rules.ts";
import styles from "./AliasTab.module.css";

/** What everything is called, to be read; `edit` is given to those who may change it (M148). */
export function AliasList({ uid, gateways, aliases, edit }: AliasesOfProject & { edit?: () => void }) {
  return (
    <>
      <AliasGateways gateways={gateways}>{(thing) => <Alias alias={aliases[thing.uid]} />}</AliasGateways>
      {edit !== undefined && <ViewBar {...{ uid, gateways, aliases, edit }} />}
    </>
  );
}

function Alias({ alias }: { alias: string | undefined }) {
  const t = useText();
  if (alias !== undefined) return <strong className={styles.set}>{alias}</strong>;
  return (
    <span className={styles.unset}>
      <span aria-hidden>–</span>
      <VisuallyHidden>{t("aliases.none")}</VisuallyHidden>
    </span>
  );
}

/** M150: while the default names are restored, neither of the two can be pressed. What was restored can be taken back. */
function ViewBar({ uid, gateways, aliases, edit }: AliasesOfProject & { edit: () => void }) {
  const t = useText();
  const serverText = useServerText();
  const restore = useRestoreDefault(uid);
  const set = useSetAliases(uid);
  const failed = (error: unknown) =>
    say.warning({ content: serverText(refusalText(error)), key: "aliases-restored" });
  const takeBack = () =>
    set
      .mutateAsync(changedAliases(gateways, aliases, {}))
      .then((message) => say.success({ content: serverText(message), key: "aliases-restored" }), failed);
  const run = () => {
    say.warning({ content: t("Please wait a moment for the function to execute!!"), key: "aliases-begun" });
    restore.mutateAsync(aliases).then(
      (message) =>
        say.success({
          content: serverText(message),
          key: "aliases-restored",
          action: { label: t("aliases.takeBack"), run: () => void takeBack() },
        }),
      failed,
    );
  };
  const none = Object.keys(aliases).length === 0;
  return (
    <div className={styles.bar}>
      <ReasonedButton
        reason={none ? t("aliases.nothingSet") : null}
        loading={restore.isPending}
        onClick={run}
      >
        {t("Restore default")}
      </ReasonedButton>
      <Button type="primary" disabled={restore.isPending} onClick={edit}>
        {t("Edit")}
      </Button>
    </div>
  );
}
