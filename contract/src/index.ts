import { adminProjectList, adminWidgetList, clearProjectCache } from "./admin/projects.ts";
import { downloadFile, listFiles, removeFile, uploadFile } from "./fleet/files.ts";
import { listMembers, removeMember, setMember } from "./fleet/member.ts";
import {
  createProject,
  listOwnProjects,
  listTariffs,
  projectNight,
  removeProject,
  removeTariff,
  setTariff,
  updateProject,
} from "./fleet/project.ts";
import { addGateway, listGateways, removeGateway, renewGatewayCredential } from "./fleet/provisioning.ts";
import {
  changePassword,
  changePreferences,
  forgotPassword,
  getUserInfo,
  register,
} from "./identity/account.ts";
import { getAppConfig } from "./identity/app-config.ts";
import { clearAccessToken, login, logout, refreshToken } from "./identity/session.ts";
import { loginSid, logoutSid } from "./identity/sso.ts";
import type { Endpoint } from "./kernel/endpoint.ts";
import { projectAlarms } from "./performance/alarms.ts";
import { projectAvailability } from "./performance/availability.ts";
import { chartTool, chartToolDevices } from "./performance/chart-tool.ts";
import { batteryChart, powerChart } from "./performance/day-charts.ts";
import { projectDevice, projectDevices } from "./performance/device-list.ts";
import { esg, esgFactors } from "./performance/esg.ts";
import { kpiExplain } from "./performance/kpi-explain.ts";
import { mapData, mapRadiation } from "./performance/map-data.ts";
import { addPlannedOutage, listPlannedOutages, removePlannedOutage } from "./performance/planned-outages.ts";
import { getPerformanceContract, setPerformanceContract } from "./performance/performance-contract.ts";
import { productionChart } from "./performance/production-chart.ts";
import {
  allProjectData,
  allProjectList,
  projectDetail,
  projectInfoOnly,
  projectList,
  projectListRows,
  projectListDashboard,
} from "./performance/project-list.ts";
import { listForSelect, showCase, showCaseTotals } from "./performance/show-case.ts";
import {
  binsizeExport,
  statisticsDevices,
  statisticsSeries,
  statisticsTotal,
} from "./performance/statistics.ts";
import { weatherWidget } from "./performance/weather.ts";
import { swhEnergyChart, swhTemperatureChart, swhWidget } from "./performance/water-heater.ts";
import { projectWidget, widgetList } from "./performance/widgets.ts";
import {
  adminTicket,
  adminTickets,
  answerTicket,
  getTicket,
  listTickets,
  moveTicket,
  moveTicketAsSupport,
  openTicket,
  replyToSupport,
} from "./support/tickets.ts";
import { gatewayBirth, gatewayEvents, gatewayReadings } from "./telemetry/gateway-messages.ts";
import { liveEvents } from "./telemetry/live.ts";

export * from "./admin/projects.ts";
export * from "./fleet/files.ts";
export * from "./fleet/member.ts";
export * from "./fleet/project.ts";
export * from "./fleet/provisioning.ts";
export * from "./identity/account.ts";
export * from "./identity/app-config.ts";
export * from "./identity/session.ts";
export * from "./identity/sso.ts";
export * from "./identity/user-info.ts";
export * from "./kernel/answers.ts";
export * from "./kernel/endpoint.ts";
export * from "./kernel/paging.ts";
export * from "./kernel/problem.ts";
export * from "./kernel/states.ts";
export * from "./kernel/text.ts";
export * from "./kernel/time.ts";
export * from "./performance/alarms.ts";
export * from "./performance/availability.ts";
export * from "./performance/chart-tool.ts";
export * from "./performance/day-charts.ts";
export * from "./performance/device-data.ts";
export * from "./performance/device-list.ts";
export * from "./performance/equivalents.ts";
export * from "./performance/esg.ts";
export * from "./performance/kpi-explain.ts";
export * from "./performance/map-data.ts";
export * from "./performance/planned-outages.ts";
export * from "./performance/performance-contract.ts";
export * from "./performance/production-chart.ts";
export * from "./performance/project-figures.ts";
export * from "./performance/project-list.ts";
export * from "./performance/show-case.ts";
export * from "./performance/statistics-range.ts";
export * from "./performance/statistics.ts";
export * from "./performance/units.ts";
export * from "./performance/weather.ts";
export * from "./performance/water-heater.ts";
export * from "./performance/widgets.ts";
export * from "./support/ticket-states.ts";
export * from "./support/tickets.ts";
export * from "./telemetry/gateway-messages.ts";
export * from "./telemetry/live.ts";
export * from "./telemetry/quantities.ts";

/** Every call of the product, by the domain that serves it. A test checks that the server serves each of them. */
export const apiByDomain: Readonly<Record<string, readonly Endpoint[]>> = {
  identity: [
    login,
    logout,
    refreshToken,
    clearAccessToken,
    register,
    getUserInfo,
    changePreferences,
    changePassword,
    forgotPassword,
    getAppConfig,
    loginSid,
    logoutSid,
  ],
  fleet: [
    createProject,
    listOwnProjects,
    projectNight,
    updateProject,
    removeProject,
    setTariff,
    listTariffs,
    removeTariff,
    setMember,
    removeMember,
    listMembers,
    addGateway,
    renewGatewayCredential,
    removeGateway,
    listGateways,
    listFiles,
    uploadFile,
    downloadFile,
    removeFile,
  ],
  support: [
    listTickets,
    getTicket,
    openTicket,
    replyToSupport,
    moveTicket,
    adminTickets,
    adminTicket,
    answerTicket,
    moveTicketAsSupport,
  ],
  telemetry: [gatewayBirth, gatewayReadings, gatewayEvents, liveEvents],
  performance: [
    projectList,
    projectListRows,
    projectListDashboard,
    allProjectList,
    allProjectData,
    projectInfoOnly,
    projectDetail,
    widgetList,
    projectWidget,
    projectDevices,
    projectDevice,
    weatherWidget,
    powerChart,
    batteryChart,
    productionChart,
    statisticsTotal,
    statisticsSeries,
    statisticsDevices,
    binsizeExport,
    chartTool,
    chartToolDevices,
    projectAvailability,
    projectAlarms,
    kpiExplain,
    esg,
    esgFactors,
    setPerformanceContract,
    getPerformanceContract,
    listPlannedOutages,
    addPlannedOutage,
    removePlannedOutage,
    mapData,
    mapRadiation,
    showCase,
    showCaseTotals,
    listForSelect,
    swhWidget,
    swhTemperatureChart,
    swhEnergyChart,
  ],
  admin: [adminProjectList, clearProjectCache, adminWidgetList],
};

/** Every call of the product. */
export const api: readonly Endpoint[] = Object.values(apiByDomain).flat();
