// What others may use of control: giving commands.
export { orderCommands, type GivenCommand, type CommandOrder } from "./commands/order.sql.ts";
