import { inviteMember, listInvitations } from "@heliograph/contract/fleet/invitations";
import { projectRole, type ProjectRole } from "@heliograph/contract/fleet/project-types";
import { paths } from "../../../app/paths.ts";
import { useCall } from "../../../platform/api.ts";
import { useContractForm } from "../../../platform/form/use-contract-form.ts";
import { useFormat } from "../../../platform/format.ts";
import { isOfFields, refusalText } from "../../../platform/http.ts";
import { useServerText, useText } from "../../../platform/i18n.tsx";
import { browserZone } from "../../../platform/zone.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { Segmented } from "../../../ui/controls/Segmented.tsx";
import { Select } from "../../../ui/controls/Select.tsx";
import { ShownOnce, ShownOnceNote } from "../../../ui/controls/ShownOnce.tsx";
import { EmailField } from "../../../ui/controls/TextField.tsx";
import { say } from "../../../ui/feedback/say.ts";
import { Panel } from "../../../ui/layout/Panel.tsx";
import styles from "./PeopleStep.module.css";

/** What was made just now, for as long as the page stands. */
export interface MadeLink {
  readonly email: string;
  readonly address: string;
  /** UTC, ISO 8601. */
  readonly expires_at: string;
}

/** The link of an invitation that was answered. */
export const linkOf = (
  email: string,
  { token, expires_at }: { token: string; expires_at: string },
): MadeLink => ({ email, address: `${location.origin}${paths.invitation(token)}`, expires_at });

const DAYS = [1, 7, 30] as const;
const EMPTY: { email: string; role: ProjectRole; valid_days: number } = {
  email: "",
  role: "read_only",
  valid_days: 7,
};

/** Says over the page why something was refused, where that concerns no field. */
export function useRefusal() {
  const serverText = useServerText();
  return (error: unknown) => {
    if (isOfFields(error)) return;
    say.error(serverText(refusalText(error)));
  };
}

/** An address, a role and a time make a link, which is shown once. */
export function InvitePanel(given: {
  uid: string;
  link: MadeLink | null;
  made: (link: MadeLink | null) => void;
}) {
  const { uid: project_uid, link, made } = given;
  const t = useText();
  const invite = useCall(inviteMember, [listInvitations]);
  const form = useContractForm(inviteMember, {
    defaults: EMPTY,
    toBody: (fields) => ({ project_uid, ...fields }),
    send: async (body) => linkOf(body.email, await invite.mutateAsync({ body })),
    clears: true,
    onSaved: made,
    onRefused: useRefusal(),
  });
  const role = form.field("role");
  const days = form.field("valid_days");
  return (
    <Panel title={t("people.invite")}>
      <form className={styles.invite} onSubmit={form.submit} noValidate aria-busy={form.busy}>
        <p className={styles.hint}>{t("people.inviteHint")}</p>
        <div className={styles.fields}>
          <EmailField {...form.field("email")} label={t("people.email")} />
          <Select
            {...role}
            label={t("people.role")}
            options={projectRole.options.map((value) => ({ value, label: t(`people.${value}`) }))}
          />
          <div className={styles.valid}>
            <span aria-hidden>{t("people.valid")}</span>
            <Segmented
              label={t("people.valid")}
              size="large"
              value={`${days.value}`}
              onChange={(value) => days.onChange(Number(value))}
              options={DAYS.map((n) => ({ value: `${n}`, label: t("people.days", { n }) }))}
            />
          </div>
        </div>
        <p className={styles.may}>{t(`people.${role.value}May`)}</p>
        <div className={styles.actions}>
          <Button type={link === null ? "primary" : "default"} submits loading={form.busy}>
            {t("people.make")}
          </Button>
        </div>
      </form>
      {link !== null && <Link link={link} />}
    </Panel>
  );
}

function Link({ link }: { link: MadeLink }) {
  const t = useText();
  const format = useFormat();
  const { email, address, expires_at } = link;
  const time = format.dateTime(Date.parse(expires_at), browserZone());
  return (
    <ShownOnce label={t("people.link", { email })} text={address} copy={t("people.copy")} what={email}>
      <ShownOnceNote>{t("people.onlyNow", { email, time })}</ShownOnceNote>
    </ShownOnce>
  );
}
