import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { checkerDefine } from "./checker-sources.ts";
import { patterns } from "./src/app/paths.ts";
import {
  ADMIN_PAGES,
  isRecPage,
  PROOF_TEXTS,
  screens,
  REC_FRAME_TEXTS,
  screenTexts,
  type ScreenPage,
} from "./src/app/screens.ts";
import { LANGUAGES } from "./src/ui/tokens/tokens.ts";
import { tokens } from "./tokens-plugin.ts";

/** Folders whose texts the lists and the pages of a plant's figures do not show. */
const OF_WORK =
  /domains[\\/](?:admin|control|kpi|notices|reports|support|telemetry|identity[\\/]security|fleet[\\/](?:aliases|api-keys|audit|firmware))(?:[\\/]|$)/;

/** Folders whose texts the certificate pages alone show, and those that their frame or a plant's page shows too. */
const OF_REGISTRY = /domains[\\/]registry(?:[\\/]|$)/;
const OF_CERTIFICATES =
  /domains[\\/](?:registry(?:$|[\\/](?:texts|plant-certificates|devices[\\/]consent)(?:[\\/]|$))|notices[\\/]records(?:[\\/]|$))/;
const OF_ACCOUNTS = /domains[\\/]parties(?:[\\/]|$)/;

/**
 * The files of texts that a page needs, by language: that of the frame, and those of figures, of work and of certificates, whichever it shows.
 * A telephone waits for each file anew.
 */
const textsOf = (folders: readonly string[]) => {
  const shown = new Set(folders.map(kindOf));
  const kinds = ["frame", ...KINDS.filter((kind) => shown.has(kind))];
  return Object.fromEntries(LANGUAGES.map((lang) => [lang, kinds.map((kind) => `${lang}-${kind}`)]));
};

const KINDS = ["texts", "work", "certificates", "rec", "accounts", "proofs"] as const;

const kindOf = (folder: string): (typeof KINDS)[number] => {
  // Anybody's, without the rest.
  if (/registry[\\/]proofs(?:[\\/]|$)/.test(folder)) return "proofs";
  if (OF_CERTIFICATES.test(folder)) return "certificates";
  if (OF_REGISTRY.test(folder)) return "rec";
  if (OF_ACCOUNTS.test(folder)) return "accounts";
  return OF_WORK.test(folder) ? "work" : "texts";
};

/** What the server reads beside the manifest: the modules of each page, and those of the texts by language. */
function pages(): Plugin {
  // The keys of a constant are its keys.
  const ofScreens = (Object.keys(screens) as ScreenPage[]).map((page) => {
    const screen = `src/domains/${screens[page]}`;
    const frame = [
      ...(ADMIN_PAGES.includes(page) ? ["src/app/shell/AdminPortal.tsx"] : []),
      ...(isRecPage(page) ? ["src/app/rec/RecPortal.tsx"] : []),
    ];
    // Its file may hold what others need too: then the manifest knows it by its name alone.
    const loader = `${screens[page].split("/").at(-1)}.loader`;
    return {
      pattern: patterns[page],
      modules: ["frame", ...frame, loader, `${screen}.tsx`],
      texts: textsOf([...(isRecPage(page) ? REC_FRAME_TEXTS : []), ...screenTexts[page]]),
    };
  });
  const ofPublic = [patterns.login, patterns.register, patterns.invitation].map((pattern) => ({
    pattern,
    modules: [],
    texts: textsOf([]),
  }));
  const ofProofs = [patterns.verify, patterns.supply, patterns.statement].map((pattern) => ({
    pattern,
    modules: ["src/app/ProofPages.tsx"],
    texts: textsOf(PROOF_TEXTS),
  }));
  const source = JSON.stringify([...ofPublic, ...ofProofs, ...ofScreens]);
  return {
    name: "pages",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: ".vite/pages.json", source });
    },
  };
}

const inPackages = (names: string) => new RegExp(`node_modules[\\\\/](?:${names})[\\\\/]`);

/**
 * Modules by what needs them, each group one file: a browser on a slow network fetches one sooner than ten. What comes by
 * language or with the first map stays out.
 */
