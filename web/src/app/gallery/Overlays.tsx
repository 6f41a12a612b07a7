import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/controls/Button.tsx";
import { Confirm } from "../../ui/controls/windows/Confirm.tsx";
import { Dialog } from "../../ui/controls/windows/Dialog.tsx";
import { Drawer } from "../../ui/controls/windows/Drawer.tsx";
import { MenuButton } from "../../ui/controls/windows/MenuButton.tsx";
import { Popover } from "../../ui/controls/windows/Popover.tsx";
import { Select } from "../../ui/controls/Select.tsx";
import { Tabs } from "../../ui/controls/Tabs.tsx";
import { TextField } from "../../ui/controls/TextField.tsx";
import { say } from "../../ui/feedback/say.ts";
import styles from "./Gallery.module.css";
import { GalleryPart } from "./GalleryPart.tsx";

type Opened = "dialog" | "confirm" | "right" | "left" | "bottom" | null;

/** What opens over the page. */
export function Overlays() {
  const [opened, setOpened] = useState<Opened>(null);
  const [tab, setTab] = useState<"one" | "two">("one");
  const close = () => setOpened(null);
  return (
    <GalleryPart title="Over the page">
      <div className={styles.row}>
        <Button onClick={() => setOpened("dialog")}>Dialog</Button>
        <Button onClick={() => setOpened("confirm")}>Confirm</Button>
        <Button onClick={() => setOpened("right")}>Drawer</Button>
        <Button onClick={() => setOpened("left")}>Left drawer</Button>
        <Button onClick={() => setOpened("bottom")}>Sheet</Button>
        <Popover title="A popover" content={<p>Something small about it.</p>}>
          <Button>Popover</Button>
        </Popover>
        <Actions />
      </div>
      <div className={styles.row}>
        {(["success", "info", "warning", "error"] as const).map((kind) => (
          <Button key={kind} onClick={() => say[kind](`A message: ${kind}`)}>
            {`Say ${kind}`}
          </Button>
        ))}
      </div>
      <Tabs
        label="Parts"
        tabs={[
          { key: "one", label: "First" },
          { key: "two", label: "Second", count: 3 },
        ]}
        value={tab}
        onChange={setTab}
      >
        <p>{`The panel of ${tab}`}</p>
      </Tabs>
      <Windows opened={opened} close={close} />
    </GalleryPart>
  );
}

function Windows({ opened, close }: { opened: Opened; close: () => void }) {
  return (
    <>
      <Dialog
        open={opened === "dialog"}
        onClose={close}
        title="A dialog"
        holdsInput
        footer={<Footer close={close} />}
      >
        <Inside />
      </Dialog>
      <Confirm
        open={opened === "confirm"}
        title="Delete the file?"
        hint="It cannot be taken back."
        yes="Delete"
        no="Cancel"
        danger
        run={close}
        close={close}
      />
      {(["right", "left", "bottom"] as const).map((side) => (
        <Drawer
          key={side}
          open={opened === side}
          onClose={close}
          side={side}
          title={`A drawer: ${side}`}
          footer={<Footer close={close} />}
        >
          <Inside />
        </Drawer>
      ))}
    </>
  );
}

function Actions() {
  return (
    <MenuButton
      label="Menu"
      items={[
        { key: "edit", label: "Edit", icon: <Pencil size={16} aria-hidden />, run: () => say.info("Edit") },
        { key: "off", label: "Not possible", disabled: true },
        { key: "page", label: "To a page", to: "/ui" },
        "divider",
        { key: "remove", label: "Delete", icon: <Trash2 size={16} aria-hidden />, danger: true },
      ]}
    >
      <Ellipsis size={16} aria-hidden />
    </MenuButton>
  );
}

function Inside() {
  const [name, setName] = useState("");
  const [kind, setKind] = useState<string | null>(null);
  return (
    <div className={styles.grid}>
      <TextField label="Name in it" value={name} onChange={setName} />
      <Select
        label="Kind in it"
        value={kind}
        placeholder="–"
        options={[
          { value: "roof", label: "Roof" },
          { value: "ground", label: "Ground" },
        ]}
        onChange={setKind}
      />
    </div>
  );
}

function Footer({ close }: { close: () => void }) {
  return (
    <>
      <Button onClick={close}>Cancel</Button>
      <Button type="primary" onClick={close}>
        Save
      </Button>
    </>
  );
}
