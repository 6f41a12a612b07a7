// Readings as the ledger takes them.

/** What of a reading is powers, W, means over its interval; null: not measured. */
export interface Powers {
  /** Lifetime counters in the order of COUNTED, beside which powers count nothing. */
  readonly counters: readonly (number | null)[];
  /** Energies of the interval in Wh, in the order of COUNTED, of devices that have no counter for them. */
  readonly intervalWh: readonly (number | null)[];
  /** AC power: production positive; at the grid what is taken from it; of a battery what it gives. */
  readonly powerW: number | null;
  readonly chargeW: number | null;
  readonly dischargeW: number | null;
}

/** Registers that the ledger reads no value of, of which one at least is not zero in a device that is alive. */
export const LIVING_REGISTERS = [
  "ac_voltage_v",
  "ac_frequency_hz",
  "dc_voltage_v",
  "battery_voltage_v",
  "cabinet_temperature_c",
] as const;
/** Others that may be zero in a device that is alive; one that is not shows that it is. */
export const OTHER_SIGNS_OF_LIFE = [
  "dc_current_a",
  "ac_current_a",
  "load_power_w",
  "flow_l_h",
  "state",
] as const;

/** What the ledger reads of a reading. Null: not measured. */
export interface LedgerReading extends Powers {
  /** End of the interval, ms since 1970. */
  readonly at: number;
  readonly intervalS: number;
  /** Registers that the ledger reads no value of: none was sent, all are zero, or one is not. */
  readonly otherRegisters: "none" | "zero" | "alive";
  readonly irradianceWM2: number | null;
  readonly socPercent: number | null;
  /** Module, ambient, tank, collector. */
  readonly temperaturesC: readonly (number | null)[];
}
