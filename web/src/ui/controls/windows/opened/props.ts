// What the controls that open something are given, on the page and where their code comes later.
import type { FocusEvent, KeyboardEvent, ReactElement, ReactNode, RefObject } from "react";
import type { Placement } from "../placement.ts";

/** One entry of a menu. */
export interface MenuEntry {
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
export type MenuItem = MenuEntry | "divider";

/** What a menu shows. */
export interface MenuContent {
  readonly items: readonly MenuItem[];
  /** The key of the entry that is in force, where the menu is a choice. */
  readonly chosen?: string;
  readonly placement?: Placement;
}

/** What is added to the button. */
export interface TriggerProps {
  readonly "aria-haspopup"?: "menu" | "dialog" | "listbox";
  readonly "aria-expanded"?: boolean;
  readonly onPointerEnter?: () => void;
  readonly onPointerDown?: () => void;
  readonly onFocus?: (event: FocusEvent<HTMLElement>) => void;
  readonly onClick?: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** A button and what opens beside it. */
export interface PopoverProps {
  /** Without `open` it minds by itself whether it is open. */
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly title?: string;
  /** Its name where it has no title. */
  readonly label?: string;
  readonly placement?: Placement;
  /** What it stands below: the button, unless given. */
  readonly anchor?: RefObject<HTMLElement | null>;
  readonly content: ReactNode;
  /** Who has the focus first: the window itself, unless given. */
  readonly initialFocus?: RefObject<HTMLElement | null> | boolean;
  /** Who has it afterwards: the button, unless given. */
  readonly finalFocus?: RefObject<HTMLElement | null>;
  /** The button. */
  readonly children: ReactElement<TriggerProps>;
}

/** One of what can be chosen. */
export interface Option<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  /** Beside the label, paler; comboboxes show it. */
  readonly detail?: string;
  readonly disabled?: boolean;
}

/** What a select has besides its label. */
export interface SelectOwnProps<Value extends string> {
  readonly options: readonly Option<Value>[];
  /** Null: nothing is chosen. Never undefined, which would make it mind its value by itself. */
  readonly value: Value | null;
  readonly onChange: (value: Value) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly name?: string;
  readonly placeholder?: string;
  readonly disabled?: boolean | undefined;
}
