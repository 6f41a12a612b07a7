import { places } from "@heliograph/contract/fleet/commissioning";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useRef, useState, type ReactNode } from "react";
import { ask } from "../../../platform/api.ts";
import { useNow } from "../../../platform/clock.ts";
import type { ContractForm } from "../../../platform/form/use-contract-form.ts";
import { useText } from "../../../platform/i18n.tsx";
import { zoneOffset } from "../../../platform/zone.ts";
import { Combobox } from "../../../ui/controls/Combobox.tsx";
import { NumberField } from "../../../ui/controls/NumberField.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import { useInView } from "../../../ui/feedback/use-in-view.ts";
import { SettingsFields, SettingsPart } from "../projects/SettingsLayout.tsx";
import { PlaceSearch } from "./PlaceSearch.tsx";
import { placeTyped, type ProjectFields } from "./project-fields.ts";
import styles from "./PlaceFields.module.css";

type Form = ContractForm<ProjectFields>;

const PickMap = lazy(async () => ({ default: (await import("./PickMap.tsx")).PickMap }));

/** Of a place that is known: its town; else the country that most projects are in. */
const NEAR_ZOOM = 11;
const FAR = { at: [16, 106.5], zoom: 5 } as const;
const near = (latitude: number, longitude: number) =>
  ({ at: [latitude, longitude] as const, zoom: NEAR_ZOOM }) as const;

/** Where the project is, found by name, pressed on the map or typed, and by which clock its days are counted. */
export function PlaceFields({ form, zoneIsFixed }: { form: Form; zoneIsFixed: boolean }) {
  const t = useText();
  const { values, fill } = form;
  const place = placeTyped(values);
  const [start, setStart] = useState(() => (place === null ? FAR : near(place.lat, place.lng)));
  /** The address that the last search left. */
  const proposed = useRef("");
  const proposeZone = useZoneProposal(form, zoneIsFixed);
  return (
    <SettingsPart>
      <PlaceSearch
        choose={({ kind, latitude, longitude, timezone }, name) => {
          // An address that somebody wrote stays; one that a search left gives way to the next.
          const named = kind === "town" || kind === "province";
          const address = named && ["", proposed.current].includes(values.address) ? name : values.address;
          if (address === name) proposed.current = name;
          fill({ latitude, longitude, address, ...(zoneIsFixed ? {} : { timezone }) });
          setStart(near(latitude, longitude));
        }}
      />
      <MapFrame>
        <PickMap
          // A place that was found is gone to: a map begins anew there.
          key={start.at.join(" ")}
          place={place}
          start={start}
          pick={(latitude, longitude) => {
            fill({ latitude, longitude });
            void proposeZone(latitude, longitude);
          }}
        />
      </MapFrame>
      <p className={styles.by}>{t("setUp.mapHint")}</p>
      <SettingsFields>
        {(["latitude", "longitude"] as const).map((name) => (
          <NumberField
            key={name}
            {...form.field(name)}
            label={t(`setUp.${name}`)}
            unit="°"
            onBlur={() => place !== null && void proposeZone(place.lat, place.lng)}
          />
        ))}
      </SettingsFields>
      <TextField {...form.field("address")} label={t("Address")} maxLength={400} />
      <ZoneField form={form} fixed={zoneIsFixed} />
    </SettingsPart>
  );
}

/** The map's place on the page: it is fetched and drawn once that is in sight. */
function MapFrame({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const inView = useInView(frame);
  const waiting = <Skeleton width="100%" height={300} />;
  return (
    <div ref={frame} className={styles.map}>
      {inView ? <Suspense fallback={waiting}>{children}</Suspense> : waiting}
    </div>
  );
}

/** Proposes the zone of a place that was chosen without one, once a place; the last one counts. */
function useZoneProposal(form: Form, fixed: boolean): (latitude: number, longitude: number) => Promise<void> {
  const queries = useQueryClient();
  const { values, fill } = form;
  const asked = useRef(`${values.latitude}, ${values.longitude}`);
  return async (latitude, longitude) => {
    const keyword = `${latitude}, ${longitude}`;
    if (fixed || asked.current === keyword) return;
    asked.current = keyword;
    // A zone that could not be proposed is chosen by hand.
    const answer = await queries.fetchQuery(ask(places, { query: { keyword } })).catch(() => undefined);
    const timezone = answer?.items[0]?.timezone;
    if (timezone !== undefined && asked.current === keyword) fill({ timezone });
  };
}

const HOUR_MS = 3_600_000;

function ZoneField({ form, fixed }: { form: Form; fixed: boolean }) {
  const t = useText();
  const { value, onChange, fault } = form.field("timezone");
  const hour = Math.floor(useNow() / HOUR_MS);
  const zones = useMemo(() => {
    const known = Intl.supportedValuesOf("timeZone");
    const all = value === "" || known.includes(value) ? known : [value, ...known];
    return all.map((zone) => ({ value: zone, label: zone, detail: zoneOffset(zone, hour * HOUR_MS) }));
  }, [value, hour]);
  return (
    <Combobox
      label={t("setUp.zone")}
      hint={t(fixed ? "setUp.zoneFixed" : "setUp.zoneHint")}
      fault={fault}
      disabled={fixed}
      options={zones}
      value={zones.find((zone) => zone.value === value) ?? null}
      onChange={(zone) => onChange(zone?.value ?? "")}
    />
  );
}
