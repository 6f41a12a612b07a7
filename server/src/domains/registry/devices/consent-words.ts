// What owners of plants sign, in each language. A sentence that was signed stays in the words that it had: `device_consent` keeps it.
import type { SignedLanguage } from "@heliograph/contract";

interface ConsentOf {
  readonly project_name: string;
  readonly company: string;
}

const WORDS: Readonly<Record<SignedLanguage, (of: ConsentOf) => string>> = {
  en: ({ project_name, company }) =>
    `As an owner of the plant ${project_name} I consent that ${company} registers it and has certificates issued for its generation. ` +
    "No other certificates or carbon credits are issued for it with my knowledge. I may withdraw this consent; the device is then suspended.",
  vi: ({ project_name, company }) =>
    `Là chủ sở hữu nhà máy ${project_name}, tôi đồng ý để ${company} đăng ký nhà máy và xin cấp chứng chỉ cho sản lượng của nhà máy. ` +
    "Theo hiểu biết của tôi, không có chứng chỉ hay tín chỉ các-bon nào khác được cấp cho sản lượng đó. Tôi có thể rút lại đồng ý này; khi đó thiết bị bị tạm ngừng.",
  zh: ({ project_name, company }) =>
    `作为电站 ${project_name} 的所有者，本人同意 ${company} 登记该电站，并就其发电量申请签发证书。` +
    "据本人所知，该发电量未签发其他证书或碳信用。本人可以撤回此同意；届时该设备将被暂停。",
};

/** The statement that an owner of the plant is asked to sign for the company, in the language. */
export const consentStatement = (language: SignedLanguage, of: ConsentOf): string => WORDS[language](of);
