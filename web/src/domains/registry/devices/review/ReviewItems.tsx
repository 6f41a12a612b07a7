import type { DeviceApplication } from "@heliograph/contract/registry/devices/device-applications";
import {
  DEVICE_FIELDS,
  DEVICE_LIMITS,
  deviceFieldNames,
  documentsNeeded,
} from "@heliograph/contract/registry/devices/device-form";
import { isDeviceDocument, type ReviewItem } from "@heliograph/contract/registry/devices/device-review";
import type {
  DeviceVersionContent,
  HeldDocument,
} from "@heliograph/contract/registry/devices/device-version";
import { markOf, type Marks } from "../../../../platform/rec/use-marks.ts";
import { MISSING } from "../../../../platform/format.ts";
import { Button } from "../../../../ui/controls/Button.tsx";
import { Panel } from "../../../../ui/layout/Panel.tsx";
import { ReviewList, ReviewRow } from "../../../../ui/records/ReviewRow.tsx";
import { Basis } from "../meters/Basis.tsx";
import { useDeviceWords } from "../device-words.ts";
import styles from "../Devices.module.css";
import { useSaveDocument } from "../DocumentRows.tsx";
import { SECTIONS } from "../FormSteps.tsx";
import { itemNames } from "../item-names.ts";

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
  marks: Marks<ReviewItem> | null;
}) {
  const { application, content, marks } = given;
  const { text } = useDeviceWords();
  const { type } = application;
  return (
    <Panel flush>
      {SECTIONS[type].map((section) => (
        <section key={section} aria-label={text(`dev.section.${section}`)}>
          <h2 className={styles.group}>{text(`dev.section.${section}`)}</h2>
          <ReviewList>
            {itemsIn(section, type).map((item) => (
              <ItemRow key={item} {...{ application, content, item, marks }} />
            ))}
          </ReviewList>
        </section>
      ))}
      <EarlierForm content={content} />
    </Panel>
  );
}

/** What an earlier form asked for and that of today does not, as it stands in the version. */
function EarlierForm({ content: { earlier, documents } }: { content: DeviceVersionContent }) {
  const { text } = useDeviceWords();
  const files = documents.filter(({ kind }) => !isDeviceDocument(kind));
  if (earlier.length === 0 && files.length === 0) return null;
  return (
    <section aria-label={text("dev.earlierForm")}>
      <h2 className={styles.group}>{text("dev.earlierForm")}</h2>
      <ReviewList>
        {earlier.map(({ name, value }) => (
          <ReviewRow key={`${name} ${value}`} item={name} name={name} mark={null}>
            {value || MISSING}
          </ReviewRow>
        ))}
        {files.map((file) => (
          <ReviewRow key={file.document_uid} item={file.kind} name={file.kind} mark={null}>
            <Files files={[file]} />
          </ReviewRow>
        ))}
      </ReviewList>
    </section>
  );
}

interface RowProps {
  readonly application: DeviceApplication;
  readonly content: DeviceVersionContent;
  readonly item: ReviewItem;
  readonly marks: Marks<ReviewItem> | null;
}

function ItemRow({ application, content, item, marks }: RowProps) {
  const { text, item: nameOf, value } = useDeviceWords();
  const name = nameOf(item);
  const files = content.documents.filter(({ kind }) => kind === item);
  const mark =
    marks === null
      ? null
      : markOf(marks, item, {
          label: text("dev.markItem", { item: name }),
          mark: text("dev.mark"),
          marked: text("dev.marked"),
          reasonLabel: text("dev.markReason", { item: name }),
          reasonMax: DEVICE_LIMITS.reason.max,
        });
  return (
    <ReviewRow item={item} name={name} mark={mark}>
      {files.length === 0 ? value(content, item, itemNames(application)) : <Files files={files} />}
      {item === "meters" && (
        <Basis registry={content.fields.registry} points={pointsIn(application, content)} />
      )}
    </ReviewRow>
  );
}

const pointsIn = (application: DeviceApplication, { meters }: DeviceVersionContent) => {
  const names = itemNames(application).meters;
  return meters.map(({ device_uid, role }) => ({
    name: names.get(device_uid) ?? device_uid.slice(0, 8),
    role,
  }));
};

function Files({ files }: { files: readonly HeldDocument[] }) {
  const save = useSaveDocument();
  return files.map((file) => (
    <Button key={file.document_uid} type="text" size="small" onClick={() => save(file)}>
      {file.name}
    </Button>
  ));
}
