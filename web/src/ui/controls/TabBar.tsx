import { useRef, type KeyboardEvent, type ReactNode } from "react";

export interface Tab {
  readonly key: string;
  readonly label: ReactNode;
  readonly count?: number;
}

/**
 * Tabs in a row that scrolls; arrow keys, Home and End move. (antd's Tabs puts the tablist role on the whole bar, so
 * that its overflow button breaks the required roles.)
 */
export function TabBar(given: {
  tabs: readonly Tab[];
  value: string;
  onChange: (key: string) => void;
  label: string;
  panelId: string;
}) {
  const { tabs, value, onChange, label, panelId } = given;
  const bar = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.key === value);
    const next = target(event.key, index, tabs.length);
    const tab = next === null ? undefined : tabs[next];
    if (next === null || tab === undefined) return;
    event.preventDefault();
    onChange(tab.key);
    bar.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  return (
    <div className="tabbar" role="tablist" aria-label={label} ref={bar} onKeyDown={move} tabIndex={-1}>
      {tabs.map((tab) => (
        <button
          key={tab.key}
          type="button"
          role="tab"
          aria-selected={tab.key === value}
          aria-controls={panelId}
          tabIndex={tab.key === value ? 0 : -1}
          onClick={() => onChange(tab.key)}
        >
          {tab.label}
          {tab.count !== undefined && <span className="cnt">{tab.count}</span>}
        </button>
      ))}
    </div>
  );
}

function target(key: string, index: number, length: number): number | null {
  if (key === "Home") return 0;
  if (key === "End") return length - 1;
  if (key === "ArrowRight") return (index + 1) % length;
  if (key === "ArrowLeft") return (index - 1 + length) % length;
  return null;
}
