/** Texts of support and its tickets. */
export const texts = {
  "support.contacts": "Liên hệ",
  "support.noContacts": "Chưa có thông tin liên hệ.",
  "support.noContactsWrite": "Hãy gửi tin nhắn cho chúng tôi.",
  "support.hotline": "Tổng đài",
  "support.hours": "Giờ làm việc",
  "support.write": "Gửi yêu cầu",
  "support.subject": "Chủ đề",
  "support.message": "Nội dung",
  "support.subjectMissing": "Vui lòng nhập chủ đề",
  "support.messageMissing": "Vui lòng nhập nội dung",
  "support.sent": "Đã gửi yêu cầu",
  "ticket.title": "Yêu cầu hỗ trợ",
  "ticket.none": "Chưa có yêu cầu nào",
  "ticket.messages": "Số tin nhắn: {n}",
  "ticket.open": "Đang chờ",
  "ticket.answered": "Đã trả lời",
  "ticket.closed": "Đã đóng",
  "ticket.gone": "Tài khoản đã xóa",
  "ticket.reply": "Trả lời",
  "ticket.send": "Gửi",
  "ticket.close": "Đóng yêu cầu",
  "ticket.reopen": "Mở lại",
  "ticket.isClosed": "Yêu cầu này đã đóng.",
  "This ticket is closed": "Yêu cầu này đã đóng",
  "This ticket is not closed": "Yêu cầu này chưa đóng",
  "There are too many; close what is done or go on in another ticket":
    "Đã quá nhiều; hãy đóng yêu cầu đã xong hoặc tiếp tục trong yêu cầu khác",
  "No such ticket": "Không có yêu cầu này",
  "support.app": "Ứng dụng di động",
  "support.faq": "Câu hỏi thường gặp",
  "faq.offline": "Vì sao dự án hiện Mất kết nối hoặc Đang nghỉ?",
  "faq.offline.answer":
    "Dự án mất kết nối khi không gateway nào gửi gì trong ba chu kỳ gửi liên tiếp, và không sớm hơn một phút. Ban đêm, dự án hiện Đang nghỉ: khi mặt trời đã lặn, hoặc trong giờ đặt ở Cài đặt dự án. Nếu mất kết nối vào ban ngày, hãy kiểm tra nguồn và mạng của gateway; dữ liệu gateway đã lưu sẽ được gửi bù và lấp khoảng trống.",
  "faq.missing": "Vì sao có giá trị hiện “–”?",
  "faq.missing.answer":
    "“–” nghĩa là chưa biết giá trị, không phải bằng 0: thiết bị chưa báo, hoặc thiếu dữ liệu để tính. Khi dữ liệu đến, giá trị tự xuất hiện.",
  "faq.corrected": "Vì sao điện năng của một ngày đã qua lại thay đổi?",
  "faq.corrected.answer":
    "Điện năng luôn được tính từ chỉ số công tơ. Khi gateway gửi bù dữ liệu đã lưu lúc mất mạng, cả ngày được tính lại, nên tổng luôn khớp với công tơ.",
  "faq.source": "Công tơ và biến tần: số nào được dùng?",
  "faq.source.answer":
    "Nếu dự án có công tơ sản lượng thì số liệu theo công tơ, nếu không thì theo biến tần. Hai số chênh nhau một ít là bình thường: tổn thất trên dây và sai số đo của biến tần.",
  "faq.ratio": "Vì sao một ngày không có hệ số hiệu suất?",
  "faq.ratio.answer":
    "Cần cảm biến bức xạ và một ngày gần như đủ dữ liệu. Thông thường: biết ít nhất 90 % thời gian ban ngày và bức xạ ngày từ 500 Wh/m². Chủ dự án và người quản lý xem và đổi các ngưỡng này trong Cài đặt dự án › Cam kết và mô phỏng.",
  "faq.savings": "Tiền tiết kiệm được tính thế nào?",
  "faq.savings.answer":
    "Điện tự dùng nhân với giá điện tại thời điểm đó, cộng điện bán ra nhân với giá bán. Giá và khung giờ được đặt trong Cài đặt dự án › Giá điện; chưa đặt thì dùng giá bán lẻ bình quân.",
  "faq.co2": "Hệ số CO2 lấy từ đâu?",
  "faq.co2.answer":
    "Từ hệ số phát thải lưới điện được công bố của năm phát điện, hoặc của năm gần nhất trước đó. Trang Tác động môi trường liệt kê từng hệ số và nguồn.",
  "faq.zone": "Ngày và giờ theo múi giờ nào?",
  "faq.zone.answer":
    "Biểu đồ, ngày và tháng theo múi giờ của dự án, dù bạn đang ở đâu. Giờ của tin nhắn và tệp theo máy của bạn.",
  "faq.export": "Làm sao lấy số liệu ra tệp?",
  "faq.export.answer":
    "Biểu đồ và bảng có nút xuất CSV; biểu đồ còn có ảnh PNG và xem dạng bảng. Thống kê xuất khoảng thời gian bạn chọn.",
  "faq.warranty": "Ngày bảo hành đến từ đâu?",
  "faq.warranty.answer":
    "Gateway gửi ngày bảo hành cùng với danh sách thiết bị. Thiết bị còn dưới 90 ngày hiện Sắp hết hạn; thiết bị hiện Chưa rõ là do gateway chưa gửi ngày.",
  "faq.roles": "Ai được thay đổi dự án?",
  "faq.roles.answer":
    "Chủ dự án và người quản lý đổi cài đặt, tải tệp lên và gửi yêu cầu hỗ trợ. Người chỉ xem thấy mọi số liệu nhưng không thay đổi được gì. Chỉ chủ dự án quyết định ai được truy cập.",
};
