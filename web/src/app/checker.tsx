// The entry of the checker that is saved as one file (web/checker.config.ts): what the pages of proofs show of a file, with all texts in it.
// First of all: what is loaded later makes schemas.
// oxlint-disable-next-line import/no-unassigned-import
import "../platform/zod-without-eval.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { checkerKeysHere } from "../domains/registry/proofs/checker-file.ts";
import { OfflineChecker } from "../domains/registry/proofs/OfflineChecker.tsx";
import { LanguageProvider, storedLang } from "../platform/i18n.tsx";
import { ThemeProvider } from "../platform/theme.tsx";
import type { Lang } from "../ui/tokens/tokens.ts";
import { lookupIn } from "./texts/lookup.ts";
import "../ui/tokens/tokens.css";
import "../ui/tokens/base.css";

const modules = import.meta.glob<Readonly<Record<string, string>>>(
  ["./texts/{vi,en,zh}.ts", "../platform/texts/*.ts", "../domains/{identity,registry/proofs}/texts/*.ts"],
  { import: "texts", eager: true },
);

const translateIn = (lang: Lang) =>
  lookupIn(
    Object.assign(
      {},
      ...Object.entries(modules).flatMap(([path, texts]) => (path.endsWith(`/${lang}.ts`) ? [texts] : [])),
    ),
    lang,
  );

const element = document.getElementById("root");
if (element === null) throw new RangeError("checker.html has no #root");
const lang = storedLang();
createRoot(element).render(
  <StrictMode>
    <ThemeProvider>
      <LanguageProvider
        load={(next) => Promise.resolve(translateIn(next))}
        first={{ lang, translate: translateIn(lang) }}
      >
        <OfflineChecker held={checkerKeysHere()} />
      </LanguageProvider>
    </ThemeProvider>
  </StrictMode>,
);
