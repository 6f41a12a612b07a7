// The words of the proof, in the languages that utilities and owners read.
import type { ProofLanguage } from "@heliograph/contract";
import { englishProof } from "./en.ts";
import type { ProofWords } from "./proof-words.ts";
import { vietnameseProof } from "./vi.ts";
import { chineseProof } from "./zh.ts";

/** The words by language. */
export const proofWords: Readonly<Record<ProofLanguage, ProofWords>> = {
  en: englishProof,
  vi: vietnameseProof,
  zh: chineseProof,
};
