import type { Answer } from "@heliograph/contract/kernel/endpoint";
import type { weatherWidget } from "@heliograph/contract/monitoring/overview/weather";
import { useQuery } from "@tanstack/react-query";
import { Sunrise, Sunset } from "lucide-react";
import { memo } from "react";
import { useAppConfig } from "../../../platform/app-config.ts";
import { usePhone } from "../../../ui/layout/media.ts";
import { useInSlices } from "../../../ui/feedback/in-slices.ts";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { overviewQueries } from "./overview-queries.ts";
import { useWords } from "../words.ts";
import panel from "../../../ui/layout/Panel.module.css";
import styles from "./WeatherPanel.module.css";
import { VisuallyHidden } from "../../../ui/layout/VisuallyHidden.tsx";

type Weather = Answer<typeof weatherWidget>;
type Sensed = Pick<Weather["irradiance"], "value" | "at" | "live">;

/** The weather at a project as its sensors tell it, and the sun of the day. What is old says so. */
export const WeatherPanel = memo(function WeatherPanel({ uid }: { uid: string }) {
  const { text } = useWords();
  const phone = usePhone();
  const everyMs = useAppConfig().list_refresh_s * 1000;
  const query = useQuery({
    ...overviewQueries(uid).weather,
    refetchInterval: everyMs,
  });
  const weather = useInSlices(query.data);
  const failed = query.data === undefined && query.isError;
  return (
    <section
      className={`${panel.panel} ${styles.panel}`}
      aria-label={text("weather.title")}
      aria-busy={weather === undefined && !failed}
    >
      {weather !== undefined ? (
        <Told weather={weather} />
      ) : failed ? (
        <PanelNote
          text={text("Data is not available")}
          retry={{ label: text("Try again"), run: () => void query.refetch() }}
        />
      ) : (
        <Skeleton width="100%" height={phone ? 190 : 53} />
      )}
    </section>
  );
});

function Told({ weather }: { weather: Weather }) {
  const { text } = useWords();
  const facts = [
    { label: text("weather.irradiance"), of: weather.irradiance, unit: "W/m²", digits: 0 },
    { label: text("weather.panel"), of: weather.panel_temperature, unit: "°C", digits: 1 },
    { label: text("weather.ambient"), of: weather.ambient_temperature, unit: "°C", digits: 1 },
    { label: text("weather.wind"), of: weather.wind_speed, unit: "m/s", digits: 1 },
  ];
  return (
    <>
      <SunOfDay weather={weather} />
      <dl className={styles.facts}>
        {facts.map((fact) => (
          <Fact key={fact.label} {...fact} timezone={weather.timezone} />
        ))}
      </dl>
    </>
  );
}

function SunOfDay({ weather: { timezone, sun, current_time: now } }: { weather: Weather }) {
  const { text, format } = useWords();
  const clock = (at: string | null) => format.clock(at === null ? null : Date.parse(at), timezone);
  return (
    <div className={styles.sunOfDay}>
      <SunPath sun={sun} now={now} />
      <div>
        <b>
          {sun.is_up ? text("weather.day", { n: format.number(sun.elevation.value) }) : text("weather.night")}
        </b>
        <p>
          <span title={text("weather.sunrise")}>
            <Sunrise size={14} aria-hidden />
            <VisuallyHidden>{text("weather.sunrise")}</VisuallyHidden> {clock(sun.sunrise)}
          </span>
          <span>
            {text("weather.noon")} {clock(sun.solar_noon)}
          </span>
          <span title={text("weather.sunset")}>
            <Sunset size={14} aria-hidden />
            <VisuallyHidden>{text("weather.sunset")}</VisuallyHidden> {clock(sun.sunset)}
          </span>
        </p>
      </div>
    </div>
  );
}

function Fact(given: { label: string; of: Sensed; unit: string; digits: number; timezone: string }) {
  const { label, of, unit, digits, timezone } = given;
  const { text, format } = useWords();
  const atMs = of.at === null ? null : Date.parse(of.at);
  return (
    <div className={of.live || of.value === null ? "" : styles.old}>
      <dt>{label}</dt>
      <dd>
        <b className={of.value === null ? styles.missing : ""}>{format.number(of.value, digits)}</b>
        {of.value !== null && <span className={styles.unit}>{unit}</span>}
      </dd>
      <dd className={styles.at}>
        {of.value === null
          ? text("weather.none")
          : of.live
            ? text("weather.at", { t: format.clock(atMs, timezone) })
            : text("weather.old", { t: format.dateTime(atMs, timezone) })}
      </dd>
    </div>
  );
}

const ARC = { width: 104, height: 44, radius: 46, base: 40 };

/** The way of the sun from sunrise to sunset, and where it is on it. Nothing moves where it does not rise. */
function SunPath({ sun, now }: { sun: Weather["sun"]; now: string }) {
  const { width, height, radius, base } = ARC;
  const centre = width / 2;
  const rise = sun.sunrise === null ? null : Date.parse(sun.sunrise);
  const set = sun.sunset === null ? null : Date.parse(sun.sunset);
  const share = rise === null || set === null ? null : (Date.parse(now) - rise) / (set - rise);
  const angle = Math.PI * (1 - (share ?? 0));
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className={styles.sunPath}
      aria-hidden
    >
      <path d={`M${centre - radius} ${base}a${radius} ${base - 6} 0 0 1 ${2 * radius} 0`} />
      <path className={styles.horizon} d={`M0 ${base}h${width}`} />
      {sun.is_up && share !== null && (
        <circle cx={centre + radius * Math.cos(angle)} cy={base - (base - 6) * Math.sin(angle)} r="5" />
      )}
    </svg>
  );
}
