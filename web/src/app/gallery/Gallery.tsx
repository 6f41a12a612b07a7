// Every control in every state, for those who build with them: /ui of the development server, not in the product.
import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { LANGUAGES, LANGUAGE_NAMES, useLang, useSetLang } from "../../platform/i18n.tsx";
import { useTheme } from "../../platform/theme.tsx";
import { Segmented } from "../../ui/controls/Segmented.tsx";
import { Messages } from "../../ui/feedback/messages.tsx";
import { Buttons } from "./Buttons.tsx";
import { Fields } from "./Fields.tsx";
import styles from "./Gallery.module.css";
import { Overlays } from "./Overlays.tsx";
import { States } from "./States.tsx";
import { Tables } from "./Tables.tsx";

/** The page of controls. */
export function Gallery() {
  const [router] = useState(() => createBrowserRouter([{ path: "*", element: <Page /> }]));
  const [queries] = useState(() => new QueryClient());
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <Messages />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </CSPProvider>
  );
}

function Page() {
  const lang = useLang();
  const setLang = useSetLang();
  const { mode, choose } = useTheme();
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <h1>Controls</h1>
        <Segmented
          label="Language"
          value={lang}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          onChange={setLang}
        />
        <Segmented
          label="Theme"
          value={mode}
          options={[
            { value: "light", label: "Light" },
            { value: "dark", label: "Dark" },
          ]}
          onChange={choose}
        />
      </header>
      <Buttons />
      <Fields />
      <Overlays />
      <Tables />
      <States />
    </main>
  );
}
