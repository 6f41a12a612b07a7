import type { texts as vietnamese } from "./vi.ts";

export const texts: Record<keyof typeof vietnamese, string> = {
  "parties.feeChange": "Change rates or agreement",
  "parties.feeChangeHint":
    "In force on {day} at the earliest: a change is announced 30 days before. Two operators publish it, and each account accepts anew.",
  "parties.feeFrom": "In force from",
  "parties.feeRateOf": "{name}, {registry}, {fuel} ({currency} per MWh)",
  "parties.feeRateRule": "Enter a number of at most four decimals, not below zero",
  "parties.feeText": "Text of version {version} of the agreement in {language}",
  "parties.feeAsk": "Ask for the change",
  "parties.feeAsked": "A change waits for a second operator",
  "parties.feeYouConfirm": "You confirm or set aside what another operator asked for",
  "parties.feeOtherConfirms": "A second operator confirms what you asked for",
  "parties.feeLapses": "Lapses at {time} where nobody confirms it",
  "parties.feeChanges": "What changes from {day}",
  "parties.feeSameText": "The text stays; version {version} is accepted anew",
  "parties.feeNewText": "New text of version {version} in {language}",
  "parties.feeConfirm": "Confirm and publish",
  "parties.feeConfirmTitle": "Publish the change from {day}?",
  "parties.feeConfirmHint":
    "Every account is told and accepts anew. What is published is not changed, only followed by another version.",
  "parties.feeSetAside": "Set the change aside",
  "parties.feeIsAsked": "Noted: a second operator confirms it",
  "parties.feePublished": "The change has been published",
  "parties.feeIsAside": "The change has been set aside",
  "Change a rate or the text of the agreement.": "Change a rate or the text of the agreement.",
  "A change takes effect on {date} at the earliest.": "A change takes effect on {date} at the earliest.",
  "There is no rate {code}.": "There is no rate {code}.",
};
