import type { ReportWords } from "./words-of-language.ts";

export const vietnameseReport: ReportWords = {
  title: "Báo cáo danh mục",
  total: "Tổng",
  timeZone: "Múi giờ",
  project: "Dự án",
  index: "STT",
  day: "Ngày",
  time: "Giờ",
  inverter: "Sản lượng biến tần (kWh)",
  accumulation: "Lũy kế trong tháng (kWh)",
  meter: "Công tơ sản lượng (kWh)",
  ratio: "Hiệu suất PR (%)",
  status: "Trạng thái",
  active: "Hoạt động",
  inactive: "Không hoạt động",
  bins: {
    "15_minutes": "15 phút",
    "30_minutes": "30 phút",
    "1_hours": "1 giờ",
    "1_days": "1 ngày",
    "1_months": "1 tháng",
  },
  updating: (project) => `${project} đang cập nhật`,
};
