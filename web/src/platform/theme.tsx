// Light, dark, or as the device is set. The script in index.html applies the stored choice before the first paint.
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from "react";
import { useMedia } from "../ui/layout/media.ts";
import type { Mode } from "../ui/tokens/tokens.ts";

/** What a person can choose; "system" follows the device. */
export type ModeChoice = Mode | "system";

interface Theme {
  readonly mode: Mode;
  readonly choice: ModeChoice;
  readonly choose: (choice: ModeChoice) => void;
}
const ThemeContext = createContext<Theme | null>(null);

/** The choice stored in this browser; "system" when there is none. */
function storedChoice(): ModeChoice {
  const kept = localStorage.getItem("mode");
  return kept === "light" || kept === "dark" ? kept : "system";
}

/** Stores a choice without showing it: the account's own, when it signs in. "system" keeps what this browser has. */
export function adoptAccountMode(choice: ModeChoice): void {
  if (choice !== "system") localStorage.setItem("mode", choice);
}

/** Provides the mode in use and keeps the document's attribute in step with it. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [choice, setChoice] = useState(storedChoice);
  const darkDevice = useMedia("(prefers-color-scheme: dark)");
  const mode: Mode = choice === "system" ? (darkDevice ? "dark" : "light") : choice;
  useEffect(() => {
    document.documentElement.dataset["theme"] = mode;
  }, [mode]);
  const theme = useMemo<Theme>(
    () => ({
      mode,
      choice,
      choose: (next) => {
        if (next === "system") localStorage.removeItem("mode");
        else localStorage.setItem("mode", next);
        setChoice(next);
      },
    }),
    [mode, choice],
  );
  return <ThemeContext value={theme}>{children}</ThemeContext>;
}

/** The mode in use, the choice behind it and the way to choose another. */
export function useTheme(): Theme {
  const theme = use(ThemeContext);
  if (theme === null) throw new RangeError("ThemeProvider is missing above this component");
  return theme;
}
