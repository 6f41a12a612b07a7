import type { texts as vi } from "./vi.ts";

export const texts: Record<keyof typeof vi, string> = {
  "dev.consent": "电站所有者的同意",
  "dev.consentSigned": "{name} 已签署，{time}",
  "dev.consentGiven": "电站所有者已同意。",
  "dev.consentAsk": "只有电站所有者可以同意。请将此地址发送给对方：",
  "dev.consentSign": "以所有者身份签署",
  "dev.consentWithdraw": "撤回同意",
  "dev.consentWithdrawHint": "将立即暂停 {codes}。在电站所有者重新同意并由签发方恢复之前，不再签发任何证书。",
  "dev.consentNoDevice": "尚未登记任何设备；没有同意则无法登记。",
  "dev.consentOf": "{project}：同意 {company}",
  "The owner of the plant has withdrawn the consent": "电站所有者已撤回同意",
  "The owner who consented no longer owns the plant": "曾同意的所有者已不再拥有该电站",
};
