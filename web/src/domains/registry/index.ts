// What the frame of the certificate pages uses of the registry.
export { useDue } from "./due.ts";
export { waitingQuery } from "./services/waiting-query.ts";
export { useRecordAddress } from "./services/service-view.ts";
