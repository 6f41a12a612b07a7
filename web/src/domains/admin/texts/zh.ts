import type { texts as vietnamese } from "./vi.ts";

export const texts: Record<keyof typeof vietnamese, string> = {
  "admin.allProjects": "所有项目",
  "admin.search": "搜索项目或业主…",
  "admin.count": "{n} 个项目",
  "admin.owner": "业主",
  "admin.capacity": "容量",
  "admin.tickets": "待处理请求：{n}",
  "admin.clearCache": "清除项目缓存",
  "admin.clearAllHint": "所有项目的汇总数据将根据每日数据重新计算。",
  "admin.clearOneHint": "{name} 的汇总数据将根据每日数据重新计算。",
  "The figures of all projects are being made anew": "正在重新计算所有项目的数据",
  "The figures of the project have been made anew": "项目数据已重新计算",
};
