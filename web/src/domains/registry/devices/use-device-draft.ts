// A draft as it is typed: kept here, saved by itself a moment later, one save after the other.
import {
  getDeviceApplication,
  saveDeviceApplication,
  type DeviceApplication,
} from "@heliograph/contract/registry/devices/device-applications";
import { getDeviceConsent } from "@heliograph/contract/registry/devices/device-documents";
import type { DeviceDraft, DeviceField } from "@heliograph/contract/registry/devices/device-form";
import type { DeviceAnswer } from "@heliograph/contract/registry/devices/device-review";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { call } from "../../../platform/call.ts";
import { useActing } from "../../../platform/rec/acting.ts";
import { actingAs, applicationQuery } from "./device-queries.ts";

/** So long nothing is typed before it is saved, ms. */
const PAUSE_MS = 700;

interface Typed {
  readonly draft: DeviceDraft;
  readonly answers: readonly DeviceAnswer[];
  readonly note: string;
}

export interface DraftState extends Typed {
  readonly setField: (field: DeviceField, value: string) => void;
  /** Changes several parts together; `now`: it is saved at once. */
  readonly change: (part: Partial<Typed>, now?: boolean) => void;
  /** Saves what is not saved yet; the version that the record has then. Throws what the server refused. */
  readonly settle: () => Promise<number>;
  readonly saving: boolean;
  readonly failed: Error | null;
  /** When it was last saved, ms; null: not since the page was opened. */
  readonly savedAt: number | null;
}

/** What is typed into the application, and how it is saved. */
export function useDeviceDraft(first: DeviceApplication): DraftState {
  const account = useActing();
  const queries = useQueryClient();
  const { record_uid } = first;
  const [typed, setTyped] = useState<Typed>({ draft: first.draft, answers: first.answers, note: first.note });
  const version = useRef(first.version);
  const latest = useRef(typed);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const save = useMutation({
    scope: { id: `save ${record_uid}` },
    mutationFn: (body: Typed) =>
      call(saveDeviceApplication, {
        query: { ...actingAs(account), record_uid },
        body: { ...body, answers: [...body.answers], expected_version: version.current },
      }),
    onSuccess: (saved) => {
      version.current = saved.version;
      const { queryKey } = applicationQuery(account, record_uid);
      // Another plant has other owners to ask.
      if (queries.getQueryData(queryKey)?.facts.project !== saved.facts.project) {
        void queries.resetQueries({ queryKey: [getDeviceConsent.name] });
      }
      queries.setQueryData(queryKey, saved);
    },
  });
  const flush = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    return save.mutateAsync(latest.current);
  };
  const change = (part: Partial<Typed>, now = false) => {
    latest.current = { ...latest.current, ...part };
    setTyped(latest.current);
    clearTimeout(timer.current);
    if (now) void flush().catch(() => undefined);
    else timer.current = setTimeout(() => void flush().catch(() => undefined), PAUSE_MS);
  };
  const leave = useEffectEvent(() => {
    if (timer.current !== undefined) void flush().catch(() => undefined);
  });
  useEffect(() => () => leave(), []);
  return {
    ...typed,
    change,
    setField: (field, value) => {
      const { draft } = latest.current;
      change({ draft: { ...draft, fields: { ...draft.fields, [field]: value } } });
    },
    settle: async () => {
      if (timer.current !== undefined || save.isPending || save.isError) await flush();
      await queries.invalidateQueries({ queryKey: [getDeviceApplication.name], refetchType: "none" });
      return version.current;
    },
    saving: save.isPending,
    failed: save.error,
    savedAt: save.isSuccess ? save.submittedAt : null,
  };
}
