export { TicketPanel } from "./TicketPanel.tsx";
