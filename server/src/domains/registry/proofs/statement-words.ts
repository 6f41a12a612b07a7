// The words of a statement on paper; all else on it is what the statement says (rule R43).
import type { FUELS, StatementLanguage } from "@heliograph/contract";

/** Languages that a statement is printed in. */
export const STATEMENT_LANGUAGES: readonly StatementLanguage[] = ["en", "vi", "zh"];

type Fuel = keyof typeof FUELS;

interface StatementWords {
  readonly title: string;
  /** Over everything else on a statement of a demonstration (rule R14). */
  readonly demonstration: string;
  readonly person: string;
  readonly fuels: Readonly<Record<Fuel, string>>;
  readonly sentence: (what: { n: string; fuel: string; name: string; from: string; to: string }) => string;
  /** Of a statement that another one may still replace; `time` with its zone. */
  readonly correctable: (time: string) => string;
  /** Of one that has replaced another. */
  readonly corrects: (key: string, time: string) => string;
  readonly certificates: string;
  readonly retired: string;
  readonly claim: string;
  readonly electricity: string;
  readonly ranges: string;
  readonly proof: string;
  readonly labels: Readonly<
    Record<
      | "beneficiary"
      | "registration"
      | "purpose"
      | "period"
      | "registry"
      | "device"
      | "source"
      | "vintage"
      | "entry"
      | "head",
      string
    >
  >;
  readonly head: readonly [string, string, string];
  readonly sum: string;
  readonly more: (n: string) => string;
  readonly check: string;
  readonly how: string;
  readonly key: string;
  readonly foot: string;
  readonly qr: string;
  readonly since: string;
  /** Of the signature under the PDF. */
  readonly reason: string;
}

export const STATEMENT_WORDS: Readonly<Record<StatementLanguage, StatementWords>> = {
  en: {
    title: "Redemption statement",
    demonstration: "Demonstration: these certificates were made from simulated readings.",
    person: "a person",
    fuels: {
      ES100: "solar",
      ES200: "wind",
      ES300: "hydro",
      ES400: "marine",
      ES500: "geothermal",
      ES600: "biomass",
      ES700: "biogas",
    },
    sentence: ({ n, fuel, name, from, to }) =>
      `${n} MWh of ${fuel} electricity are claimed by ${name} for ${from} – ${to}. The certificates are retired for good and cannot be used again.`,
    correctable: (time) => `Spelling and address of the beneficiary may be corrected until ${time}.`,
    corrects: (key, time) => `Corrected on ${time}. It replaces the statement ${key}.`,
    certificates: "certificates, 1 MWh each",
    retired: "Retired on",
    claim: "Claim",
    electricity: "Electricity",
    ranges: "Serial ranges",
    proof: "Proof",
    labels: {
      beneficiary: "Beneficiary",
      registration: "Registration number",
      purpose: "Purpose",
      period: "Period",
      registry: "Registry",
      device: "Device",
      source: "Source",
      vintage: "Vintage",
      entry: "Ledger entry",
      head: "Head of the log",
    },
    head: ["First to last serial number", "Produced", "MWh"],
    sum: "Sum",
    more: (n) => `and ${n} more in the attached JSON`,
    check: "Check this statement yourself",
    how: "Scan the code or open the address. No login is needed. The attached JSON can be checked without us and without the internet.",
    key: "Key",
    foot: "signed PDF (PAdES) with statement.json inside",
    qr: "QR code of the address",
    since: "in operation since",
    reason: "Redemption statement of this installation",
  },
  vi: {
    title: "Xác nhận sử dụng chứng chỉ",
    demonstration: "Bản minh họa: các chứng chỉ này được tạo từ số đo mô phỏng.",
    person: "một cá nhân",
    fuels: {
      ES100: "mặt trời",
      ES200: "gió",
      ES300: "thủy năng",
      ES400: "đại dương",
      ES500: "địa nhiệt",
      ES600: "sinh khối rắn",
      ES700: "khí sinh học",
    },
    sentence: ({ n, fuel, name, from, to }) =>
      `${n} MWh điện ${fuel} được ${name} tuyên bố sử dụng cho ${from} – ${to}. Các chứng chỉ đã được hủy vĩnh viễn và không thể dùng lại.`,
    correctable: (time) => `Chính tả và địa chỉ của bên thụ hưởng có thể được sửa đến ${time}.`,
    corrects: (key, time) => `Đã sửa lúc ${time}. Thay thế bản xác nhận ${key}.`,
    certificates: "chứng chỉ, mỗi chứng chỉ 1 MWh",
    retired: "Đã hủy ngày",
    claim: "Tuyên bố",
    electricity: "Điện năng",
    ranges: "Dải số sê-ri",
    proof: "Bằng chứng",
    labels: {
      beneficiary: "Bên hưởng lợi",
      registration: "Mã số đăng ký",
      purpose: "Mục đích",
      period: "Kỳ",
      registry: "Cơ quan đăng ký",
      device: "Nhà máy",
      source: "Nguồn",
      vintage: "Năm sản xuất",
      entry: "Bút toán sổ cái",
      head: "Đầu nhật ký",
    },
    head: ["Số sê-ri đầu đến cuối", "Sản xuất", "MWh"],
    sum: "Tổng",
    more: (n) => `và ${n} dải nữa trong JSON đính kèm`,
    check: "Tự kiểm tra bản xác nhận này",
    how: "Quét mã hoặc mở địa chỉ. Không cần đăng nhập. JSON đính kèm có thể được kiểm tra không cần chúng tôi và không cần internet.",
    key: "Khóa",
    foot: "PDF có chữ ký (PAdES), bên trong có statement.json",
    qr: "Mã QR của địa chỉ",
    since: "vận hành từ",
    reason: "Bản xác nhận sử dụng chứng chỉ của hệ thống này",
  },
  zh: {
    title: "核销声明",
    demonstration: "演示：这些证书由模拟读数生成。",
    person: "个人",
    fuels: {
      ES100: "太阳能",
      ES200: "风能",
      ES300: "水能",
      ES400: "海洋能",
      ES500: "地热",
      ES600: "固体生物质",
      ES700: "沼气",
    },
    sentence: ({ n, fuel, name, from, to }) =>
      `${name}声明使用 ${n} MWh ${fuel}电力，期间 ${from} – ${to}。证书已永久注销，不能再次使用。`,
    correctable: (time) => `受益方的拼写和地址可在 ${time} 之前更正。`,
    corrects: (key, time) => `更正于 ${time}。取代声明 ${key}。`,
    certificates: "张证书，每张 1 MWh",
    retired: "注销时间",
    claim: "声明内容",
    electricity: "电力",
    ranges: "序列号区间",
    proof: "证明",
    labels: {
      beneficiary: "受益方",
      registration: "注册号",
      purpose: "用途",
      period: "期间",
      registry: "登记机构",
      device: "电站",
      source: "来源",
      vintage: "生产年份",
      entry: "账本记录",
      head: "日志头",
    },
    head: ["首尾序列号", "生产日期", "MWh"],
    sum: "合计",
    more: (n) => `另有 ${n} 个区间见所附 JSON`,
    check: "自行核验此声明",
    how: "扫描二维码或打开网址，无需登录。所附 JSON 可在无我方参与且不联网的情况下核验。",
    key: "密钥",
    foot: "已签名的 PDF（PAdES），内含 statement.json",
    qr: "网址二维码",
    since: "投运日期",
    reason: "本系统的核销声明",
  },
};
