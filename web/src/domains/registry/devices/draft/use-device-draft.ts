// A draft as it is typed: kept here, saved by itself a moment later, one save after the other; what somebody else saved meanwhile is taken over at a press.
import {
  getDeviceApplication,
  saveDeviceApplication,
  type DeviceApplication,
} from "@heliograph/contract/registry/devices/device-applications";
import { getDeviceConsent } from "@heliograph/contract/registry/devices/device-documents";
import type { DeviceField } from "@heliograph/contract/registry/devices/device-form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { call } from "../../../../platform/call.ts";
import { Refused } from "../../../../platform/http.ts";
import { actingAs, useActing } from "../../../../platform/rec/acting.ts";
import { applicationQuery } from "../device-queries.ts";
import { mergeTyped, unsavedItems, withTheirs, type Clash, type Typed } from "./draft-parts.ts";

/** So long nothing is typed before it is saved, ms. */
const PAUSE_MS = 700;

export interface DraftState extends Typed {
  readonly setField: (field: DeviceField, value: string) => void;
  /** Changes several parts together; `now`: it is saved at once. */
  readonly change: (part: Partial<Typed>, now?: boolean) => void;
  /** Saves what is not saved yet; the version that the record has then. Throws what the server refused. */
  readonly settle: () => Promise<number>;
  readonly saving: boolean;
  /** Why it is not saved; null: it is, or somebody else has changed the record. */
  readonly failed: Error | null;
  /** Tries again to save. */
  readonly retry: () => void;
  readonly other: OtherChange;
}

/** What somebody else did to the record meanwhile. */
interface OtherChange {
  /** The refusal that says so; null: nobody did, or it was taken over. Nothing is saved until it is. */
  readonly refusal: Refused | null;
  /** Takes over what the other person saved; what was typed here stays. */
  readonly reload: () => void;
  readonly reloading: boolean;
  /** Why that failed. */
  readonly reloadFailed: Error | null;
  /** Parts that both changed, in which what was typed here stays. */
  readonly clashes: readonly Clash[];
  /** Takes what the other person made of the part, or of none (null) of them. */
  readonly take: (clash: Clash | null) => void;
  /** The record, where it can be typed into no longer, with the items that were typed and not saved; null: it can. */
  readonly closed: { readonly items: readonly string[]; readonly show: () => void } | null;
}

const isChangedByOther = (error: unknown): error is Refused =>
  error instanceof Refused && error.errors.some(({ code }) => code === "GEN-409");

/** Whether the form of a draft can still be typed into, in the version that it had. */
const isSame = (a: DeviceApplication, b: DeviceApplication): boolean =>
  a.status === b.status &&
  a.versions.length === b.versions.length &&
  (b.actions.includes("submit") || b.actions.includes("resubmit"));

const typedIn = ({ draft, answers, note }: Pick<DeviceApplication, "draft" | "answers" | "note">): Typed => ({
  draft,
  answers,
  note,
});

