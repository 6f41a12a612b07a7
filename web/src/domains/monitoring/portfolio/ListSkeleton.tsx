import { Skeleton } from "../../../ui/feedback/states.tsx";
import "./list-skeleton.css";

/** The stat strip before its figures: the same height. */
export function StripSkeleton({ count }: { count: number }) {
  return (
    <div className={`strip ${count === 4 ? "four" : ""}`} style={{ ["--cols" as string]: count }} aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <div className="stat waiting" key={index}>
          <Skeleton width={96} height={14} />
          <div style={{ height: 12 }} />
          <Skeleton width={120} height={26} />
        </div>
      ))}
    </div>
  );
}

/** The dashboard before its answer. */
export function DashboardSkeleton({ gauge = true }: { gauge?: boolean }) {
  return (
    <div className={gauge ? "dash" : "dash two"} aria-hidden>
      {[...(gauge ? ["p-gauge"] : []), "p-status", "p-alarm"].map((panel) => (
        <div className={`panel ${panel} waiting`} key={panel}>
          <Skeleton width={132} height={132} round />
        </div>
      ))}
      {gauge && <div className="panel p-map" />}
    </div>
  );
}

const ROWS = 10;

/** The rows of a table, or of cards, before their answer. */
export function RowsSkeleton({ narrow }: { narrow: boolean }) {
  return (
    <div aria-hidden>
      {!narrow && <div className="skhead" />}
      {Array.from({ length: ROWS }, (_, index) => (
        <div key={index} className={`skrow ${narrow ? "card" : ""}`}>
          <div>
            <Skeleton width={180} height={14} />
            <div style={{ height: 8 }} />
            <Skeleton width={120} height={11} />
          </div>
          {!narrow && <Skeleton width={104} height={24} />}
          <span className="grow" />
          {Array.from({ length: narrow ? 1 : 5 }, (__, cell) => (
            <Skeleton key={cell} width={72} height={14} />
          ))}
        </div>
      ))}
    </div>
  );
}
