export const texts = {
  "dev.ownerNamed": "Bản khai của chủ sở hữu nêu tên thiết bị này và chủ sở hữu của nó.",
  "Enter the owner of the device.": "Hãy nhập chủ sở hữu thiết bị.",
  "Enter the province.": "Hãy nhập tỉnh/thành.",
  "What overrides a check is approved by two issuers.":
    "Việc bỏ qua một kiểm tra phải được hai bên cấp duyệt.",
  "dev.whileMarked": "Có mục được đánh dấu: hãy yêu cầu sửa đổi.",
  "dev.mustHold": "Phải thỏa mãn trước: {codes}.",
  "dev.overrideAll": "Nêu lý do ít nhất {least} ký tự cho mỗi kiểm tra không đạt.",
  "dev.tickDeclaration": "Hãy xem bản khai của chủ sở hữu và đánh dấu DEV-010.",
  "dev.propose": "Đề xuất duyệt",
  "dev.proposeHint": "Bên cấp thứ hai thấy đúng đề xuất này và xác nhận trong 72 giờ.",
  "dev.approveLarge": "Duyệt thiết bị trên 5 MW",
  "dev.approveOverriding": "Duyệt dù có kiểm tra không đạt",
  "dev.overridesCheck": "Bỏ qua {code} {message}",
  "dev.overridden": "Đã bỏ qua với lý do: {reason}",
  "dev.did.approve_overriding": "Hai bên cấp duyệt dù có kiểm tra không đạt",
  "dev.did.set_aside": "Đề xuất của người thứ nhất bị gác lại",
};
