import { ArrowRight, ChevronDown, ChevronRight, Router } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useText } from "../../../platform/i18n.tsx";
import { Button } from "../../../ui/controls/Button.tsx";
import { NamedIcon } from "../../../ui/layout/NamedIcon.tsx";
import { ASSET_ICONS } from "../gateways/asset-icons.ts";
import type { OwnDevice, OwnGateway } from "../gateways/use-gateways.ts";
import styles from "./AliasGateways.module.css";
import { grouped } from "./alias-rules.ts";

/** A gateway or device whose alias is shown or entered. */
interface Aliased {
  readonly uid: string;
  readonly serial: string;
  /** What it is called without an alias. */
  readonly name: string;
}

type Cell = (thing: Aliased) => ReactNode;

/** Up to so many gateways stand open at first; of more each is opened by hand. */
const OPEN_AT_FIRST = 4;

/** The gateways of a project, each with its devices by group, and beside every serial what `children` make of its alias. */
export function AliasGateways(given: { gateways: readonly OwnGateway[]; children: Cell }) {
  const { gateways, children: cell } = given;
  return gateways.map((gateway) => (
    <GatewayAliases
      key={gateway.gateway_uid}
      gateway={gateway}
      folds={gateways.length > OPEN_AT_FIRST}
      cell={cell}
    />
  ));
}

function GatewayAliases({ gateway, folds, cell }: { gateway: OwnGateway; folds: boolean; cell: Cell }) {
  const t = useText();
  const [open, setOpen] = useState(!folds);
  const { gateway_uid: uid, serial, name, devices } = gateway;
  const Fold = open ? ChevronDown : ChevronRight;
  return (
    <section className={styles.gateway} aria-label={t("aliases.gateway", { serial })}>
      <div className={`${styles.row} ${styles.head}`}>
        {folds && (
          <Button
            type="bare"
            icon={<Fold size={18} aria-hidden />}
            aria-label={t("aliases.devicesOf", { serial })}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          />
        )}
        <NamedIcon icon={Router} name={serial} {...aboutOf([name === serial ? "" : name])} />
        <Arrow />
        <div className={styles.alias}>{cell({ uid, serial, name: name || serial })}</div>
      </div>
      {open &&
        grouped(devices).map(({ group, devices: own }) => (
          <div key={group} className={styles.group}>
            <h4>{t(`aliases.${group}`)}</h4>
            {own.length === 0 ? (
              <p className={styles.none}>{t("Not available")}</p>
            ) : (
              <ul>
                {own.map((device) => (
                  <li key={device.device_uid} className={styles.row}>
                    <Device device={device} />
                    <Arrow />
                    <div className={styles.alias}>
                      {cell({
                        uid: device.device_uid,
                        serial: device.serial,
                        name: device.name || device.serial,
                      })}
                    </div>
                  </li>
                ))}
              </ul>
            )}
          </div>
        ))}
    </section>
  );
}

function Device({ device: { asset_type, serial, name, model } }: { device: OwnDevice }) {
  const about = aboutOf([name === serial ? "" : name, model ?? ""]);
  return <NamedIcon icon={ASSET_ICONS[asset_type]} name={serial} {...about} />;
}

/** The line under a serial, left out where there is nothing to say. */
function aboutOf(parts: readonly string[]): { about?: string } {
  const about = parts.filter((part) => part !== "").join(" · ");
  return about === "" ? {} : { about };
}

const Arrow = () => <ArrowRight size={16} className={styles.arrow} aria-hidden />;
