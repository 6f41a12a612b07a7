export const texts = {
  "dev.consent": "Đồng ý của chủ nhà máy",
  "dev.consentSigned": "{name} đã ký, {time}",
  "dev.consentGiven": "Một chủ nhà máy đã đồng ý.",
  "dev.consentAsk": "Chỉ chủ nhà máy mới đồng ý được. Gửi địa chỉ này cho họ:",
  "dev.consentSign": "Ký với tư cách chủ sở hữu",
  "dev.consentWithdraw": "Rút lại đồng ý",
  "dev.consentWithdrawHint":
    "Bị tạm ngừng ngay: {codes}. Không chứng chỉ nào được phát hành nữa cho đến khi một chủ nhà máy đồng ý lại và đơn vị cấp cho phép tiếp tục.",
  "dev.consentNoDevice":
    "Chưa có thiết bị nào được đăng ký; đơn đăng ký sẽ không được duyệt nếu thiếu đồng ý.",
  "dev.consentOf": "{project}: đồng ý cho {company}",
  "The owner of the plant has withdrawn the consent": "Chủ nhà máy đã rút lại đồng ý",
  "The owner who consented no longer owns the plant": "Chủ sở hữu đã đồng ý không còn sở hữu nhà máy",
};
