// The project that was opened from a list, kept for the session (M40) and for addresses that name none (M24).
import { keepProject } from "../session.ts";

const UID = "project_uid";
const WIDGETS = "widget_list";
const GATEWAYS = "gateways";

/** Keeps the project that is being opened. `gateways` is what the list said of them. */
export function keepOpenedProject(given: {
  uid: string;
  name: string;
  capacity_kwp: number | null;
  gateways: readonly unknown[];
}): void {
  sessionStorage.setItem(UID, given.uid);
  sessionStorage.setItem(GATEWAYS, JSON.stringify(given.gateways));
  keepProject(given);
}

/** Keeps the widgets of the opened project, once the server has named them. */
export function keepWidgets(uid: string, widgets: readonly unknown[]): void {
  if (sessionStorage.getItem(UID) === uid) sessionStorage.setItem(WIDGETS, JSON.stringify(widgets));
}

/** The uid of the project opened last in this tab, or null. */
export const openedProjectUid = (): string | null => sessionStorage.getItem(UID);
