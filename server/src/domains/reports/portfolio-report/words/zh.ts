import type { ReportWords } from "./words-of-language.ts";

export const chineseReport: ReportWords = {
  title: "组合报告",
  total: "合计",
  timeZone: "时区",
  project: "项目",
  index: "序号",
  day: "日期",
  time: "时间",
  inverter: "逆变器发电量（kWh）",
  accumulation: "月累计（kWh）",
  meter: "发电电表（kWh）",
  ratio: "性能比（%）",
  status: "状态",
  active: "在线",
  inactive: "离线",
  bins: {
    "15_minutes": "15 分钟",
    "30_minutes": "30 分钟",
    "1_hours": "1 小时",
    "1_days": "1 天",
    "1_months": "1 个月",
  },
  updating: (project) => `${project}正在更新`,
};
