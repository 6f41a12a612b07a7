// Guards of an application as a list shows them: one line a code.
import type { DeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import { documentsMissing, deviceGuards } from "@heliograph/contract/registry/devices/device-guards";
import type { DeviceDraft } from "@heliograph/contract/registry/devices/device-form";
import { groupFaults, GROUP_MESSAGES } from "@heliograph/contract/registry/devices/groups";
import { DEVICE_COUNTRIES, isDeviceCountry } from "@heliograph/contract/registry/devices/fuels";
import type { TextKey } from "../../../app/texts/keys.ts";
import type { DeviceWords } from "./device-words.ts";

interface GuardRow {
  readonly code: string;
  readonly state: "failed" | "warning" | "passed";
  readonly message: string;
}

/** The guards of what is typed, and of a group those of its members; of one code all that fail, in one line. */
export function guardRows(
  draft: DeviceDraft,
  { facts, members, type }: Pick<DeviceApplication, "facts" | "members" | "type">,
  words: DeviceWords,
): GuardRow[] {
  const rows = new Map<string, GuardRow>();
  for (const { code, key, state, params } of deviceGuards(draft, facts)) {
    const before = rows.get(code);
    const said =
      state === "passed" ? passed(code, words) : words.guard(key, localised(params, draft, facts, words));
    if (before === undefined || (before.state === "passed" && state !== "passed")) {
      rows.set(code, { code, state, message: said });
    } else if (state === "failed") {
      rows.set(code, { code, state, message: `${before.message} ${said}` });
    }
  }
  if (type === "grouped") {
    for (const { code, params } of groupFaults(members, draft.fields.registry)) {
      const before = rows.get(code);
      const said = words.text(GROUP_MESSAGES[code], params);
      rows.set(code, {
        code,
        state: "failed",
        message: before === undefined ? said : `${before.message} ${said}`,
      });
    }
  }
  return [...rows.values()];
}

// Every code of a device's guard has a text of this form.
const passed = (code: string, { text }: DeviceWords) =>
  text(`dev.passed.${code.replace("-", "_")}` as TextKey);

/** The values of a message in the language of the page: names of documents and countries. */
function localised(
  params: Readonly<Record<string, string>>,
  { fields }: DeviceDraft,
  facts: DeviceApplication["facts"],
  { document, country, format }: DeviceWords,
): Readonly<Record<string, string>> {
  // In English they are as the server writes them.
  if (format.lang === "en") return params;
  return {
    ...params,
    ...(params["documents"] === undefined
      ? {}
      : { documents: documentsMissing(facts).map(document).join(", ") }),
    ...(params["country"] === undefined || !isDeviceCountry(fields.location)
      ? {}
      : { country: country(fields.location) || DEVICE_COUNTRIES[fields.location].name }),
  };
}