/** What is typed into the application, how it is saved, and what somebody else did meanwhile. */
export function useDeviceDraft(first: DeviceApplication): DraftState {
  const account = useActing();
  const queries = useQueryClient();
  const { record_uid } = first;
  const [typed, setTyped] = useState(() => typedIn(first));
  const latest = useRef(typed);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const held = useRef({ record: first, sent: typed });
  const put = (next: Typed) => {
    latest.current = next;
    setTyped(next);
  };
  const adopt: Adopt = (record, sent) => {
    held.current = { record, sent };
    queries.setQueryData(applicationQuery(account, record_uid).queryKey, record);
  };
  const save = useSaving({ account, record_uid, held, adopt });
  const refusal = isChangedByOther(save.error) ? save.error : null;
  const flush = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    return save.mutateAsync(latest.current);
  };
  const soon = (now = false) => {
    clearTimeout(timer.current);
    if (now) void flush().catch(() => undefined);
    else timer.current = setTimeout(() => void flush().catch(() => undefined), PAUSE_MS);
  };
  const change = (part: Partial<Typed>, now = false) => {
    put({ ...latest.current, ...part });
    if (refusal === null) soon(now);
  };
  const leave = useEffectEvent(() => {
    if (timer.current !== undefined) void flush().catch(() => undefined);
  });
  useEffect(() => () => leave(), []);
  const other = useOtherChange({ account, record_uid, held, latest, put, adopt, soon, forget: save.reset });
  return {
    ...typed,
    change,
    setField: (field, value) => {
      const { draft } = latest.current;
      change({ draft: { ...draft, fields: { ...draft.fields, [field]: value } } });
    },
    settle: async () => {
      if (refusal !== null) throw refusal;
      if (timer.current !== undefined || save.isPending || save.isError) await flush();
      await queries.invalidateQueries({ queryKey: [getDeviceApplication.name], refetchType: "none" });
      return held.current.record.version;
    },
    saving: save.isPending,
    failed: refusal === null ? save.error : null,
    retry: () => soon(true),
    other: { ...other, refusal },
  };
}

/** The record as it was answered last, and what was typed when it was saved so. */
interface Held {
  readonly current: { readonly record: DeviceApplication; readonly sent: Typed };
}
type Adopt = (record: DeviceApplication, sent: Typed) => void;

/** Saves what is typed, one save after the other. */
function useSaving(of: { account: string | undefined; record_uid: string; held: Held; adopt: Adopt }) {
  const { account, record_uid, held, adopt } = of;
  const queries = useQueryClient();
  return useMutation({
    scope: { id: `save ${record_uid}` },
    mutationFn: (body: Typed) =>
      call(saveDeviceApplication, {
        query: { ...actingAs(account), record_uid },
        body: { ...body, answers: [...body.answers], expected_version: held.current.record.version },
      }),
    onSuccess: (record, sent) => {
      // Another plant has other owners to ask.
      if (held.current.record.facts.project !== record.facts.project) {
        void queries.resetQueries({ queryKey: [getDeviceConsent.name] });
      }
      adopt(record, sent);
    },
  });
}

/** Takes over what somebody else saved, at a press. */
function useOtherChange(of: {
  account: string | undefined;
  record_uid: string;
  held: Held;
  latest: { readonly current: Typed };
  put: (typed: Typed) => void;
  adopt: Adopt;
  /** Saves what is typed, in a moment or now. */
  soon: (now?: boolean) => void;
  /** Forgets why the last save failed. */
  forget: () => void;
}): Omit<OtherChange, "refusal"> {
  const { account, record_uid, held, latest, put, adopt } = of;
  const [clashes, setClashes] = useState<readonly Clash[]>([]);
  const [closed, setClosed] = useState<OtherChange["closed"]>(null);
  const load = useMutation({
    mutationFn: () => call(getDeviceApplication, { query: { ...actingAs(account), record_uid } }),
    onSuccess: (record) => {
      const { record: before, sent } = held.current;
      const mine = latest.current;
      if (!isSame(before, record)) {
        setClosed({ items: unsavedItems({ mine, sent }), show: () => adopt(record, typedIn(record)) });
        return;
      }
      const theirs = typedIn(record);
      const merged = mergeTyped({ mine, sent, saved: typedIn(before), theirs });
      put(merged.typed);
      setClashes(merged.clashes);
      adopt(record, theirs);
      of.forget();
      if (unsavedItems({ mine: merged.typed, sent: theirs }).length > 0) of.soon(true);
    },
  });
  const take = (clash: Clash | null) => {
    setClashes((now) => (clash === null ? [] : now.filter((one) => one !== clash)));
    if (clash === null) return;
    put(withTheirs(latest.current, clash));
    of.soon(true);
  };
  return {
    reload: () => load.mutate(),
    reloading: load.isPending,
    reloadFailed: load.error,
    clashes,
    take,
    closed,
  };
}
