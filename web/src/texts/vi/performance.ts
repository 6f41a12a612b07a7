/** Texts of the project overview and its charts. */
export const performance = {
  "PV Power": "Công suất PV",
  "Import (+) & export (-)": "Nhập (+) & xuất (-)",
  "Load profile": "Biểu đồ phụ tải",
  Irradiance: "Bức xạ",
  "Total PV": "Tổng PV",
  "Single device": "Từng thiết bị",
  Belink: "Belink",
  Day: "Ngày",
  Month: "Tháng",
  Apply: "Áp dụng",
  "Data is not available": "Không có dữ liệu",
  "The project doesn't have PVsyst": "Dự án không có dữ liệu PVsyst",
};
