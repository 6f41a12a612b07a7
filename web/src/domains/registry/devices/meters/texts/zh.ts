// The points that measure a device, and what of them is certified.
import type { texts as vietnamese } from "./vi.ts";

export const texts: Record<keyof typeof vietnamese, string> = {
  "GEC certifies exported electricity alone: choose the meter at the grid that counts it.":
    "GEC 仅核发上网电量：请选择计量上网电量的关口表。",
  "All of the generation is used on site: GEC certifies nothing of it.": "全部电量就地自用：GEC 不予核发。",
  "With on-site consumption the import of the meter at the grid is no station supply.":
    "存在就地用电时，关口表的下网电量不是厂用电。",
  "No meter of the auxiliary energy from the grid is chosen: nothing is taken off for it.":
    "未选择来自电网的辅助能源电表：不作扣除。",
  "dev.role.main": "主表",
  "dev.role.check": "校核表",
  "dev.role.sub": "分表",
  "dev.role.inverter": "逆变器",
  "dev.role.export": "上网电量",
  "dev.role.supply": "厂用电，予以扣除",
  "dev.role.grid": "上网电量，下网电量为厂用电",
  "dev.basis.production": "核发依据为 {generated} 的发电量。",
  "dev.basis.export": "核发依据为 {exported} 的上网电量，每日不超过 {generated} 的发电量。",
  "dev.basis.nothing": "不予核发：没有电表计量上网电量。",
  "dev.basis.supply": "扣除 {supply} 的厂用电。",
  "dev.meterFree": "空闲",
  "dev.meterBound": "已绑定到 {device}",
  "dev.notGeneration": "既不计量发电也不计量上网",
  "dev.meterRole": "对设备的作用：{serial}",
  "dev.noMeters": "该项目还没有电表。",
  "dev.chooseProject": "选择测量该设备的项目；容量、位置和起始日期会自动填入。",
  "dev.projectCapacity": "门户项目：{value} kWp",
  "dev.noProject": "不由本门户测量",
  "dev.passed.DEV_019": "登记处核发所计量的电量",
  "dev.passed.DEV_020": "厂用电单独计量，或没有厂用电",
};
