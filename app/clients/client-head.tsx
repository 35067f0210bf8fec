import { href } from "react-router";
import { clientCallPath, clientsPath, copyOfClientPath, trashingPath } from "../record-paths.ts";
import { Avatar } from "../ui/avatar.tsx";
import { LinkButton } from "../ui/button.tsx";
import { ContactButton, ContactLine } from "../ui/contact.tsx";
import { Icon } from "../ui/icon.tsx";
import { Menu, MenuDelete, MenuLink, MoreLabel } from "../ui/menu.tsx";
import { PageHead } from "../ui/page.tsx";
import { Tags } from "../ui/tag.tsx";
import type { Client } from "./client.ts";

type ClientHeadProps = {
  client: Pick<Client, "id" | "name" | "email" | "phoneNumber"> & { readonly call: string | null };
  tags: readonly string[];
  /** Where they came from; null where it is not known. */
  source: string | null;
  /** On our own server. */
  picture: string | null;
  /** Where one writes to them; null where one cannot. */
  message: string | null;
  canUpdate: boolean;
  canArchive: boolean;
  canTrash: boolean;
  canCopy: boolean;
};

/** Name, contact links and actions of a client. */
export function ClientHead({
  client,
  tags,
  source,
  picture,
  message,
  canUpdate,
  canArchive,
  canTrash,
  canCopy,
}: ClientHeadProps) {
  const { id, name, email, phoneNumber, call } = client;
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
      {canUpdate ? (
        <LinkButton href={href("/clients/:id/edit", { id })}>
          <Icon name="edit" />
          Edit info
        </LinkButton>
      ) : null}
      <ContactButton act="Message" name={name} to={message} look="go" hasIcon />
      {canUpdate || canArchive || canTrash || canCopy ? (
        <Menu label={<MoreLabel />} button="quiet only" end>
          {canUpdate ? <MenuLink href={clientCallPath(id)}>Log a call</MenuLink> : null}
          {canUpdate ? <MenuLink href={href("/clients/:id/merge", { id })}>Merge</MenuLink> : null}
          {canCopy ? (
            <MenuLink href={copyOfClientPath(id)} download>
              Download their data
            </MenuLink>
          ) : null}
          {canArchive ? <MenuLink href={href("/clients/:id/archival", { id })}>Archive</MenuLink> : null}
          {canTrash ? <MenuDelete href={trashingPath("client", id)} /> : null}
        </Menu>
      ) : null}
    </PageHead>
  );
}
