// What the maker has released is added to the portal by a platform operator, as anybody would.
import { listFirmware, uploadFirmware } from "@heliograph/contract";
import type { PortalCall } from "../portal.ts";
import { releaseFile, HARDWARE, RELEASES } from "./maker.ts";

/** Adds the releases that the portal does not have. */
export async function publishReleases(call: PortalCall): Promise<void> {
  const { items } = await call(listFirmware, {});
  const there = new Set(
    items
      .filter(({ for_gateway_type: type }) => type === HARDWARE.gateway_type)
      .map(({ file_firmware_version: version }) => version),
  );
  for (const release of RELEASES.filter(({ version }) => !there.has(version))) {
    const { content, name, sha256, signature } = releaseFile(release);
    await call(uploadFirmware, {
      query: {
        for_gateway_type: HARDWARE.gateway_type,
        hardware_version_require: HARDWARE.hardware_version,
        file_firmware_version: release.version,
        firmware_version_require: release.from,
        file_name: name,
        notes: release.notes,
        sha256,
        signature,
      },
      body: new File([content], name),
    });
  }
}
