// What others may use of the administration.
export { adminRoutes } from "./admin.routes.ts";
