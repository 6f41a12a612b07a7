import type { performance as vietnamese } from "../vi/performance.ts";

export const performance: Record<keyof typeof vietnamese, string> = {
  "PV Power": "光伏功率",
  "Import (+) & export (-)": "进口 (+) & 出口 (-)",
  "Load profile": "负载曲线",
  Irradiance: "辐照度",
  "Total PV": "光伏总计",
  "Single device": "单设备",
  Belink: "Belink",
  Day: "日",
  Month: "月",
  Apply: "应用",
  "Data is not available": "暂无数据",
  "The project doesn't have PVsyst": "该项目没有 PVsyst 数据",
};
