import type { texts as vi } from "./vi.ts";

export const texts: Record<keyof typeof vi, string> = {
  "proposal.title": "第一人的提议",
  "proposal.by": "{person} 提议：{what}",
  "proposal.byYou": "您提议：{what}",
  "proposal.reason": "理由",
  "proposal.reasonHint": "至少 {least} 个字符",
  "proposal.exactly": "您确认的正是以上内容，否则请搁置。72 小时后失效。",
  "proposal.waits": "由第二人确认以上内容，或予以搁置。72 小时后失效。",
  "proposal.confirm": "作为第二人确认",
  "proposal.setAside": "搁置",
  "proposal.takeBack": "收回",
};
