import {
  changeReportBrand,
  removeReportLogo,
  reportBrand,
  reportLogo,
  uploadReportLogo,
} from "@heliograph/contract/reports/templates/brand";
import { previewReport } from "@heliograph/contract/reports/templates/editions";
import { TEMPLATE_LIMITS } from "@heliograph/contract/reports/templates/reports";
import { useQuery } from "@tanstack/react-query";
import { Trash2, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { FileInput } from "../../../ui/controls/files/FileInput.tsx";
import { useCall } from "../../../platform/api.ts";
import { download } from "../../../platform/download.ts";
import { refusalText } from "../../../platform/http.ts";
import { useServerText } from "../../../platform/i18n.tsx";
import { useWords } from "../../../platform/words.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Field } from "../../../ui/controls/Field.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { PanelNote, Skeleton } from "../../../ui/feedback/states.tsx";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { BlobImage, fileSize } from "../../fleet/index.ts";
import { brandQuery } from "./report-queries.ts";
import styles from "./Reports.module.css";

/** What changes with the logo and the colour. */
const SHOWN_BY = [reportBrand, previewReport];

/** The logo and the colour of all reports of the account: what is chosen is kept at once. */
export function BrandPanel() {
  const { text } = useWords();
  const serverText = useServerText();
  const brand = useQuery(brandQuery());
  return (
    <Panel title={text("reports.brand")} extra={text("reports.brandOf")}>
      {brand.data === undefined ? (
        brand.isError ? (
          <PanelNote
            text={serverText(brand.error.message)}
            retry={{ label: text("Try again"), run: () => void brand.refetch() }}
          />
        ) : (
          <Skeleton width="100%" height={90} />
        )
      ) : (
        <div className={styles.brand}>
          <Colour key={brand.data.colour} saved={brand.data.colour} />
          <Logo logo={brand.data.logo} />
        </div>
      )}
    </Panel>
  );
}

function Colour({ saved }: { saved: string }) {
  const { text } = useWords();
  const serverText = useServerText();
  const [colour, setColour] = useState(saved);
  const changing = useCall(changeReportBrand, SHOWN_BY);
  const save = () =>
    changing
      .mutateAsync({ body: { colour } })
      .then(({ message }) => say.success(serverText(message)))
      .catch((error: unknown) => say.error(serverText(refusalText(error))));
  return (
    <div className={styles.colour}>
      <Field label={text("reports.colour")}>
        {(wire) => (
          <input {...wire} type="color" value={colour} onChange={(event) => setColour(event.target.value)} />
        )}
      </Field>
      <Button disabled={colour === saved} loading={changing.isPending} onClick={() => void save()}>
        {text("reports.keepColour")}
      </Button>
    </div>
  );
}

function Logo({ logo }: { logo: string | null }) {
  const { text, format } = useWords();
  const serverText = useServerText();
  const input = useRef<HTMLInputElement>(null);
  const picture = useQuery({
    queryKey: [reportLogo.name, logo],
    queryFn: ({ signal }) => download(reportLogo, {}, signal),
    enabled: logo !== null,
  });
  const uploading = useCall(uploadReportLogo, SHOWN_BY);
  const removing = useCall(removeReportLogo, SHOWN_BY);
  const tell = (work: Promise<{ message: string }>) =>
    work
      .then(({ message }) => say.success(serverText(message)))
      .catch((error: unknown) => say.error(serverText(refusalText(error))));
  const most = fileSize(format, TEMPLATE_LIMITS.logoBytes);
  const send = (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > TEMPLATE_LIMITS.logoBytes) say.error(text("reports.logoTooLarge", { most }));
    else void tell(uploading.mutateAsync({ body: file }));
  };
  return (
    <div className={styles.logo}>
      {logo !== null && picture.data !== undefined && (
        <BlobImage content={picture.data} alt={text("reports.logo")} />
      )}
      <FileInput
        ref={input}
        label={text("reports.chooseLogo")}
        accept="image/png,image/jpeg"
        hidden
        take={([file]) => send(file)}
      />
      <span className={styles.acts}>
        <Button
          icon={<Upload size={15} aria-hidden />}
          loading={uploading.isPending}
          aria-describedby="logo-hint"
          onClick={() => input.current?.click()}
        >
          {text(logo === null ? "reports.chooseLogo" : "reports.otherLogo")}
        </Button>
        {logo !== null && (
          <Button
            icon={<Trash2 size={15} aria-hidden />}
            aria-label={text("reports.removeLogo")}
            loading={removing.isPending}
            onClick={() => void tell(removing.mutateAsync({}))}
          />
        )}
      </span>
      <small id="logo-hint">{text("reports.logoHint", { most })}</small>
    </div>
  );
}
