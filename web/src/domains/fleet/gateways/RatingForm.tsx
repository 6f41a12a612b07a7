import { confirmRatings, listGateways } from "@heliograph/contract/fleet/gateways";
import type { Endpoint } from "@heliograph/contract/kernel/endpoint";
import { useState, type FormEvent } from "react";
import { useCall } from "../../../platform/api.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { NumberField } from "../../../ui/controls/NumberField.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { useWords } from "../../../platform/words.ts";
import { useGateways } from "./use-gateways.ts";
import styles from "./RatingForm.module.css";

interface Props {
  readonly uid: string;
  readonly device: string;
  readonly name: string;
  /** True: it is the first thing to do on the page. */
  readonly first: boolean;
  /** What is asked anew once it is given. */
  readonly stale?: readonly Endpoint[];
  /** Hears that it was given. */
  readonly onGiven?: () => void;
}

/** A button that opens the field in which a device is given its rated power. */
export function RatingForm(given: Props) {
  const { text } = useWords();
  const [open, setOpen] = useState(false);
  if (open) return <RatingField {...given} />;
  return (
    <Button type={given.first ? "primary" : "default"} onClick={() => setOpen(true)}>
      {text("rating.give")}
    </Button>
  );
}

function RatingField({ uid, device, name, stale = [], onGiven }: Props) {
  const { text } = useWords();
  const serverText = useServerText();
  const [kw, setKw] = useState<number | null>(null);
  const gateways = useGateways(uid);
  const known = gateways.data
    ?.flatMap(({ devices }) => devices)
    .find(({ device_uid }) => device_uid === device);
  const confirm = useCall(confirmRatings, [listGateways, ...stale]);
  const valid = kw !== null && kw > 0;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!valid || known === undefined) return;
    const rated = { device_uid: device, ac_nominal_w: Math.round(kw * 1000) };
    const devices = [{ ...rated, dc_capacity_wp: known.dc_capacity_wp }];
    confirm.mutate(
      { body: { project_uid: uid, devices } },
      {
        onSuccess: () => {
          say.success(text("rating.set", { name }));
          onGiven?.();
        },
        onError: (error) => say.error(serverText(refusalText(error))),
      },
    );
  };
  return (
    <form className={styles.rating} onSubmit={send} noValidate>
      <NumberField label={text("rating.power")} unit="kW" value={kw} min={0} onChange={setKw} />
      <Button type="primary" submits loading={confirm.isPending} disabled={!valid || known === undefined}>
        {text("rating.use")}
      </Button>
    </form>
  );
}
