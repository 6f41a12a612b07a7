// Fuels and technologies of devices, and countries that devices may stand in.
/**
 * Fuels by code and the technologies that belong to each (DEV-004). The codes of fuels are those of the I-REC code table; English names are
 * those of its documents, screens have their own.
 */
export const FUELS = {
  ES100: {
    name: "Solar",
    technologies: {
      TC110: "PV rooftop",
      TC120: "PV ground-mounted",
      TC130: "PV floating",
      TC140: "PV aggregated",
      TC150: "Concentrated solar",
    },
  },
  ES200: {
    name: "Wind",
    technologies: { TC210: "Onshore wind", TC220: "Offshore wind", TC230: "Wind aggregated" },
  },
  ES300: {
    name: "Hydro",
    technologies: { TC310: "Hydro with reservoir", TC320: "Run of river", TC330: "In-pipe hydro" },
  },
  ES400: { name: "Marine", technologies: { TC410: "Tidal", TC420: "Wave" } },
  ES500: { name: "Geothermal", technologies: { TC510: "Geothermal steam", TC520: "Geothermal binary" } },
  ES600: { name: "Solid biomass", technologies: { TC610: "Combustion", TC620: "Gasification" } },
  ES700: { name: "Biogas", technologies: { TC710: "Landfill gas", TC720: "Digester gas" } },
} as const satisfies Record<string, { name: string; technologies: Record<string, string> }>;
type FuelCode = keyof typeof FUELS;

const isFuel = (code: string): code is FuelCode => Object.hasOwn(FUELS, code);

/** Technologies of the fuel, name by code; none where the code is no fuel's. */
export function technologiesOf(fuel: string): Readonly<Record<string, string>> {
  return isFuel(fuel) ? FUELS[fuel].technologies : {};
}

/** True where both codes are known and the technology is one of the fuel's. */
export function belongTogether(fuel: string, technology: string): boolean {
  return Object.hasOwn(technologiesOf(fuel), technology);
}

/** Countries that devices may stand in: English name, what lies around it (south, west, north, east, degrees), and the time zone
 * of a device that no project of the portal measures. */
export const DEVICE_COUNTRIES = {
  AU: { name: "Australia", box: [-44, 112, -9, 155], timezone: "Australia/Sydney" },
  BD: { name: "Bangladesh", box: [20.3, 88, 26.7, 92.7], timezone: "Asia/Dhaka" },
  CN: { name: "China", box: [17, 73.4, 53.7, 135.2], timezone: "Asia/Shanghai" },
  ID: { name: "Indonesia", box: [-11.2, 94.9, 6.3, 141.1], timezone: "Asia/Jakarta" },
  IN: { name: "India", box: [6.4, 68, 35.8, 97.5], timezone: "Asia/Kolkata" },
  JP: { name: "Japan", box: [20.2, 122.7, 45.7, 154.1], timezone: "Asia/Tokyo" },
  KH: { name: "Cambodia", box: [9.8, 102.2, 14.8, 107.8], timezone: "Asia/Phnom_Penh" },
  KR: { name: "South Korea", box: [32.9, 124.4, 38.8, 132], timezone: "Asia/Seoul" },
  LA: { name: "Laos", box: [13.8, 100, 22.6, 107.8], timezone: "Asia/Vientiane" },
  LK: { name: "Sri Lanka", box: [5.8, 79.4, 9.9, 82], timezone: "Asia/Colombo" },
  MY: { name: "Malaysia", box: [0.7, 99.5, 7.5, 119.4], timezone: "Asia/Kuala_Lumpur" },
  PH: { name: "Philippines", box: [4.4, 114, 21.3, 127], timezone: "Asia/Manila" },
  SG: { name: "Singapore", box: [1.1, 103.5, 1.6, 104.2], timezone: "Asia/Singapore" },
  TH: { name: "Thailand", box: [5.5, 97.2, 20.6, 105.8], timezone: "Asia/Bangkok" },
  TW: { name: "Taiwan", box: [20.5, 116.6, 26.5, 122.2], timezone: "Asia/Taipei" },
  VN: { name: "Viet Nam", box: [7.9, 102, 23.5, 115], timezone: "Asia/Ho_Chi_Minh" },
} as const satisfies Record<
  string,
  { name: string; box: readonly [number, number, number, number]; timezone: string }
>;
type DeviceCountry = keyof typeof DEVICE_COUNTRIES;

/** True where the code is that of a country that devices may stand in. */
export const isDeviceCountry = (code: string): code is DeviceCountry => Object.hasOwn(DEVICE_COUNTRIES, code);

/** True where the place lies within what lies around the country; both in degrees. */
export function liesIn(country: DeviceCountry, latitude: number, longitude: number): boolean {
  const [south, west, north, east] = DEVICE_COUNTRIES[country].box;
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}
