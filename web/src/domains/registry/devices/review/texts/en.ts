import type { texts as vi } from "./vi.ts";

export const texts: Record<keyof typeof vi, string> = {
  "dev.ownerNamed": "The owner's declaration names this device and its owner.",
  "Enter the owner of the device.": "Enter the owner of the device.",
  "Enter the province.": "Enter the province.",
  "What overrides a check is approved by two issuers.": "What overrides a check is approved by two issuers.",
  "dev.whileMarked": "Something is marked: ask for changes.",
  "dev.mustHold": "These must hold first: {codes}.",
  "dev.overrideAll": "Give a reason of at least {least} characters for each check that does not hold.",
  "dev.tickDeclaration": "Look at the owner's declaration and tick DEV-010.",
  "dev.propose": "Propose approval",
  "dev.proposeHint": "A second issuer sees exactly this and confirms it within 72 hours.",
  "dev.approveLarge": "Approve a device of more than 5 MW",
  "dev.approveOverriding": "Approve against checks",
  "dev.overridesCheck": "Overrides {code} {message}",
  "dev.overridden": "Overridden: {reason}",
  "dev.did.approve_overriding": "Approved by two issuers against checks",
  "dev.did.set_aside": "What a first person proposed was set aside",
};
