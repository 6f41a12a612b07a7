import type { NoticeWords } from "./words-of-language.ts";

/** The words of notices in Vietnamese. */
export const vietnameseNotices: NoticeWords = {
  kinds: {
    gateway_silent: "Gateway mất liên lạc",
    bus_silent: "Mọi thiết bị sau gateway đều im lặng",
    device_silent: "Thiết bị không gửi số liệu",
    inverter_fault: "Biến tần báo lỗi",
    inverter_event: "Biến tần báo sự kiện",
    string_deviation: "Chuỗi pin yếu hơn các chuỗi khác",
    device_underperforming: "Thiết bị phát kém hơn thường lệ",
    plant_underperforming: "Hiệu suất thấp hơn cam kết",
    nze_drill_failed: "Diễn tập an toàn không đạt",
    measured_limit: "Giá trị đo vượt ngưỡng",
  },
  heater: "Bình nước nóng báo lỗi",
  region: (projects) => `${projects} dự án gần nhau mất liên lạc`,
  escalated: (title) => `Chưa ai nhận xử lý: ${title}`,
  resolved: (title) => `Đã hết: ${title}`,
  since: (time) => `từ ${time}`,
  until: (time) => `đến ${time}`,
  alarms: (count) => `${count} cảnh báo`,
  projects: (names, more) => (more > 0 ? `${names} và ${more} dự án khác` : names),
};
