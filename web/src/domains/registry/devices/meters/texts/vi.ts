// The points that measure a device, and what of them is certified.
export const texts = {
  "GEC certifies exported electricity alone: choose the meter at the grid that counts it.":
    "GEC chỉ chứng nhận điện phát lên lưới: hãy chọn công tơ ở điểm đấu nối đo phần này.",
  "All of the generation is used on site: GEC certifies nothing of it.":
    "Toàn bộ điện được dùng tại chỗ: GEC không chứng nhận phần nào.",
  "With on-site consumption the import of the meter at the grid is no station supply.":
    "Khi có tiêu thụ tại chỗ, điện nhận ở công tơ điểm đấu nối không phải là điện tự dùng của nhà máy.",
  "No meter of the auxiliary energy from the grid is chosen: nothing is taken off for it.":
    "Chưa chọn công tơ đo năng lượng phụ từ lưới: sẽ không trừ phần nào.",
  "dev.role.main": "công tơ chính",
  "dev.role.check": "công tơ kiểm tra",
  "dev.role.sub": "công tơ nhánh",
  "dev.role.inverter": "biến tần",
  "dev.role.export": "điện phát lên lưới",
  "dev.role.supply": "điện tự dùng, được trừ",
  "dev.role.grid": "điện phát lên lưới, điện nhận là tự dùng",
  "dev.basis.production": "Phần được chứng nhận là sản lượng của {generated}.",
  "dev.basis.export":
    "Phần được chứng nhận là điện phát lên lưới theo {exported}, mỗi ngày không quá sản lượng của {generated}.",
  "dev.basis.nothing": "Không có phần nào được chứng nhận: không công tơ nào đo điện phát lên lưới.",
  "dev.basis.supply": "Điện tự dùng theo {supply} được trừ.",
  "dev.meterFree": "còn trống",
  "dev.meterBound": "đã gắn với {device}",
  "dev.notGeneration": "không đo phát điện hay lưới",
  "dev.meterRole": "Vai trò với thiết bị: {serial}",
  "dev.noMeters": "Dự án chưa có công tơ.",
  "dev.chooseProject": "Chọn dự án đo thiết bị; công suất, vị trí và ngày bắt đầu được lấy theo.",
  "dev.projectCapacity": "Dự án trên cổng: {value} kWp",
  "dev.noProject": "Không đo bằng cổng này",
  "dev.passed.DEV_019": "Sổ đăng ký chứng nhận phần được đo",
  "dev.passed.DEV_020": "Điện tự dùng được đo riêng hoặc không có",
};
