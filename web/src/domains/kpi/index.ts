export { TermsSection } from "./contract-terms/TermsSection.tsx";
export { OutageSection } from "./planned-outages/OutageSection.tsx";
