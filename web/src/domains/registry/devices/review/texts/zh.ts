import type { texts as vi } from "./vi.ts";

export const texts: Record<keyof typeof vi, string> = {
  "dev.ownerNamed": "所有者声明写明了此设备及其所有者。",
  "Enter the owner of the device.": "请填写设备所有者。",
  "Enter the province.": "请填写省份。",
  "What overrides a check is approved by two issuers.": "越过检查须由两名签发人员批准。",
  "dev.whileMarked": "已有标记项：请要求修改。",
  "dev.mustHold": "须先满足：{codes}。",
  "dev.overrideAll": "请为每项未满足的检查填写至少 {least} 个字符的理由。",
  "dev.tickDeclaration": "请查看所有者声明并勾选 DEV-010。",
  "dev.propose": "提议批准",
  "dev.proposeHint": "第二名签发人员看到完全相同的内容，并在 72 小时内确认。",
  "dev.approveLarge": "批准超过 5 MW 的设备",
  "dev.approveOverriding": "越过检查批准",
  "dev.overridesCheck": "越过 {code} {message}",
  "dev.overridden": "已越过：{reason}",
  "dev.did.approve_overriding": "两名签发人员越过检查批准",
  "dev.did.set_aside": "第一人的提议被搁置",
};
