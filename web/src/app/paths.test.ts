import { expect, test } from "vitest";
import { RECORD_PAGES } from "@heliograph/contract/registry/services";
import { homeOf, isPublic, paths, patterns, projectAt } from "./paths.ts";

const { verify, supply, statement, recNotices: notices, ...others } = patterns;

test("the proofs of certificates have addresses that may be printed", () => {
  expect([verify, supply, statement, paths.statement("A/B")]).toEqual([
    "/verify",
    "/verify/supply",
    "/verify/:key",
    "/verify/A%2FB",
  ]);
});

test("the addresses of the product are these", () => {
  expect(others).toMatchInlineSnapshot(`
    {
      "admin": "/admin",
      "adminProject": "/admin/:idProject",
      "alarmRules": "/alarms/rules/:id",
      "alarms": "/alarms",
      "apiKeys": "/api-keys",
      "audit": "/audit/:id",
      "chartTool": "/chart-tool/:id",
      "compliance": "/control/compliance",
      "control": "/control",
      "dataQuality": "/data-quality/:id",
      "devices": "/list-device/:id",
      "escalation": "/alarms/escalation/:id",
      "esg": "/esg/:id",
      "esgOfAll": "/esg",
      "events": "/events/:id",
      "invitation": "/invitation",
      "login": "/",
      "losses": "/losses/:id",
      "newProject": "/new-project",
      "notifications": "/notifications",
      "outbox": "/outbox",
      "ownAudit": "/activity",
      "portfolioReport": "/report",
      "project": "/detail/:id",
      "projects": "/list-project",
      "projectsMatching": "/list-project/:query",
      "providerReturn": "/sign-in/return",
      "recActivities": "/rehash/my-activities",
      "recCertificates": "/rehash/rec",
      "recDashboard": "/rehash/dashboard",
      "recDetails": "/details/:number",
      "recDevices": "/rehash/devices",
      "recExchange": "/rehash/exchange",
      "recFee": "/rehash/fee",
      "recInvitation": "/rehash/invitation",
      "recMarketplace": "/rehash/impact-marketplace",
      "recOffExchange": "/rehash/off-exchange",
      "recPayable": "/rehash/accounts-payable",
      "recProfile": "/rehash/business-account-profile",
      "recReceivable": "/rehash/account-receivable",
      "recServices": "/rehash/register-services",
      "register": "/register",
      "report": "/report/:id",
      "resources": "/resource/:id",
      "rollOuts": "/roll-outs",
      "security": "/security",
      "setUp": "/set-up/:id",
      "showcase": "/showcase",
      "statistics": "/statistic-project/:id",
      "support": "/support/:id",
      "swhProjects": "/list-project-swh",
      "warranty": "/warranty/:id",
      "webhooks": "/webhooks",
    }
  `);
  expect(paths.project("a/b")).toBe("/detail/a%2Fb");
});

test("the project type decides the home screen", () => {
  expect([homeOf("pv"), homeOf("swh")]).toEqual(["/list-project", "/list-project-swh"]);
});

test("an administrator's home is the administration", () => {
  expect(homeOf("admin")).toBe("/admin");
});

test("the pages of a project name it, and no other page does", () => {
  const at = [
    "/detail/u1",
    "/warranty/u1/",
    "/support/u1",
    "/esg/u1",
    "/events/u1",
    "/report/u1",
    "/alarms/rules/u1",
    "/alarms/rules",
    "/alarms",
    "/report",
    "/control",
    "/details/7",
    "/esg",
    "/list-project/u1",
    "/admin/u1",
    "/detail",
    "/detail/u1/x",
    "/",
  ];
  expect(at.map(projectAt)).toEqual([
    "u1",
    "u1",
    "u1",
    "u1",
    "u1",
    "u1",
    "u1",
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("only login, registration, invitations, the way back from a provider and the proofs of certificates are open to anyone", () => {
  expect(Object.values(patterns).filter(isPublic)).toEqual([
    "/",
    "/register",
    "/invitation",
    "/sign-in/return",
    "/verify",
    "/verify/supply",
    "/verify/:key",
  ]);
  expect(["/verify/A/B", "/verifyx"].filter(isPublic)).toEqual([]);
});

test("mails of the server lead to the pages that have these addresses", () => {
  const { recServices: services, recProfile: profile, recDevices: devices } = patterns;
  expect(RECORD_PAGES).toEqual({ services, profile, notices, devices });
  expect(notices).toBe("/rehash/notices");
});
