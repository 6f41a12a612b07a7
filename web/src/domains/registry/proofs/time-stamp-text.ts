// The time stamp of a PDF in plain words (rule R43): whom to believe is left to the reader.
import { gmt8 } from "@heliograph/contract/kernel/gmt8";
import type { CheckedStep } from "@heliograph/contract/registry/proofs/check-statement";
import type { TimeStamp } from "@heliograph/contract/registry/proofs/time-stamp";
import type { Text } from "./verdict.ts";

/** A step about the time stamp, like those of the statement: what was found, why, and the technical value at its right. */
interface TimeStampStep {
  readonly state: CheckedStep["state"];
  readonly title: string;
  readonly text: string;
  readonly value: string;
}

/** What the page says of the time stamp; null: the PDF has none, which is no fault. */
export function timeStampText(t: Text, stamp: TimeStamp | null): TimeStampStep {
  if (stamp === null) {
    return { state: "not_made", title: t("verify.stamp.none"), text: t("verify.stamp.none.text"), value: "" };
  }
  const { state, at, authority, fingerprint } = stamp;
  if (state === "holds" && at !== null) {
    const name = authority === "" ? t("verify.stamp.nameless") : authority;
    return {
      state: "passed",
      title: t("verify.stamp.holds", { at: gmt8(at), name }),
      text: t("verify.stamp.holds.text", { fingerprint }),
      value: "RFC 3161",
    };
  }
  if (state === "unknown") {
    return {
      state: "not_made",
      title: t("verify.stamp.unknown"),
      text: t("verify.stamp.unknown.text"),
      value: "",
    };
  }
  return { state: "failed", title: t("verify.stamp.failed"), text: t("verify.stamp.failed.text"), value: "" };
}
