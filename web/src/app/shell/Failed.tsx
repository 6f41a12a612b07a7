import { useText } from "../../platform/i18n.tsx";
import { Blank } from "../../ui/feedback/states.tsx";
import { Button } from "../../ui/controls/Button.tsx";
import page from "../../ui/layout/Page.module.css";

/** What is shown where a screen has thrown, or its code could not be loaded. */
export function Failed() {
  const t = useText();
  return (
    <main className={page.page}>
      <Blank
        heading={1}
        failed
        title={t("shell.failed")}
        hint={t("shell.failedHint")}
        action={
          <Button type="primary" onClick={() => location.reload()}>
            {t("shell.reload")}
          </Button>
        }
      />
    </main>
  );
}
