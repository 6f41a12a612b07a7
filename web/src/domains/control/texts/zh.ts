import type { texts as vietnamese } from "./vi.ts";

export const texts: Record<keyof typeof vietnamese, string> = {
  "control.project": "项目",
  "control.find": "查找项目",
  "control.noProject": "没有匹配的项目。",
  "control.gateways": "{n} 个网关",
  "control.inverters": "{n} 台逆变器",
  "control.silent": "{n} 个无响应",
  "control.range": "第 {from}–{to} 项，共 {n} 项",
  "control.choose": "请选择项目",
  "control.chooseHint": "对电站下达的指令及其结果显示在此处。",
};