const inGroup = (pattern: RegExp) => (id: string) => pattern.test(id) && !APART.test(id);
const APART =
  /[.]loader[.]ts$|[\\/]platform[\\/]form[\\/]|[\\/]ui[\\/](?:data-table[\\/]Windowed|feedback[\\/]MessageList)|[\\/]domains[\\/](?:kpi|fleet[\\/]tariffs)[\\/]|[\\/]fleet[\\/](?:index\.ts|(?:audit|commissioning|gateways|projects)\.ts|(?:audit|commissioning|gateways)[\\/]|projects[\\/](?:Decimal|Night|Setting|settings|unsaved))|[\\/]ui[\\/]map[\\/]|[\\/]ui[\\/]controls[\\/](?:dates[\\/][A-Z]|windows[\\/](?:opened|Confirm|Dialog|Drawer|Tooltip)|Combobox|combobox|Number|Reasoned|Slider|Tabs)|[\\/]texts[\\/](?:vi|en|zh)\./;

const ofWindows = (id: string) =>
  /node_modules[\\/](?:@base-ui|@floating-ui)[\\/]/.test(id) && !/[\\/]csp-/.test(id);
const ofTables =
  /node_modules[\\/]@tanstack[\\/](?:table-core|react-table|store|react-store)[\\/]|[\\/]ui[\\/]data-table[\\/](?!Windowed)/;

/** The frame itself, and what else stands on it. */
const ofFrame =
  /[\\/]web[\\/]src[\\/](?:app[\\/](?:App\.|routes\.|shell[\\/](?:Portal|Tools|menus|Footer|Failed|frame-queries))|ui[\\/](?:controls[\\/]windows[\\/](?:MenuButton|OpenedLater|Popover)|feedback[\\/]in-slices))|[\\/]csp-/i;

/** Styles of what stands on most pages: one file, as each that a page waits for keeps a script of it waiting. */
const ofCommonStyles =
  /[\\/](?:ui[\\/](?:controls|data-table|feedback|layout)|ui[\\/]charts[\\/](?:Doughnut|Gauge|charts)|domains[\\/]monitoring[\\/](?:portfolio|overview|environment[\\/]EsgButton|explain[\\/]ExplainButton|map[\\/]Radiation|data-quality[\\/]QualityMark))[^.]*\.module\.css$/;

/** Of every screen: the controls, and the way to the server. */
const ofAll =
  /[\\/]web[\\/]src[\\/](?:app[\\/](?:paths\.ts|shell[\\/])|(?:ui|platform|texts)[\\/](?!charts[\\/]|data-table[\\/]|records[\\/]|rec[\\/])|domains[\\/]monitoring[\\/]environment[\\/]EsgButton\.tsx)|[\\/]contract[\\/]src[\\/]kernel[\\/]/;
/** Of what people fill in, which few pages show at first. */
const ofForms =
  /node_modules[\\/](?:react-hook-form|@hookform)[\\/]|[\\/]web[\\/]src[\\/]platform[\\/]form[\\/](?:use-contract-form|first-fault)/;
/** Of the lists and the pages of a project. */
const ofProjects =
  /[\\/](?:web[\\/]src[\\/]domains[\\/](?:fleet|monitoring[\\/](?:portfolio|environment|map|showcase|project-values|FaultMark|Freshness|data-quality[\\/]QualityMark))|contract[\\/]src[\\/](?:fleet|monitoring[\\/](?:portfolio|project-figures|overview|environment|alarms)))/;
/** Calls of what an owner sets up, which the lists do not show, and what the pages of a project need of it. */
const ofFleet =
  /[\\/]contract[\\/]src[\\/]fleet[\\/](?:audit|commissioning|gateways|projects)\.ts$|[\\/]fleet[\\/](?:commissioning[\\/]set-up-queries|projects[\\/]settings-save)\.ts$/;
/** Of the certificate pages: their frame and the parts of records, but for what a plant's page shows. What their domains share finds its own files. */
const ofCertificates =
  /[\\/]web[\\/]src[\\/](?:app[\\/]rec|(?:ui|platform)[\\/]rec(?:ords)?)[\\/](?!NextLine|DueDate)/;
/** What of the certificate pages the page of a plant shows too. */
const ofPlantCertificates =
  /[\\/](?:contract[\\/]src[\\/]registry[\\/]issuance[\\/](?!issuance\.ts|issuance-parts|restated)|web[\\/]src[\\/](?:ui[\\/]records[\\/](?:NextLine|DueDate)|domains[\\/]registry[\\/]due\.ts))/;
