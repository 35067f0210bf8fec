import { href } from "react-router";
import { allows } from "../json-api/resource.ts";
import { PackagePage } from "../packages/package-page.tsx";
import { apiOf, load, loadBoth, recordId } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { CopyField } from "../ui/copy-field.tsx";
import { formatDay } from "../ui/date-format.ts";
import { DateTime } from "../ui/date-time.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { Notice } from "../ui/notice.tsx";
import { Sheet } from "../ui/page.tsx";
import type { Route } from "./+types/show";
import { LinkStateTag, LinkViews } from "./link-state.tsx";
import { takeNewLinkAddress } from "./new-link-address.server.ts";
import { stateOf } from "./share-link.ts";
import { listFolderChoices, loadLink } from "./shares.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const packageId = recordId(params.packageId);
  const [{ item, link, timeZone }, folders] = await loadBoth(
    loadLink(context, params),
    load(listFolderChoices(apiOf(context), packageId)),
  );
  const shown = folders.filter(({ value }) => link.folderIds.includes(value)).map(({ label }) => label);
  const { urlToken: _token, etag: _etag, can: _can, ...facts } = link;
  return {
    item,
    link: facts,
    parts: [
      ...shown,
      ...(link.includesUnfiled ? ["Documents not in a folder"] : []),
      ...(link.includesReleased ? ["Costs, findings and comparables"] : []),
    ],
    state: stateOf(link, Date.now()),
    /** In the property's time zone. */
    lastDay: link.expiresAt === null ? null : formatDay(link.expiresAt, timeZone),
    can: { update: link.revokedAt === null && allows(link, "update"), revoke: allows(link, "revoke") },
    address: link.revokedAt === null ? await takeNewLinkAddress(context, link.id) : null,
  };
}

/** A link: what it shows, to whom, and how often it was opened. */
export default function Link({
  loaderData: { item, link, parts, state, lastDay, can, address },
}: Route.ComponentProps) {
  const ids = { packageId: item.id, shareId: link.id };
  const what = link.clientId === null ? parts : ["Documents visible to clients"];
  return (
    <PackagePage
      item={item}
      title={link.label}
      subtitle={link.clientId === null ? "Shared link" : "Emailed to the client."}
    >
      {address === null ? null : (
        <Notice title="Copy this link now.">
          It disappears in 10 minutes and can't be shown again.
          <CopyField label="Link" value={address} />
        </Notice>
      )}
      <Sheet>
        <FactList
          facts={[
            { label: "State", value: <LinkStateTag state={state} /> },
            { label: "Views", value: <LinkViews link={link} />, long: true },
            // Mail scanners and link previews fetch a link without opening it.
            { label: "Previews", value: link.fetchedCount },
            { label: "Shows", value: what.length === 0 ? "Photo and facts only" : what.join("\n"), long: true },
            { label: "Downloads", value: link.allowsDownload ? "Allowed" : "Off" },
            { label: "Passcode", value: link.hasPasscode ? "Required" : "None" },
            { label: "Expires", value: lastDay ?? "Never" },
            { label: "Created", value: <DateTime value={link.insertedAt} /> },
            { label: "Created by", value: link.actorName },
            ...(link.revokedAt === null ? [] : [{ label: "Revoked", value: <DateTime value={link.revokedAt} /> }]),
          ]}
        />
      </Sheet>
      <div className="actions mt-2">
        {can.update ? (
          <LinkButton href={href("/packages/:packageId/shares/:shareId/edit", ids)}>Edit link</LinkButton>
        ) : null}
        {can.revoke && link.revokedAt === null ? (
          <LinkButton href={href("/packages/:packageId/shares/:shareId/revocation", ids)} look="bad">
            Revoke
          </LinkButton>
        ) : null}
        <LinkButton href={href("/packages/:packageId/shares", { packageId: item.id })} look="quiet">
          All links
        </LinkButton>
      </div>
    </PackagePage>
  );
}
