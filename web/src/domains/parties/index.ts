// What screens of other domains may use of parties.
export { ProposalPart } from "./proposals/ProposalPart.tsx";
