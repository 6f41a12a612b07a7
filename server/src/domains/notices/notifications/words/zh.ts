import type { NoticeWords } from "./words-of-language.ts";

/** The words of notices in Chinese. */
export const chineseNotices: NoticeWords = {
  kinds: {
    gateway_silent: "网关失联",
    bus_silent: "网关下的所有设备均无数据",
    device_silent: "设备无数据",
    inverter_fault: "逆变器报故障",
    inverter_event: "逆变器报事件",
    string_deviation: "组串电流偏低",
    device_underperforming: "设备发电低于平常",
    plant_underperforming: "性能低于保证值",
    nze_drill_failed: "故障安全演练未通过",
    measured_limit: "测量值超出阈值",
  },
  heater: "热水器报错误",
  region: (projects) => `相邻的 ${projects} 个项目失联`,
  escalated: (title) => `无人处理：${title}`,
  resolved: (title) => `已解除：${title}`,
  since: (time) => `自 ${time}`,
  until: (time) => `至 ${time}`,
  alarms: (count) => `${count} 条告警`,
  projects: (names, more) => (more > 0 ? `${names} 等另外 ${more} 个项目` : names),
};
