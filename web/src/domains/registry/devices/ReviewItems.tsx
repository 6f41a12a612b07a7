import type { DeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import {
  DEVICE_FIELDS,
  DEVICE_LIMITS,
  deviceFieldNames,
  documentsNeeded,
  type DeviceDocument,
} from "@heliograph/contract/registry/devices/device-form";
import type { DeviceVersionContent, ReviewItem } from "@heliograph/contract/registry/devices/device-review";
import { Flag } from "lucide-react";
import type { KeyboardEvent } from "react";
import { Button } from "../../../ui/controls/Button.tsx";
import { TextField } from "../../../ui/controls/TextField.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { useDeviceWords } from "./device-words.ts";
import styles from "./Devices.module.css";
import { useSaveDocument } from "./DocumentRows.tsx";
import { SECTIONS } from "./FormSteps.tsx";
import { itemNames } from "./item-names.ts";
import type { Marks } from "./use-marks.ts";

type Section = (typeof SECTIONS)[keyof typeof SECTIONS][number];

/** What a section has of an application. */
function itemsIn(section: Section, type: DeviceApplication["type"]): ReviewItem[] {
  const fields = deviceFieldNames.filter((name) => DEVICE_FIELDS[name].section === section);
  const kept = type === "grouped" ? fields.filter((name) => name !== "owner") : fields;
  if (section === "members") return ["members"];
  if (section === "documents") return [...documentsNeeded(type)];
  return section === "meters" ? [...kept, "meters"] : kept;
}

/** All that the application says, item by item; with `marks` each can be marked, by its button or by the key m. */
export function ReviewItems(given: {
  application: DeviceApplication;
  content: DeviceVersionContent;
  marks: Marks | null;
}) {
  const { application, content, marks } = given;
  const { text } = useDeviceWords();
  const { type } = application;
  return (
    <Panel flush>
      {SECTIONS[type].map((section) => (
        <section key={section} aria-label={text(`dev.section.${section}`)}>
          <h2 className={styles.group}>{text(`dev.section.${section}`)}</h2>
          <ul className={styles.review}>
            {itemsIn(section, type).map((item) => (
              <ItemRow key={item} {...{ application, content, item, marks }} />
            ))}
          </ul>
        </section>
      ))}
    </Panel>
  );
}

interface RowProps {
  readonly application: DeviceApplication;
  readonly content: DeviceVersionContent;
  readonly item: ReviewItem;
  readonly marks: Marks | null;
}

function ItemRow({ application, content, item, marks }: RowProps) {
  const { text, item: nameOf, value } = useDeviceWords();
  const reason = marks?.reasonOf(item);
  const marked = reason !== undefined;
  const press = (event: KeyboardEvent<HTMLLIElement>) => {
    if (event.key !== "m" || event.target !== event.currentTarget) return;
    event.preventDefault();
    marks?.toggle(item);
  };
  const files = content.documents.filter(({ kind }) => kind === item);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its button does the same; the key is a short way
    <li
      data-item={item}
      data-marked={marked || undefined}
      tabIndex={marks === null ? undefined : 0}
      onKeyDown={marks === null ? undefined : press}
    >
      <span className={styles.term}>{nameOf(item)}</span>
      <span className={styles.value}>
        {files.length === 0 ? value(content, item, itemNames(application)) : <Files files={files} />}
      </span>
      {marks !== null && (
        <Button
          size="small"
          className={styles.mark}
          icon={<Flag size={14} aria-hidden />}
          aria-pressed={marked}
          aria-label={text("dev.markItem", { item: nameOf(item) })}
          onClick={() => marks.toggle(item)}
        >
          {text(marked ? "dev.marked" : "dev.mark")}
        </Button>
      )}
      {reason !== undefined && (
        <TextField
          className={styles.reason}
          label={text("dev.markReason", { item: nameOf(item) })}
          hideLabel
          placeholder={text("dev.markReason", { item: nameOf(item) })}
          maxLength={DEVICE_LIMITS.reason.max}
          value={reason}
          onChange={(next) => marks?.explain(item, next)}
        />
      )}
    </li>
  );
}

function Files({
  files,
}: {
  files: readonly { document_uid: string; kind: DeviceDocument; name: string }[];
}) {
  const save = useSaveDocument();
  return files.map((file) => (
    <Button key={file.document_uid} type="text" size="small" onClick={() => save(file)}>
      {file.name}
    </Button>
  ));
}
