import type { ReactNode } from "react";
import { href } from "react-router";
import { dealCallPath } from "../calls/call.ts";
import { clientPath, messageLink } from "../clients/client-links.ts";
import { Phone } from "../clients/contact-links.tsx";
import { packagePath } from "../packages/package-list.ts";
import { trashingPath } from "../trash/trashing-path.ts";
import { LinkButton } from "../ui/button.tsx";
import { Menu, MenuLink, MoreLabel } from "../ui/menu.tsx";
import { PageHead } from "../ui/page.tsx";
import { Photo } from "../ui/photo.tsx";
import { listPath, stagePath } from "./opportunity-list.ts";
import type { OpportunityRow } from "./opportunity-row.ts";
import { RankState } from "./stage-state.tsx";

type OpportunityHeadProps = {
  row: OpportunityRow;
  /** The client's number, and the link that dials it. */
  phone: { phoneNumber: string | null; call: string | null };
  /** Where one writes to the client about the property; null where one cannot. */
  message: string | null;
  canUpdate: boolean;
};

/** Who is paired with which property, how to reach them, and what can be done about it. */
export function OpportunityHead({ row, phone: { phoneNumber, call }, message, canUpdate }: OpportunityHeadProps) {
  const { id, client, property, rank, clientRank, canMove } = row;
  return (
    <PageHead
      crumbs={[{ label: "Pipeline", href: listPath }, { label: `${client.name}, ${property.street}` }]}
      title={property.street}
      documentTitle={`${client.name}, ${property.street}`}
      subtitle={
        <>
          for <Client client={client} />
          {property.place === "" ? null : ` · ${property.place}`}
        </>
      }
      lead={<Photo picture={property.photo} />}
      below={
        <div className="glance">
          <RankState rank={rank} clientRank={clientRank} />
          {phoneNumber === null ? null : (
            <Way href={call}>
              <Phone typed={phoneNumber} />
            </Way>
          )}
          {client.email ? <Way href={messageLink(client.email)}>{client.email}</Way> : null}
          {property.id === "" ? null : <Way href={packagePath(property.id)}>Property</Way>}
        </div>
      }
    >
      {message === null ? null : (
        <LinkButton href={message} aria-label={`Message ${client.name}`}>
          Message
        </LinkButton>
      )}
      {canMove ? <LinkButton href={stagePath(id)}>Update stage</LinkButton> : null}
      {canUpdate ? (
        <Menu label={<MoreLabel />} button="quiet only" end>
          <MenuLink href={dealCallPath(id)}>Log a call</MenuLink>
          <MenuLink href={href("/opportunities/:opportunityId/rank", { opportunityId: id })}>Change rank</MenuLink>
          <MenuLink href={trashingPath("opportunity", id)}>Delete</MenuLink>
        </Menu>
      ) : null}
    </PageHead>
  );
}

/** Another agent's client has no page for the current user. */
function Client({ client: { id, name } }: { client: OpportunityRow["client"] }) {
  if (id === "") return name;
  return (
    <a className="link" href={clientPath(id)}>
      {name}
    </a>
  );
}

/** What is no number to dial and no address is shown as it is. */
function Way({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return <span>{children}</span>;
  return (
    <a className="link" href={href}>
      {children}
    </a>
  );
}
