// The life of an import of certificates from another registry (C61, C108).
import { recordLife } from "../../kernel/life-cycle.ts";

export const importLife = recordLife({
  entity: "rec_import",
  noun: "Import",
  begins: ["trader", "account_manager"],
  state: {
    in_progress: {
      label: "In-Progress",
      next: { by: "platform_operator", within: { count: 30, unit: "days" }, otherwise: "lapse" },
    },
    imported: { label: "Imported" },
    rejected: { label: "Rejected" },
  },
  actions: {
    confirm: {
      from: ["in_progress"],
      to: "imported",
      by: ["platform_operator"],
      done: "Received from the other registry",
      people: 2,
      confirmed: true,
    },
    confirm_rest: {
      from: ["imported"],
      to: "imported",
      by: ["platform_operator"],
      done: "More received from the other registry",
      people: 2,
      confirmed: true,
    },
    reject: {
      from: ["in_progress"],
      to: "rejected",
      by: ["platform_operator"],
      done: "Rejected",
      reason: 10,
    },
    lapse: {
      from: ["in_progress"],
      to: "rejected",
      by: ["system"],
      done: "Rejected: not received in 30 days",
    },
  },
});
export type ImportStatus = (typeof importLife.states)[number];
export type ImportAction = keyof typeof importLife.actions;
