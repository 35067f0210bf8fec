import { href } from "react-router";
import { clientPath } from "../clients/client-links.ts";
import { packagePath } from "../packages/package-list.ts";
import { trashingPath } from "../trash/trashing-path.ts";
import { LinkButton } from "../ui/button.tsx";
import { Menu, MenuLink } from "../ui/menu.tsx";
import { PageHead } from "../ui/page.tsx";
import { Photo } from "../ui/photo.tsx";
import { stagePath } from "./opportunity-list.ts";
import type { OpportunityRow } from "./opportunity-row.ts";
import { RankState, StageState } from "./stage-state.tsx";

type OpportunityHeadProps = {
  row: OpportunityRow;
  /** Where one writes to the client about the property; null where one cannot. */
  message: string | null;
  canUpdate: boolean;
};

/** Who is paired with which property, where that stands, and what can be done about it. */
export function OpportunityHead({ row, message, canUpdate }: OpportunityHeadProps) {
  const { id, client, property, stage, rank, clientRank, canMove } = row;
  const subtitle = (
    <>
      for{" "}
      <a className="link" href={clientPath(client.id)}>
        {client.name}
      </a>
      {property.place === "" ? null : ` · ${property.place}`}
    </>
  );
  return (
    <>
      <PageHead
        title={property.street}
        documentTitle={`${client.name}, ${property.street}`}
        subtitle={subtitle}
        lead={<Photo picture={property.photo} />}
      >
        <div className="actions">
          <LinkButton href={packagePath(property.id)}>Property</LinkButton>
          {message === null ? null : (
            <LinkButton href={message} aria-label={`Message ${client.name}`}>
              Message
            </LinkButton>
          )}
          {canMove ? (
            <LinkButton href={stagePath(id)} look="go">
              Update stage
            </LinkButton>
          ) : null}
          {canUpdate ? (
            <Menu label="More" button="quiet" end>
              <MenuLink href={href("/opportunities/:opportunityId/rank", { opportunityId: id })}>Change rank</MenuLink>
              <MenuLink href={trashingPath("opportunity", id)}>Delete</MenuLink>
            </Menu>
          ) : null}
        </div>
      </PageHead>
      <div className="states">
        <StageState stage={stage} />
        <RankState rank={rank} clientRank={clientRank} />
      </div>
    </>
  );
}
