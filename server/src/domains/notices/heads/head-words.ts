// The words of mails about the log of the certificate ledger.
import type { NoticeLanguage } from "@heliograph/contract";

/** What a language has to say. Days and times are in GMT+8. */
interface HeadWords {
  readonly subject: (product: string, day: string) => string;
  readonly head: (entries: string, day: string) => string;
  readonly keep: string;
  readonly compare: (command: string) => string;
  readonly see: string;
  readonly why: (product: string) => string;
  readonly alarm: (product: string) => string;
  readonly missed: (day: string, place: "file" | "webhook", error: string | null) => string;
  readonly held: (size: string, log_size: string) => string;
  readonly faults: (count: string, at: string) => string;
  readonly look: (command: string) => string;
  readonly whyOperator: (product: string) => string;
}

export const HEAD_WORDS: Readonly<Record<NoticeLanguage, HeadWords>> = {
  vi: {
    subject: (product, day) => `${product}: đầu nhật ký chứng chỉ ngày ${day}`,
    head: (entries, day) => `Cuối ngày ${day} (GMT+8), nhật ký của sổ cái chứng chỉ có ${entries} bút toán.`,
    keep: "Hãy giữ thư này: nhờ nó, bất kỳ ai cũng có thể phát hiện nếu sổ cái bị viết lại về sau.",
    compare: (command) => `So sánh: lưu dòng ở trên vào một tệp, rồi chạy ${command}`,
    see: "Đầu nhật ký mới nhất:",
    why: (product) =>
      `Bạn nhận thư này vì bạn quản lý một tài khoản doanh nghiệp trên ${product}. Đây là bằng chứng chứ không phải tin báo, nên được gửi cho mọi người quản lý.`,
    alarm: (product) => `${product}: sổ cái chứng chỉ cần được xem ngay`,
    missed: (day, place, error) =>
      `Đầu nhật ký ngày ${day} chưa được công bố ${place === "file" ? "vào tệp" : "tới bên nhận"}${error === null ? "" : `: ${error}`}.`,
    held: (size, log_size) =>
      `Sổ cái đang chỉ đọc: một đầu nhật ký với ${size} bút toán đã được công bố, mà nhật ký trong cơ sở dữ liệu (${log_size} bút toán) không có. Không bút toán nào được ghi cho đến khi khôi phục.`,
    faults: (count, at) => `Lần kiểm tra sổ cái ngày ${at} tìm thấy ${count} lỗi.`,
    look: (command) => `Xem chi tiết: ${command}`,
    whyOperator: (product) => `Bạn nhận thư này vì bạn vận hành ${product}.`,
  },
  en: {
    subject: (product, day) => `${product}: head of the certificate log of ${day}`,
    head: (entries, day) =>
      `At the end of ${day} (GMT+8) the log of the certificate ledger had ${entries} entries.`,
    keep: "Keep this mail: with it anybody can find out whether the ledger was rewritten later.",
    compare: (command) => `To compare: put the line above into a file and run ${command}`,
    see: "The newest head:",
    why: (product) =>
      `You get this because you manage a business account on ${product}. It is evidence and no notification: every account manager gets it.`,
    alarm: (product) => `${product}: the certificate ledger needs a look now`,
    missed: (day, place, error) =>
      `The head of the log of ${day} was not published ${place === "file" ? "in the file" : "to the receiver"}${error === null ? "" : `: ${error}`}.`,
    held: (size, log_size) =>
      `The ledger is read only: a head of ${size} entries was published that the log in the database (${log_size} entries) does not have. Nothing is posted until it is restored.`,
    faults: (count, at) => `The check of the ledger of ${at} found ${count} faults.`,
    look: (command) => `What exactly: ${command}`,
    whyOperator: (product) => `You get this because you operate ${product}.`,
  },
  zh: {
    subject: (product, day) => `${product}:${day} 证书日志头`,
    head: (entries, day) => `${day}(GMT+8)结束时,证书账本的日志有 ${entries} 条记录。`,
    keep: "请保留此邮件:凭它任何人都能查出账本后来是否被改写。",
    compare: (command) => `核对方法:把上面一行存为文件,然后运行 ${command}`,
    see: "最新的日志头:",
    why: (product) =>
      `您收到此邮件,因为您在 ${product} 上管理一个企业账户。这是证据而不是通知,发给每一位账户管理员。`,
    alarm: (product) => `${product}:证书账本需要立即查看`,
    missed: (day, place, error) =>
      `${day} 的日志头未能发布${place === "file" ? "到文件" : "给接收方"}${error === null ? "" : `:${error}`}。`,
    held: (size, log_size) =>
      `账本为只读:已发布过一个含 ${size} 条记录的日志头,而数据库中的日志(${log_size} 条记录)没有它。恢复之前不再记账。`,
    faults: (count, at) => `${at} 的账本检查发现 ${count} 处错误。`,
    look: (command) => `查看详情:${command}`,
    whyOperator: (product) => `您收到此邮件,因为您运营 ${product}。`,
  },
};
