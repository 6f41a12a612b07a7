// What is said of what happened to a record: the same in the list and in a mail.
import * as contract from "@heliograph/contract";
import { englishRecords } from "./en.ts";
import { vietnameseRecords } from "./vi.ts";
import type { RecordActor, RecordWords } from "./words-of-language.ts";
import { chineseRecords } from "./zh.ts";

export const RECORD_WORDS: Readonly<Record<contract.NoticeLanguage, RecordWords>> = {
  en: englishRecords,
  vi: vietnameseRecords,
  zh: chineseRecords,
};

const LIVES = new Map(contract.lifeCyclesIn(contract).map((life) => [life.entity, life]));

/** How a record may begin: that is no action of its life cycle. */
export const BEGINNINGS: Readonly<Record<string, string>> = {
  create: "Begun",
  propose: "Draft proposed",
  issue: "Issued",
  submit: "Submitted",
  register: "Registered",
};

/** What kind of record it is: "Device registration". */
export function kindName(language: contract.NoticeLanguage, entity: string): string {
  const noun = LIVES.get(entity)?.noun ?? entity;
  return RECORD_WORDS[language].kinds[noun] ?? noun;
}

/** What happened: "Approved". */
export function eventName(
  language: contract.NoticeLanguage,
  { entity, action }: { readonly entity: string; readonly action: string },
): string {
  const done = LIVES.get(entity)?.actions[action]?.done ?? BEGINNINGS[action] ?? "Begun";
  return RECORD_WORDS[language].events[done] ?? done;
}

/** Who did it, as whoever reads may know it: of the own account, or by the part alone. */
export function actorName(
  language: contract.NoticeLanguage,
  of: {
    readonly entity: string;
    readonly role: contract.RecordRole;
    /** It was done for the account of whoever reads. */
    readonly is_own: boolean;
    /** Whoever reads has a part in it for an account. */
    readonly for_account: boolean;
  },
): string {
  return RECORD_WORDS[language].by[actorOf(of)];
}

function actorOf({ entity, role, is_own, for_account }: Parameters<typeof actorName>[1]): RecordActor {
  if (role === "issuer" || role === "platform_operator" || role === "system") return role;
  if (is_own) return "own";
  const isOfTwo = Object.values(LIVES.get(entity)?.actions ?? {}).some(({ of }) => of !== undefined);
  if (!isOfTwo) return for_account ? "own" : "applicant";
  return for_account ? "other_party" : "party";
}
