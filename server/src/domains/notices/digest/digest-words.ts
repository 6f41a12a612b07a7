// The words of digests.
import type { NoticeLanguage, ResolvedCause } from "@heliograph/contract";
import type { DigestRow } from "./digest.sql.ts";

/** What a language has to say. Times come as "14:02 23/11", money as "12,000 VND". */
export interface DigestWords {
  readonly locale: string;
  readonly subject: (product: string, counts: string) => string;
  readonly span: (from: string, until: string) => string;
  readonly opened: (count: number) => string;
  readonly closed: (count: number) => string;
  readonly open: (count: number) => string;
  readonly parts: Readonly<Record<DigestRow["part"], string>>;
  readonly alarms: (count: number) => string;
  readonly since: (time: string) => string;
  readonly anHour: (money: string) => string;
  readonly lost: (money: string) => string;
  readonly verdicts: Readonly<Record<NonNullable<DigestRow["verdict"]>, string>>;
  readonly causes: Readonly<Record<ResolvedCause, string>>;
  readonly more: (count: number) => string;
  readonly see: string;
  readonly why: (product: string) => string;
}

export const DIGEST_WORDS: Readonly<Record<NoticeLanguage, DigestWords>> = {
  vi: {
    locale: "vi-VN",
    subject: (product, counts) => `${product}: Bản tin cảnh báo – ${counts}`,
    span: (from, until) => `Từ ${from} đến ${until}`,
    opened: (count) => `${count} mới`,
    closed: (count) => `${count} đã đóng`,
    open: (count) => `${count} còn mở`,
    parts: { fresh: "Mới và còn mở:", closed: "Đã đóng:", open: "Còn mở từ trước:" },
    alarms: (count) => `${count} cảnh báo`,
    since: (time) => `từ ${time}`,
    anHour: (money) => `${money}/giờ`,
    lost: (money) => `đã mất ${money}`,
    verdicts: {
      communication: "chỉ mất liên lạc, nhà máy vẫn phát",
      outage: "nhà máy đã ngừng phát",
      partial: "nhà máy phát một phần",
      pending: "chờ kết luận theo công tơ",
    },
    causes: {
      grid: "lưới điện",
      network: "mạng truyền thông",
      inverter: "biến tần",
      string: "chuỗi pin",
      connector: "đầu nối",
      fuse: "cầu chì",
      sensor: "cảm biến",
      shading: "bóng che",
      soiling: "bụi bẩn",
      planned_work: "công việc theo kế hoạch",
      false_alarm: "báo động giả",
      other: "nguyên nhân khác",
    },
    more: (count) => `và ${count} dòng khác`,
    see: "Xem cảnh báo:",
    why: (product) =>
      `Bạn nhận thư này vì tài khoản ${product} của bạn nhận bản tin hằng ngày. Có thể đổi trong phần thông báo của cổng.`,
  },
  en: {
    locale: "en-US",
    subject: (product, counts) => `${product}: Alarms of the day – ${counts}`,
    span: (from, until) => `From ${from} to ${until}`,
    opened: (count) => `${count} opened`,
    closed: (count) => `${count} closed`,
    open: (count) => `${count} still open`,
    parts: { fresh: "New and open:", closed: "Closed:", open: "Open from before:" },
    alarms: (count) => `${count} alarms`,
    since: (time) => `since ${time}`,
    anHour: (money) => `${money}/h`,
    lost: (money) => `${money} lost`,
    verdicts: {
      communication: "communication only, the plant produced",
      outage: "the plant stood still",
      partial: "the plant produced in part",
      pending: "verdict of the counters pending",
    },
    causes: {
      grid: "grid",
      network: "network",
      inverter: "inverter",
      string: "string",
      connector: "connector",
      fuse: "fuse",
      sensor: "sensor",
      shading: "shading",
      soiling: "soiling",
      planned_work: "planned work",
      false_alarm: "false alarm",
      other: "another cause",
    },
    more: (count) => `and ${count} more`,
    see: "See the alarms:",
    why: (product) =>
      `You get this because your ${product} account has chosen a daily digest. You can change that under notifications in the portal.`,
  },
  zh: {
    locale: "zh-CN",
    subject: (product, counts) => `${product}：每日告警摘要 – ${counts}`,
    span: (from, until) => `${from} 至 ${until}`,
    opened: (count) => `新增 ${count}`,
    closed: (count) => `关闭 ${count}`,
    open: (count) => `未关闭 ${count}`,
    parts: { fresh: "新增且未关闭：", closed: "已关闭：", open: "此前未关闭：" },
    alarms: (count) => `${count} 个告警`,
    since: (time) => `自 ${time}`,
    anHour: (money) => `${money}/小时`,
    lost: (money) => `已损失 ${money}`,
    verdicts: {
      communication: "仅通信中断，电站仍在发电",
      outage: "电站停机",
      partial: "电站部分发电",
      pending: "等待计数器判定",
    },
    causes: {
      grid: "电网",
      network: "网络",
      inverter: "逆变器",
      string: "组串",
      connector: "连接器",
      fuse: "熔断器",
      sensor: "传感器",
      shading: "遮挡",
      soiling: "积灰",
      planned_work: "计划作业",
      false_alarm: "误报",
      other: "其他原因",
    },
    more: (count) => `以及另外 ${count} 行`,
    see: "查看告警：",
    why: (product) => `您收到此邮件是因为您的 ${product} 账户选择了每日摘要。可在门户的通知设置中更改。`,
  },
};
