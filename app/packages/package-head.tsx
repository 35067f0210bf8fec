import type { ComponentProps } from "react";
import { href } from "react-router";
import { packagesPath, trashingPath } from "../record-paths.ts";
import { LinkButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { Icon } from "../ui/icon.tsx";
import { Menu, MenuDelete, MenuLink, MoreLabel } from "../ui/menu.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHead } from "../ui/page.tsx";
import { Tags } from "../ui/tag.tsx";
import { type PackageFacts, placeAndSize } from "./package.ts";
import { PackageGlance } from "./package-glance.tsx";
import { PhotoMosaic } from "./photo-mosaic.tsx";

type HeadFacts = Pick<
  PackageFacts,
  "street" | "city" | "state" | "zip" | "beds" | "baths" | "sqft" | "archivedAt" | "tags"
>;

type PackageHeadProps = {
  item: HeadFacts & { readonly id: string };
  photos: Pick<ComponentProps<typeof PhotoMosaic>, "cover" | "pictures" | "count">;
  glance: ComponentProps<typeof PackageGlance>;
  can: { readonly update: boolean; readonly archive: boolean };
  /** What the service does not have. */
  absent: readonly string[];
};

/** The head of a property's page: photo, address and actions. */
export function PackageHead({ item, photos, glance, can, absent }: PackageHeadProps) {
  const { id, street, archivedAt } = item;
  return (
    <>
      <PageHead
        crumbs={[{ label: "Properties", href: packagesPath }, { label: "Manage property" }]}
        title={street}
        subtitle={<PlaceAndTags item={item} />}
        lead={<PhotoMosaic packageId={id} {...photos} canUpdate={can.update} />}
        below={<PackageGlance {...glance} />}
      >
        {can.update ? (
          <>
            {absent.includes("portal") ? null : (
              <LinkButton href={href("/packages/:packageId/portal", { packageId: id })} look="quiet">
                <Icon name="eye" />
                Client portal
              </LinkButton>
            )}
            <LinkButton href={href("/packages/:packageId/edit", { packageId: id })}>
              <Icon name="edit" />
              Edit info
            </LinkButton>
          </>
        ) : null}
        <span className="duo flex max-sm:order-1 max-sm:flex-[1_0_100%]">
          {can.update && !absent.includes("shares") ? (
            <LinkButton href={href("/packages/:packageId/shares/clients", { packageId: id })} look="go">
              <Icon name="mail" />
              Share property
            </LinkButton>
          ) : null}
          {absent.includes("links") ? null : (
            <LinkButton href={href("/packages/:packageId/shares", { packageId: id })}>
              <Icon name="link" />
              Share
            </LinkButton>
          )}
        </span>
        {can.archive ? (
          <Menu label={<MoreLabel />} button="quiet only" end>
            {archivedAt === null ? (
              <MenuLink href={href("/packages/:packageId/archival", { packageId: id })}>Archive</MenuLink>
            ) : null}
            {absent.includes("trash") ? null : <MenuDelete href={trashingPath("package", id)} />}
          </Menu>
        ) : null}
      </PageHead>
      {archivedAt === null ? null : (
        <Notice>
          Archived on <DateTime value={archivedAt} form="day" />. Its opportunities and tasks stay in their lists.{" "}
          {can.archive ? <a href={href("/packages/:packageId/archival/removal", { packageId: id })}>Restore</a> : null}
        </Notice>
      )}
    </>
  );
}

function PlaceAndTags({ item }: { item: HeadFacts }) {
  return (
    <>
      {placeAndSize(item)} <Tags items={item.tags ?? []} />
    </>
  );
}
