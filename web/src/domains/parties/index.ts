// What screens of other domains may use of parties.
export { seatsQuery } from "./seats-query.ts";
