// Papers of a plant, as its builder would have handed them over. All they say follows from the plant.
import { csvText } from "@heliograph/contract";
import { devicesOf } from "../fleet/devices.ts";
import type { Plant, PvPlant } from "../fleet/plant.ts";
import { pdf, plain, type PageMark } from "./pdf.ts";
import type { DemoFile } from "./photos.ts";

const kw = (watts: number): string => `${(watts / 1000).toFixed(1)} kW`;

/** The text where the fonts have its letters, else the other one. */
const latin = (text: string, other: string): string => (plain(text).includes("?") ? other : text);
const nameOf = ({ name, key }: Plant): string => latin(name, key);
const placeOf = ({ address, site }: Plant): string => latin(address, `${site.latitude}, ${site.longitude}`);

function head(plant: Plant, title: string): PageMark[] {
  return [
    { text: title, x: 56, y: 776, size: 20, bold: true },
    { text: `${nameOf(plant)} - ${placeOf(plant)}`, x: 56, y: 752, size: 9 },
    { line: [56, 740, 539, 740] },
  ];
}

function rows(pairs: readonly (readonly [string, string])[], top: number): PageMark[] {
  return pairs.flatMap(([name, value], index): PageMark[] => {
    const y = top - 19 * index;
    return [
      { text: name, x: 56, y, size: 10 },
      { text: value, x: 270, y, size: 10, bold: true },
      { line: [56, y - 6, 539, y - 6] },
    ];
  });
}

function figures(plant: Plant): [string, string][] {
  if (plant.type === "swh") {
    return [
      ["Collector", `${plant.collector.areaM2} m2, ${plant.collectorType.replace("_", " ")}`],
      ["Tank", `${plant.tankLitres} l`],
      ["Electric heater", kw(plant.heaterW)],
      [
        "Controller",
        `${plant.controller.manufacturer} ${plant.controller.model}, ${plant.controller.serial}`,
      ],
    ];
  }
  const [plane] = plant.planes;
  const ac = plant.inverters.reduce((sum, { acNominalW }) => sum + acNominalW, 0);
  return [
    ["Capacity (DC)", `${(plant.capacityWp / 1000).toFixed(1)} kWp`],
    ["Inverters (AC)", `${plant.inverters.length}, ${kw(ac)} together`],
    ["Planes", plant.planes.map(({ tilt, azimuth }) => `${tilt} deg / ${azimuth} deg`).join(", ")],
    ["Strings measured", plane === undefined ? "none" : "open-circuit voltage, insulation, polarity: passed"],
    ["Zero export", plant.runNze ? "tested: export stays at 0 within 10 s" : "not agreed"],
    ["Battery", plant.battery === null ? "none" : `${plant.battery.model}, ${kw(plant.battery.maxPowerW)}`],
  ];
}

function protocol(plant: Plant): Uint8Array {
  const all = [
    ["Commissioned on", plant.commissionedOn],
    ["Position", `${plant.site.latitude.toFixed(4)}, ${plant.site.longitude.toFixed(4)}`],
    ...figures(plant),
    ["Gateways", plant.gateways.map(({ serial }) => serial).join(", ")],
    ["Visual inspection (IEC 62446-1)", "passed"],
    ["Earth resistance", "1.8 Ohm"],
    ["Function of protection and switches", "passed"],
  ] as const;
  const pairs = all.map(([name = "", value = ""]) => [name, value] as const);
  return pdf(`Commissioning protocol ${nameOf(plant)}`, [
    ...head(plant, "Commissioning protocol"),
    ...rows(pairs, 712),
    { text: "For the owner", x: 56, y: 150 },
    { line: [56, 140, 250, 140] },
    { text: "For the contractor", x: 320, y: 150 },
    { line: [320, 140, 539, 140] },
  ]);
}

/** Modules, inverters and meters, from the roof down to the grid. */
function singleLine(plant: PvPlant): Uint8Array {
  const shown = plant.inverters.slice(0, 6);
  const step = 480 / Math.max(shown.length, 1);
  const marks: PageMark[] = shown.flatMap((inverter, i): PageMark[] => {
    const x = 60 + step * i;
    const middle = x + step / 2 - 6;
    return [
      { box: [x, 640, step - 12, 46], grey: 0.86 },
      { text: `${(inverter.dcCapacityWp / 1000).toFixed(1)} kWp`, x: x + 6, y: 666, size: 8, bold: true },
      { text: `${inverter.mppts} x ${inverter.stringsPerMppt} strings`, x: x + 6, y: 652, size: 7 },
      { line: [middle, 640, middle, 590] },
      { box: [x, 540, step - 12, 50], grey: 0.94 },
      { text: inverter.name, x: x + 6, y: 570, size: 8, bold: true },
      { text: kw(inverter.acNominalW), x: x + 6, y: 556, size: 7 },
      { line: [middle, 540, middle, 480] },
    ];
  });
  const more = plant.inverters.length - shown.length;
  return pdf(`Single-line diagram ${nameOf(plant)}`, [
    ...head(plant, "Single-line diagram"),
    ...marks,
    ...(more > 0 ? [{ text: `and ${more} more of the same kind`, x: 60, y: 702, size: 8 }] : []),
    { line: [60, 480, 535, 480] },
    { text: `Busbar ${plant.inverters[0]?.lineVoltageV ?? 400} V`, x: 60, y: 486, size: 8 },
    { line: [297, 480, 297, 420] },
    { box: [222, 376, 150, 44], grey: 0.94 },
    { text: `Production meters: ${plant.productionMeters.length}`, x: 232, y: 394, size: 9, bold: true },
    { line: [297, 376, 297, 316] },
    { box: [222, 272, 150, 44], grey: 0.94 },
    {
      text: plant.gridMeter === null ? "No meter of ours" : `Grid meter ${plant.gridMeter.serial}`,
      x: 232,
      y: 290,
      size: 9,
      bold: true,
    },
    { line: [297, 272, 297, 216] },
    { text: `Grid, ${kw(plant.gridConnectionW)}`, x: 250, y: 200, size: 9, bold: true },
    { line: [372, 394, 480, 394] },
    { text: `Loads, ${kw(plant.load.peakW)} at most`, x: 430, y: 402, size: 8 },
  ]);
}

function deviceList(plant: Plant): Uint8Array {
  const lines = plant.gateways.flatMap(({ serial }, index) =>
    devicesOf(plant, index).map(({ birth }) => [
      serial,
      birth.name ?? "",
      birth.serial,
      birth.manufacturer ?? "",
      birth.model ?? "",
      birth.firmware_version ?? "",
      birth.warranty_end ?? "",
    ]),
  );
  const title = ["Gateway", "Device", "Serial", "Manufacturer", "Model", "Firmware", "Warranty until"];
  return new TextEncoder().encode(csvText(title, lines));
}

/** The papers of a plant; of one that is not set up yet there are none. */
export function documentsOf(plant: Plant): DemoFile[] {
  if (plant.gateways.length === 0) return [];
  return [
    { name: "Commissioning protocol.pdf", bytes: protocol(plant) },
    ...(plant.type === "pv" ? [{ name: "Single-line diagram.pdf", bytes: singleLine(plant) }] : []),
    { name: "Devices.csv", bytes: deviceList(plant) },
  ];
}
