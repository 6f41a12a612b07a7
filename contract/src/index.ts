import { adminProjectList, adminWidgetList, clearProjectCache } from "./admin/projects.ts";
import { downloadFile, listFiles, removeFile, uploadFile } from "./fleet/files.ts";
import { listMembers, removeMember, setMember } from "./fleet/members.ts";
import {
  createProject,
  listOwnProjects,
  listTariffs,
  projectNight,
  removeProject,
  removeTariff,
  setTariff,
  updateProject,
} from "./fleet/projects.ts";
import { addGateway, listGateways, removeGateway, renewGatewayCredential } from "./fleet/gateways.ts";
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
import { projectAlarms } from "./monitoring/alarms.ts";
import { projectAvailability } from "./monitoring/charts/availability.ts";
import { chartTool, chartToolDevices } from "./monitoring/chart-tool.ts";
import { batteryChart, powerChart } from "./monitoring/charts/day-charts.ts";
import { projectDevice, projectDevices } from "./monitoring/devices/device-list.ts";
import { esg, esgFactors } from "./monitoring/environment/esg.ts";
import { kpiExplain } from "./monitoring/explain.ts";
import { mapData, mapRadiation } from "./monitoring/map.ts";
import { addPlannedOutage, listPlannedOutages, removePlannedOutage } from "./kpi/planned-outages.ts";
import { getPerformanceContract, setPerformanceContract } from "./kpi/contract-terms.ts";
import { productionChart } from "./monitoring/charts/production-chart.ts";
import {
  allProjectData,
  allProjectList,
  projectDetail,
  projectInfoOnly,
  projectList,
  projectListRows,
  projectListDashboard,
} from "./monitoring/portfolio.ts";
import { listForSelect, showCase, showCaseTotals } from "./monitoring/showcase.ts";
import {
  binsizeExport,
  statisticsDevices,
  statisticsSeries,
  statisticsTotal,
} from "./monitoring/statistics/statistics.ts";
import { weatherWidget } from "./monitoring/overview/weather.ts";
import { swhEnergyChart, swhTemperatureChart, swhWidget } from "./monitoring/heaters.ts";
import { projectWidget, widgetList } from "./monitoring/overview/widgets.ts";
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
import { gatewayBirth, gatewayEvents, gatewayReadings } from "./telemetry/ingest.ts";
import { liveEvents } from "./telemetry/live.ts";

export * from "./admin/projects.ts";
export * from "./fleet/files.ts";
export * from "./fleet/members.ts";
export * from "./fleet/projects.ts";
export * from "./fleet/gateways.ts";
export * from "./identity/account.ts";
export * from "./identity/app-config.ts";
export * from "./identity/session.ts";
export * from "./identity/sso.ts";
export * from "./identity/user-info.ts";
export * from "./kernel/answers.ts";
export * from "./kernel/csv.ts";
export * from "./kernel/device-name.ts";
export * from "./kernel/endpoint.ts";
export * from "./kernel/paging.ts";
export * from "./kernel/plant-status.ts";
export * from "./kernel/problem.ts";
export * from "./kernel/states.ts";
export * from "./kernel/text.ts";
export * from "./kernel/time.ts";
export * from "./monitoring/alarms.ts";
export * from "./monitoring/charts/availability.ts";
export * from "./monitoring/chart-tool.ts";
export * from "./monitoring/charts/day-charts.ts";
export * from "./monitoring/devices/device-data.ts";
export * from "./monitoring/devices/device-list.ts";
export * from "./monitoring/environment/equivalents.ts";
export * from "./monitoring/environment/esg.ts";
export * from "./monitoring/explain.ts";
export * from "./monitoring/map.ts";
export * from "./kpi/planned-outages.ts";
export * from "./kpi/contract-terms.ts";
export * from "./monitoring/charts/production-chart.ts";
export * from "./monitoring/project-figures.ts";
export * from "./monitoring/portfolio.ts";
export * from "./monitoring/showcase.ts";
export * from "./monitoring/statistics/statistics-range.ts";
export * from "./monitoring/statistics/statistics.ts";
export * from "./kernel/units.ts";
export * from "./monitoring/overview/weather.ts";
export * from "./monitoring/heaters.ts";
export * from "./monitoring/overview/widgets.ts";
export * from "./support/ticket-states.ts";
export * from "./support/tickets.ts";
export * from "./telemetry/ingest.ts";
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
  kpi: [
    setPerformanceContract,
    getPerformanceContract,
    listPlannedOutages,
    addPlannedOutage,
    removePlannedOutage,
  ],
  monitoring: [
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
