import type { texts as vi } from "./vi.ts";

export const texts: Record<keyof typeof vi, string> = {
  "dev.consent": "Consent of the plant's owner",
  "dev.consentSigned": "Signed by {name}, {time}",
  "dev.consentGiven": "An owner of the plant has consented.",
  "dev.consentAsk": "Only an owner of the plant can consent. Send this address to one:",
  "dev.consentSign": "Sign as owner",
  "dev.consentWithdraw": "Withdraw the consent",
  "dev.consentWithdrawHint":
    "This suspends {codes} at once. Nothing more is issued until an owner of the plant consents again and the issuer resumes it.",
  "dev.consentNoDevice": "No device is registered yet; without the consent none can be.",
  "dev.consentOf": "{project}: consent to {company}",
  "The owner of the plant has withdrawn the consent": "The owner of the plant has withdrawn the consent",
  "The owner who consented no longer owns the plant": "The owner who consented no longer owns the plant",
};
