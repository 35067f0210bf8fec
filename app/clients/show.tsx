import { href, Outlet } from "react-router";
import { MergeNotice } from "../client-merges/merge-notice.tsx";
import { clientPath } from "../record-paths.ts";
import { recordId } from "../session/session.server.ts";
import { DateTime } from "../ui/date-time.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { Notice } from "../ui/notice.tsx";
import { Page, Split } from "../ui/page.tsx";
import { Tabs } from "../ui/tabs.tsx";
import type { Route } from "./+types/show";
import { BouncedAddressNotice } from "./bounced-address.tsx";
import { BelowClient, ClientAside } from "./client-aside.tsx";
import { ClientHead } from "./client-head.tsx";
import { loadClientPage } from "./load-client-page.server.ts";

export function loader({ params, context }: Route.LoaderArgs) {
  return loadClientPage(context, recordId(params.id));
}

export default function ClientDetail({ loaderData }: Route.ComponentProps) {
  const { client, archivedAt, bounced, can } = loaderData;
  const tabs = [
    { label: "Opportunities", href: clientPath(client.id), part: "opportunities" },
    { label: "Documents", href: href("/clients/:id/documents", client), part: "documents" },
    { label: "Activity", href: href("/clients/:id/activity", client), part: "activities" },
  ].filter(({ part }) => !loaderData.absent.includes(part));
  return (
    <Page>
      <ClientHead
        client={client}
        tags={loaderData.tags}
        source={loaderData.source}
        picture={loaderData.picture}
        message={loaderData.message}
        canUpdate={can.update}
        canArchive={can.archive && archivedAt === null}
        canTrash={can.trash}
        canCopy={can.copy}
      />
      <BouncedAddressNotice
        clientId={client.id}
        email={client.email}
        bounced={bounced}
        edit={can.update ? href("/clients/:id/edit", client) : null}
      />
      {archivedAt === null ? null : (
        <Notice>
          Archived on <DateTime value={archivedAt} form="day" />. Opportunities and tasks of this client stay in their
          lists. {can.archive ? <a href={href("/clients/:id/archival/removal", client)}>Restore</a> : null}
        </Notice>
      )}
      <NotLoadedLine what="addresses that take no emails" part={bounced} />
      <NotLoadedLine what="merges that can be undone" part={loaderData.merges} />
      <MergeNotice clientId={client.id} merges={loaderData.merges} />
      <Split aside={<ClientAside {...loaderData} />}>
        <Tabs label={client.name} tabs={tabs} />
        <Outlet />
        <BelowClient {...loaderData} />
      </Split>
    </Page>
  );
}
