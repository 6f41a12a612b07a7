import type { texts as vietnamese } from "./vi.ts";

export const texts: Record<keyof typeof vietnamese, string> = {
  "admin.allProjects": "All projects",
  "admin.search": "Search projects or owners…",
  "admin.count": "Projects: {n}",
  "admin.owner": "Owner",
  "admin.capacity": "Capacity",
  "admin.tickets": "Messages waiting: {n}",
  "admin.clearCache": "Clear project cache",
  "admin.clearAllHint": "The summed figures of every project are made anew from their days.",
  "admin.clearOneHint": "The summed figures of {name} are made anew from its days.",
  "The figures of all projects are being made anew": "The figures of all projects are being made anew",
  "The figures of the project have been made anew": "The figures of the project have been made anew",
};
