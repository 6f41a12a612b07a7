import type { texts as vietnamese } from "./vi.ts";

export const texts: Record<keyof typeof vietnamese, string> = {
  "parties.agreement": "Fee agreement",
  "parties.version": "Version {version}, in force since {day}",
  "parties.accepted": "Accepted {day}",
  "parties.notAccepted": "Not accepted yet",
  "parties.rates": "Rates that hold today",
  "parties.feeExchange": "Redemption fee for RECs acquired through the exchange, per MWh",
  "parties.feeSelf": "Self-redemption fee for issued RECs, per MWh",
  "parties.hydro": "Hydro power",
  "parties.otherFuels": "All other fuels",
  "parties.acceptedBy": "Accepted {day} by {name}",
  "parties.acceptVersion": "Accept version {version}",
  "parties.nowAccepted": "The fee agreement has been accepted",
  "parties.rate": "What is charged",
  "parties.rateRegistry": "At registry",
  "parties.fuel": "Fuel",
  "parties.perMwh": "Rate per MWh",
  "parties.inForceFrom": "In force from",
  "parties.notConfigured": "Not set, nothing is charged",
  "The agreement has changed. Read it again.": "The agreement has changed. Read it again.",
};
