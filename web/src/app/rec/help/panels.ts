/** The windows that the header and the footer of the certificate pages open; the address names one as `panel`. */
export const HELP_PANELS = ["cart", "videos", "guide", "agreement", "privacy", "fees"] as const;
export type HelpPanel = (typeof HELP_PANELS)[number];
