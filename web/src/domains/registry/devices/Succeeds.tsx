import type { DeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import { useDeviceWords } from "./device-words.ts";
import styles from "./Devices.module.css";

/** What the device will succeed, and from when on; nothing where it succeeds none. */
export function Succeeds({ application }: { application: DeviceApplication }) {
  const { text } = useDeviceWords();
  const { predecessor } = application.facts;
  if (predecessor === null) return null;
  const { code, ends, is_own, is_change } = predecessor;
  const own = is_change ? "dev.changes" : "dev.renews";
  return (
    <p className={styles.statement}>{text(is_own ? own : "dev.takesOver", { device: code, day: ends })}</p>
  );
}
