/** Texts of the administration. */
export const texts = {
  "admin.allProjects": "Tất cả dự án",
  "admin.search": "Tìm dự án hoặc chủ sở hữu…",
  "admin.count": "{n} dự án",
  "admin.owner": "Chủ sở hữu",
  "admin.capacity": "Công suất",
  "admin.tickets": "Yêu cầu đang chờ: {n}",
  "admin.clearCache": "Xóa bộ nhớ đệm dự án",
  "admin.clearAllHint": "Số liệu tổng hợp của mọi dự án sẽ được tính lại từ số liệu ngày.",
  "admin.clearOneHint": "Số liệu tổng hợp của {name} sẽ được tính lại từ số liệu ngày.",
  "The figures of all projects are being made anew": "Đang tính lại số liệu của mọi dự án",
  "The figures of the project have been made anew": "Đã tính lại số liệu của dự án",
};
