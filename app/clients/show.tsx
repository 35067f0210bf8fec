import { href, Outlet } from "react-router";
import { MergeNotice } from "../client-merges/merge-notice.tsx";
import { clientCallPath, clientPath, clientsPath, copyOfClientPath, trashingPath } from "../record-paths.ts";
import { recordId } from "../session/session.server.ts";
import { Avatar } from "../ui/avatar.tsx";
import { LinkButton } from "../ui/button.tsx";
import { ContactButton, ContactLine } from "../ui/contact.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { Icon } from "../ui/icon.tsx";
import { Menu, MenuDelete, MenuLink, MoreLabel } from "../ui/menu.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { Notice } from "../ui/notice.tsx";
import { Page, PageHead, Split } from "../ui/page.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { Tags } from "../ui/tag.tsx";
import type { Route } from "./+types/show";
import { BouncedAddressNotice } from "./bounced-address.tsx";
import { BelowClient, ClientAside } from "./client-aside.tsx";
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
      <ClientHead {...loaderData} />
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

/** Name, contact links and actions of a client. */
function ClientHead({ client, archivedAt, tags, source, picture, message, can }: Route.ComponentProps["loaderData"]) {
  const { id, name, email, phoneNumber, call } = client;
  const canArchive = can.archive && archivedAt === null;
  return (
    <PageHead
      crumbs={[{ label: "Clients", href: clientsPath }, { label: name }]}
      title={name}
      subtitle={
        <>
          <ContactLine email={email} phoneNumber={phoneNumber} call={call} />
          {tags.length === 0 ? null : " "}
          <Tags items={tags} />
          {source === null ? null : <span className="grid muted small">Lead source: {source}</span>}
        </>
      }
      lead={<Avatar large name={name} picture={picture} />}
    >
      <ContactButton act="Call" name={name} to={call} hasIcon />
      {can.update ? (
        <LinkButton href={href("/clients/:id/edit", { id })}>
          <Icon name="edit" />
          Edit info
        </LinkButton>
      ) : null}
      <ContactButton act="Message" name={name} to={message} look="go" hasIcon />
      {can.update || canArchive || can.trash || can.copy ? (
        <Menu label={<MoreLabel />} button="quiet only" end>
          {can.update ? <MenuLink href={clientCallPath(id)}>Log a call</MenuLink> : null}
          {can.update ? <MenuLink href={href("/clients/:id/merge", { id })}>Merge</MenuLink> : null}
          {can.copy ? (
            <MenuLink href={copyOfClientPath(id)} download>
              Download their data
            </MenuLink>
          ) : null}
          {canArchive ? <MenuLink href={href("/clients/:id/archival", { id })}>Archive</MenuLink> : null}
          {can.trash ? <MenuDelete href={trashingPath("client", id)} /> : null}
        </Menu>
      ) : null}
    </PageHead>
  );
}
