import { listMembers, removeMember, setMember } from "./fleet/member.ts";
import { createProject, listOwnProjects, removeProject, setTariff, updateProject } from "./fleet/project.ts";
import { addGateway, listGateways, removeGateway, renewGatewayCredential } from "./fleet/provisioning.ts";
import { changePassword, forgotPassword, getUserInfo, register } from "./identity/account.ts";
import { getAppConfig } from "./identity/app-config.ts";
import { clearAccessToken, login, logout, refreshToken } from "./identity/session.ts";
import type { Endpoint } from "./kernel/endpoint.ts";
import { gatewayBirth, gatewayEvents, gatewayReadings } from "./telemetry/gateway-messages.ts";
import { liveEvents } from "./telemetry/live.ts";

export * from "./fleet/member.ts";
export * from "./fleet/project.ts";
export * from "./fleet/provisioning.ts";
export * from "./identity/account.ts";
export * from "./identity/app-config.ts";
export * from "./identity/session.ts";
export * from "./identity/user-info.ts";
export * from "./kernel/answers.ts";
export * from "./kernel/endpoint.ts";
export * from "./kernel/paging.ts";
export * from "./kernel/problem.ts";
export * from "./kernel/text.ts";
export * from "./kernel/time.ts";
export * from "./telemetry/gateway-messages.ts";
export * from "./telemetry/live.ts";
export * from "./telemetry/quantities.ts";

/** Every call of the product. A test checks that the server serves each of them. */
export const api: readonly Endpoint[] = [
  login,
  logout,
  refreshToken,
  clearAccessToken,
  register,
  getUserInfo,
  changePassword,
  forgotPassword,
  getAppConfig,
  createProject,
  listOwnProjects,
  updateProject,
  removeProject,
  setTariff,
  setMember,
  removeMember,
  listMembers,
  addGateway,
  renewGatewayCredential,
  removeGateway,
  listGateways,
  gatewayBirth,
  gatewayReadings,
  gatewayEvents,
  liveEvents,
];
