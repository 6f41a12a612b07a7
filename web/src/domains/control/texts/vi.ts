export const texts = {
  "control.project": "Dự án",
  "control.find": "Tìm dự án",
  "control.noProject": "Không có dự án nào phù hợp.",
  "control.gateways": "{n} gateway",
  "control.inverters": "{n} biến tần",
  "control.silent": "{n} mất tín hiệu",
  "control.range": "{from}–{to} / {n}",
  "control.choose": "Chọn một dự án",
  "control.chooseHint": "Các lệnh đã gửi tới nhà máy và kết quả của chúng được hiển thị tại đây.",
};