/** Of the figures at the top of a project's pages. */
const ofFigures =
  /[\\/](?:web[\\/]src[\\/]domains[\\/]monitoring[\\/](?:explain|overview[\\/](?:figures|certificates-query|overview-queries|FigureFrame|KeyFigureGrid))|contract[\\/]src[\\/](?:monitoring[\\/]explain|registry[\\/]plant-certificates))/;
/** Of the pages with charts and devices. */
const ofMonitoring =
  /[\\/]web[\\/]src[\\/](?:domains[\\/]monitoring[\\/](?!portfolio|environment|explain|overview[\\/](?:[OPW]|figures|use-overview|certificates-query|overview-queries|FigureFrame|KeyFigureGrid)|map|showcase|project-values|FaultMark|Freshness|data-quality[\\/]QualityMark|statistics[\\/](?:Statistics|Range(?!Rule)))[a-z-]+|ui[\\/]charts|platform[\\/]charts)[\\/](?!Doughnut|Gauge|gauge|ChartTable|SmallChart)/;

export default defineConfig({
  root: import.meta.dirname,
  define: checkerDefine(),
  plugins: [tokens(), pages(), react()],
  server: {
    host: "127.0.0.1",
    proxy: { "/api": { target: process.env["API_URL"] ?? "http://127.0.0.1:8080" } },
  },
  build: {
    target: "es2024",
    manifest: true,
    // The content security policy of the product allows no data: scripts, and small files compress badly inlined.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // Groups give libraries chunks of their own whose names survive releases of the product in browser caches.
        codeSplitting: {
          groups: [
            { name: "react", test: inPackages("react|react-dom|scheduler"), priority: 40 },
            { name: "router", test: inPackages("react-router"), priority: 30 },
            { name: "uplot", test: inPackages("uplot"), priority: 20 },
            // What the login page needs stands before the shared file, which it does without.
            // Texts that every page has, in one language.
            {
              name: (id: string) => `${/(..)\.ts$/.exec(id)?.[1] ?? ""}-frame`,
              test: /[\\/]web[\\/]src[\\/](?:app|platform|domains[\\/]identity)[\\/]texts[\\/](?:vi|en|zh)\.ts$/,
              priority: 15,
            },
            {
              name: (id: string) => `${/(..)\.ts$/.exec(id)?.[1] ?? ""}-${kindOf(id)}`,
              test: /[\\/]web[\\/]src[\\/]domains[\\/].*[\\/]texts[\\/](?:vi|en|zh)\.ts$/,
              priority: 14,
            },
            { name: "first", tags: ["$initial"], priority: 10 },
            {
              name: "packages",
              test: inPackages(
                "lucide-react|@tanstack[\\\\/](?:query-core|react-query)|use-sync-external-store|zod",
              ),
              minShareCount: 2,
              priority: 9,
            },
            {
              name: "frame",
              test: (id: string) => ofFrame.test(id) || ofCommonStyles.test(id),
              priority: 8.8,
            },
            { name: "tabs", test: inPackages("@base-ui[\\\\/]react[\\\\/]tabs"), priority: 8.7 },
            // What opens over a page, which no page waits for.
            { name: "windows", test: ofWindows, minShareCount: 2, priority: 8.6 },
            { name: "table", test: ofTables, minShareCount: 2, priority: 8.5 },
            { name: "forms", test: ofForms, minShareCount: 2, priority: 8.4 },
            { name: "shared", test: inGroup(ofAll), minShareCount: 2, priority: 8.55 },
            { name: "projects", test: inGroup(ofProjects), minShareCount: 3, priority: 7 },
            { name: "figures", test: inGroup(ofFigures), minShareCount: 2, priority: 6.5 },
            { name: "monitoring", test: inGroup(ofMonitoring), minShareCount: 2, priority: 6 },
            { name: "plant-certificates", test: ofPlantCertificates, minShareCount: 2, priority: 5.5 },
            { name: "fleet", test: ofFleet, minShareCount: 2, priority: 4 },
            // Last: a group takes with it what its modules need, unless one before it has that.
            { name: "certificates", test: inGroup(ofCertificates), minShareCount: 2, priority: 5 },
          ],
        },
      },
    },
  },
});
