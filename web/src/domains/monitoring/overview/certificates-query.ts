import { plantCertificates } from "@heliograph/contract/registry/plant-certificates/plant-certificates";
import { ask } from "../../../platform/api.ts";

/** What a plant's page asks about its certificates. */
export const certificatesQuery = (uid: string) => ask(plantCertificates, { query: { project_uid: uid } });
