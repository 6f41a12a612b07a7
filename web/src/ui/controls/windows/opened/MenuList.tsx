import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement } from "react";
import { Link } from "react-router";
import { classNames } from "../../class-names.ts";
import type { MenuEntry, MenuItem, MenuContent } from "./props.ts";
import styles from "../Overlay.module.css";
import { ALIGN } from "../placement.ts";

/** The menu below the button that is given, open at first. */
export function MenuList(given: MenuContent & { trigger: ReactElement }) {
  const { items, chosen, placement = "bottomLeft", trigger } = given;
  return (
    // Not modal: else the page behind it can neither be scrolled nor pressed, for a list of three actions.
    <Base.Root modal={false} defaultOpen>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          className={styles["layer"]}
          sideOffset={4}
          align={ALIGN[placement]}
          collisionPadding={8}
        >
          <Base.Popup className={styles["popup"]}>
            {chosen === undefined ? (
              items.map((item, at) => <Action key={keyOf(item, at)} item={item} />)
            ) : (
              <Base.RadioGroup value={chosen}>
                {items.map((item, at) => (
                  <Choice key={keyOf(item, at)} item={item} />
                ))}
              </Base.RadioGroup>
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

// A line has no name but its place.
const keyOf = (item: MenuItem, at: number) => (item === "divider" ? `line ${at}` : item.key);

const Line = () => <Base.Separator className={styles["line"]} />;

function Content({ item }: { item: MenuEntry }) {
  return (
    <>
      {item.icon}
      <span>{item.label}</span>
    </>
  );
}

function Action({ item }: { item: MenuItem }) {
  if (item === "divider") return <Line />;
  const { to, disabled = false, danger = false } = item;
  const className = classNames(styles["item"], danger && styles["danger"]);
  if (to !== undefined && !disabled) {
    return (
      <Base.LinkItem className={className} render={<Link to={to} />} closeOnClick>
        <Content item={item} />
      </Base.LinkItem>
    );
  }
  return (
    <Base.Item className={className} disabled={disabled} onClick={() => item.run?.()}>
      <Content item={item} />
    </Base.Item>
  );
}

function Choice({ item }: { item: MenuItem }) {
  if (item === "divider") return <Line />;
  return (
    <Base.RadioItem
      className={styles["item"]}
      value={item.key}
      disabled={item.disabled ?? false}
      closeOnClick
      // The entry in force is pressed as well: it closes the menu, and what it does again does no harm.
      onClick={() => item.run?.()}
    >
      <Content item={item} />
    </Base.RadioItem>
  );
}
