import type { texts as vietnamese } from "./vi.ts";

export const texts: Record<keyof typeof vietnamese, string> = {
  "parties.agreement": "费用协议",
  "parties.version": "版本 {version}，自 {day} 生效",
  "parties.accepted": "接受于 {day}",
  "parties.notAccepted": "尚未接受",
  "parties.rates": "现行费率",
  "parties.feeExchange": "通过交易所购得 REC 的注销费（每 MWh）",
  "parties.feeSelf": "已签发 REC 的自行注销费（每 MWh）",
  "parties.hydro": "水电",
  "parties.otherFuels": "其他燃料",
  "parties.acceptedBy": "{name} 于 {day} 接受",
  "parties.acceptVersion": "接受版本 {version}",
  "parties.nowAccepted": "费用协议已接受",
  "parties.rate": "收费项目",
  "parties.rateRegistry": "登记处",
  "parties.fuel": "燃料",
  "parties.perMwh": "每 MWh 费率",
  "parties.inForceFrom": "生效日期",
  "parties.notConfigured": "未设置，不收费",
  "The agreement has changed. Read it again.": "协议已更改，请重新阅读。",
};
