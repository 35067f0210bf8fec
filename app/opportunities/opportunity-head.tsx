import { href } from "react-router";
import { clientPath, opportunitiesPath, packagePath, trashingPath } from "../record-paths.ts";
import { LinkButton } from "../ui/button.tsx";
import { ContactButton } from "../ui/contact.tsx";
import { Menu, MenuDelete, MenuLink, MoreLabel } from "../ui/menu.tsx";
import { PageHead } from "../ui/page.tsx";
import { Photo } from "../ui/photo.tsx";
import type { NextAct } from "./deal-steps.ts";
import { stagePath, termsPath } from "./opportunity-list.ts";
import type { OpportunityRow } from "./opportunity-row.ts";
import { RankState } from "./stage-state.tsx";

type OpportunityHeadProps = {
  row: OpportunityRow;
  /** Dials the client's number; null where that cannot be. */
  call: string | null;
  /** Where one writes to the client about the property; null where one cannot. */
  message: string | null;
  /** What comes next; null where nothing may be done. */
  act: NextAct | null;
  canUpdate: boolean;
  /** Where it can be updated. */
  canTrash: boolean;
};

/** Who is paired with which property, and what can be done about it: what comes next as the filled button. */
export function OpportunityHead({ row, call, message, act, canUpdate, canTrash }: OpportunityHeadProps) {
  const { id, client, property, rank, clientRank, canMove } = row;
  return (
    <PageHead
      crumbs={[{ label: "Pipeline", href: opportunitiesPath }, { label: client.name }]}
      title={client.name}
      href={client.id === "" ? null : clientPath(client.id)}
      documentTitle={`${client.name}, ${property.street}`}
      subtitle={
        <>
          <Property property={property} />
          {property.place === "" ? null : `, ${property.place}`}{" "}
          <span className="ml-1">
            <RankState rank={rank} clientRank={clientRank} />
          </span>
          {client.isArchived ? <span className="ml-1">Client archived</span> : null}
        </>
      }
      lead={
        <span className="[&>.photo]:w-9">
          <Photo picture={property.photo} />
        </span>
      }
    >
      <ContactButton act="Call" name={client.name} to={call} hasIcon />
      <ContactButton act="Message" name={client.name} to={message} look="plain" hasIcon />
      {act === null ? null : (
        <LinkButton href={act.href} look="go">
          {act.label}
        </LinkButton>
      )}
      {canMove || canUpdate ? (
        <Menu label={<MoreLabel />} button="quiet only" end>
          {canMove ? <MenuLink href={stagePath(id)}>Update stage</MenuLink> : null}
          {canUpdate ? (
            <>
              <MenuLink href={href("/opportunities/:opportunityId/rank", { opportunityId: id })}>Change rank</MenuLink>
              <MenuLink href={termsPath(id)}>Edit price and dates</MenuLink>
              {canTrash ? <MenuDelete href={trashingPath("opportunity", id)} /> : null}
            </>
          ) : null}
        </Menu>
      ) : null}
    </PageHead>
  );
}

/** Another agent's property has no page for the current user. */
function Property({ property: { id, street } }: { property: OpportunityRow["property"] }) {
  if (id === "") return street;
  return (
    <a className="link" href={packagePath(id)}>
      {street}
    </a>
  );
}
