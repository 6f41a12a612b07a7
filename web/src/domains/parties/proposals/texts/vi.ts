export const texts = {
  "proposal.title": "Người thứ nhất đề xuất",
  "proposal.by": "{person} đề xuất: {what}",
  "proposal.byYou": "Bạn đề xuất: {what}",
  "proposal.reason": "Lý do",
  "proposal.reasonHint": "Ít nhất {least} ký tự",
  "proposal.exactly": "Bạn xác nhận đúng như vậy, hoặc gác lại. Đề xuất hết hiệu lực sau 72 giờ.",
  "proposal.waits": "Người thứ hai xác nhận đúng như vậy, hoặc gác lại. Đề xuất hết hiệu lực sau 72 giờ.",
  "proposal.confirm": "Xác nhận với tư cách người thứ hai",
  "proposal.setAside": "Gác lại",
  "proposal.takeBack": "Rút lại",
};
