import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router";
import { classNames } from "./class-names.ts";
import styles from "./Overlay.module.css";
import { ALIGN, type Placement } from "./placement.ts";

interface Entry {
  readonly key: string;
  readonly label: ReactNode;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
  readonly danger?: boolean;
  /** An address makes it a link, which a middle click opens in a new tab. */
  readonly to?: string;
  readonly run?: () => void;
}
/** An entry of a menu; "divider" is a line between two. */
export type MenuItem = Entry | "divider";

interface MenuProps {
  readonly items: readonly MenuItem[];
  /** The key of the entry that is in force, where the menu is a choice. */
  readonly chosen?: string;
  readonly placement?: Placement;
}

interface MenuButtonProps extends MenuProps {
  /** Class, title and name of the button. */
  readonly className?: string | undefined;
  readonly title?: string;
  readonly label?: string;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

/** A button that opens a menu (ARIA menu button): arrows, Home, End and letters move, Escape and Tab close. */
export function MenuButton(given: MenuButtonProps) {
  const { items, chosen, placement, className, title, label, disabled = false, children } = given;
  return (
    <Menu
      items={items}
      {...(chosen === undefined ? {} : { chosen })}
      {...(placement === undefined ? {} : { placement })}
      trigger={
        <button type="button" className={className} title={title} aria-label={label} disabled={disabled}>
          {children}
        </button>
      }
    />
  );
}

/** A menu below the button that is given. */
export function Menu(given: MenuProps & { trigger: ReactElement }) {
  const { items, chosen, placement = "bottomLeft", trigger } = given;
  return (
    // Not modal: else the page behind it can neither be scrolled nor pressed, for a list of three actions.
    <Base.Root modal={false}>
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

function Content({ item }: { item: Entry }) {
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
