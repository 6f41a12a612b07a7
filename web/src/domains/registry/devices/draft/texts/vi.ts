export const texts = {
  "dev.saved": "Đã lưu {time}",
  "dev.saving": "Đang lưu …",
  "dev.notSaved": "Chưa lưu. Nội dung vẫn ở đây.",
  "dev.reload": "Tải lại",
  "dev.refusedChanged": "Người khác đã sửa hồ sơ này.",
  "dev.reloadHint":
    "Nội dung bạn đã nhập vẫn ở đây. Tải lại sẽ nhận những gì người kia đã lưu; nơi cả hai cùng sửa, nội dung của bạn được giữ và nội dung của họ hiện bên cạnh.",
  "dev.bothChanged": "Cả hai cùng sửa phần này",
  "dev.bothChangedHint":
    "Nội dung bạn nhập đang ở trong biểu mẫu và được lưu. Hãy lấy của người kia ở chỗ họ đúng.",
  "dev.theirs": "Người kia: {value}",
  "dev.takeTheirs": "Lấy của người kia",
  "dev.takeTheirsOf": "Lấy của người kia: {item}",
  "dev.keepMine": "Giữ của tôi",
  "dev.takenOut": "đã bỏ ra",
  "dev.closedMeanwhile":
    "Trong lúc đó hồ sơ đã được nộp hoặc đã có quyết định nên không nhập được nữa. Những gì bạn nhập sau đó chưa được lưu:",
  "dev.notSavedItems": "Chưa lưu",
  "dev.showRecord": "Hiện hồ sơ như hiện nay",
};
