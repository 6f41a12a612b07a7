// What tests of a project's pages share: the project as the server answers it.
import type { Answer } from "@heliograph/contract/kernel/endpoint";
import { projectInfoOnly } from "@heliograph/contract/monitoring/portfolio";
import { answer } from "./test-kit.tsx";

type Info = Answer<typeof projectInfoOnly>["project_info"];
export const PROJECT_UID = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

/** The answer of project-info-only, changed as told. */
export const fakeProjectInfo = (change: Partial<Info> = {}) =>
  answer(projectInfoOnly, {
    project_info: {
      project_uid: PROJECT_UID,
      project_ssoc_name: "Kho Long An",
      project_address: "KCN Long Hậu",
      project_capacity_pv: 499,
      project_type: "pv",
      project_role_to_user: "owner",
      check_gateway_capacity_config: true,
      calculate_expected_data_by: "gateway",
      project_latitude: 10.6,
      project_longitude: 106.7,
      timezone: "Asia/Ho_Chi_Minh",
      run_nze: false,
      commissioned_on: null,
      ...change,
    },
  });

/** The signed-in account, of which only the city is filled in. */
export const ACCOUNT = {
  uid: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  display_name: "Nguyễn Thị Minh Anh",
  email: "owner@demo.example",
  username_login: "owner@demo.example",
  state_id: { name: "Huế" },
  street: null,
  phone: "",
  country_id: { name: null },
  mode: "system",
  default_project_type: "pv",
  kind: "user",
} as const;
