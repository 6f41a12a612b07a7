import { csvText } from "@heliograph/contract/kernel/csv";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useSearchParams } from "react-router";
import { call } from "../../../platform/call.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { plainGmt8 } from "@heliograph/contract/kernel/gmt8";
import { fileName, saveFile } from "../../../platform/save-file.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { balanceTable, transactionTable } from "./export-rows.ts";
import { allBalances, allTransactions } from "./export-pages.ts";
import { historyViewIn, inventoryViewIn, registryOf } from "./inventory-view.ts";

/** Saves all rows of the view as CSV, every field of the specification in a column of its own. */
export function ExportButton({ account }: { account: string }) {
  const t = useText();
  const serverText = useServerText();
  const [search] = useSearchParams();
  const view = inventoryViewIn(search);
  const registry = registryOf(view.tab);
  const save = useMutation({
    mutationFn: async () => {
      const table =
        registry === null
          ? transactionTable(await allTransactions(call, account, historyViewIn(search)), t)
          : balanceTable(await allBalances(call, account, { registry, view }), { registry, t });
      const title = registry === null ? t("Transaction History") : `${t("inventory.title")} ${registry}`;
      saveFile(
        fileName(`${title} ${plainGmt8(view.asOf ?? Date.now())}`, "csv"),
        csvText(table.head, table.lines),
      );
    },
    onError: (error) => say.error(serverText(refusalText(error))),
  });
  return (
    <Button icon={<Download size={16} aria-hidden />} loading={save.isPending} onClick={() => save.mutate()}>
      {t("export.menu")}
    </Button>
  );
}
