import { SERVICES, type Service } from "@heliograph/contract/registry/services";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useSearchParams } from "react-router";
import { PageWaiting } from "../../../platform/rec/record/RecordWaiting.tsx";
import { useActing, useRecView } from "../../../platform/rec/acting.ts";
import { useText } from "../../../platform/i18n.tsx";
import { useTitle } from "../../../platform/title.ts";
import { LinkButton } from "../../../ui/controls/LinkButton.tsx";
import { Tabs } from "../../../ui/controls/Tabs.tsx";
import { Blank, Skeleton } from "../../../ui/feedback/states.tsx";
import page from "../../../ui/layout/Page.module.css";
import { Panel } from "../../../ui/layout/Panel.tsx";
import { seatsQuery } from "../../parties/seats-queries.ts";
import { useIsOperator, useMayAct } from "../use-may-act.ts";
import { isGec, serviceViewIn, useServiceAddress } from "./service-view.ts";
import styles from "./RegisterServices.module.css";
import { ServiceCards } from "./ServiceCards.tsx";
import { SERVICE_TABS } from "./tabs.ts";
import { waitingQuery } from "./waiting-query.ts";

/** /rehash/register-services: the records of the registry, by kind (C57, C58); with `record` in the address, one of them. */
export default function RegisterServicesScreen() {
  const [search] = useSearchParams();
  const { tab, record } = serviceViewIn(search);
  const { Record } = SERVICE_TABS[tab];
  if (record !== null && Record !== null) {
    if (record === "new") return <Beginning Record={Record} ofGec={tab === "redemption" && isGec(search)} />;
    return (
      <Suspense fallback={<PageWaiting />}>
        <Record key={record} record={record} />
      </Suspense>
    );
  }
  return <All tab={tab} />;
}

type RecordScreen = NonNullable<(typeof SERVICE_TABS)[Service]["Record"]>;

/** The form that begins a record, for whoever may begin one; for others there is no such page. */
function Beginning({ Record, ofGec }: { Record: RecordScreen; ofGec: boolean }) {
  const t = useText();
  const address = useServiceAddress();
  const { isPending } = useQuery(seatsQuery());
  const mayAct = useMayAct();
  const isOperator = useIsOperator();
  if (isPending) return <PageWaiting />;
  // Purchases of green certificates are recorded by platform operators, all else by who acts for an account.
  if ((ofGec ? isOperator : mayAct) === false) {
    return (
      <div className={page.page}>
        <Panel>
          <Blank
            heading={1}
            title={t("registry.notFound")}
            action={<LinkButton to={address("devices")}>{t("Register services")}</LinkButton>}
          />
        </Panel>
      </div>
    );
  }
  return (
    <Suspense fallback={<PageWaiting />}>
      <Record record="new" />
    </Suspense>
  );
}

function All({ tab }: { tab: Service }) {
  const t = useText();
  const { change } = useRecView();
  useTitle(t("Register services"));
  const { data } = useQuery(waitingQuery(useActing()));
  const tabs = SERVICES.map((key) => {
    const waiting = data?.services.find(({ service }) => service === key)?.waiting;
    return { key, label: t(SERVICE_TABS[key].label), ...(waiting === undefined ? {} : { count: waiting }) };
  });
  // Another tab has other states and pages: nothing of the view before goes with it.
  const show = (next: Service) =>
    change({
      tab: next,
      record: undefined,
      sub: undefined,
      status: undefined,
      page: undefined,
      q: undefined,
    });
  return (
    <div className={page.page}>
      <header className={page.head}>
        <h1>{t("Register services")}</h1>
      </header>
      <ServiceCards apart={false} />
      <Panel flush>
        <Tabs
          label={t("Register services")}
          className={styles.bar ?? ""}
          tabs={tabs}
          value={tab}
          onChange={show}
        >
          <TabPanel tab={tab} />
        </Tabs>
      </Panel>
    </div>
  );
}

function TabPanel({ tab }: { tab: Service }) {
  const t = useText();
  const { Panel: Content } = SERVICE_TABS[tab];
  if (Content === null) return <Blank small title={t("Function is updating")} />;
  return (
    <Suspense fallback={<Skeleton width="100%" height={320} />}>
      <Content />
    </Suspense>
  );
}
