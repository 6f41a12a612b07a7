import {
  certifiesExportAlone,
  measurementBasis,
  type BasisPart,
} from "@heliograph/contract/registry/devices/basis";
import { METER_ROLES, type MeterRole } from "@heliograph/contract/registry/devices/device-form";
import { useDeviceWords } from "../device-words.ts";
import styles from "../Devices.module.css";

/** A point by its name, and what it is to the device; a role that the form has no longer counts nothing. */
interface BasisPoint {
  readonly name: string;
  readonly role: string;
}

const known = (points: readonly BasisPoint[]) =>
  points.flatMap(({ name, role: stored }) => {
    const role = METER_ROLES.find((one) => one === stored);
    return role === undefined ? [] : [{ name, role }];
  });

/** In one sentence or two what is certified of a device with these points, and by which of their registers; nothing without a meter of generation. */
export function Basis({ registry, points }: { registry: string; points: readonly BasisPoint[] }) {
  const { text } = useDeviceWords();
  const { kind, registers } = measurementBasis<{ name: string; role: MeterRole }>(registry, known(points));
  const of = (register: string, part?: BasisPart) =>
    [
      ...new Set(
        registers.flatMap((one) =>
          one.register === register && (part === undefined || one.part === part) ? [one.point.name] : [],
        ),
      ),
    ].join(", ");
  const generated = of("production");
  if (registry === "" || generated === "") return null;
  const counted =
    kind === "export"
      ? text("dev.basis.export", { exported: of("export", "counts"), generated })
      : certifiesExportAlone(registry)
        ? text("dev.basis.nothing")
        : text("dev.basis.production", { generated });
  const supply = of("import");
  return (
    <p className={styles.statement}>
      {counted}
      {supply !== "" && ` ${text("dev.basis.supply", { supply })}`}
    </p>
  );
}
