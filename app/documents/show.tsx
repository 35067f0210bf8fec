import { href } from "react-router";
import { allows } from "../json-api/resource.ts";
import { LinkButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { Menu, MenuDelete, MenuLink } from "../ui/menu.tsx";
import { Notice } from "../ui/notice.tsx";
import { Page, PageHead, Row, Rows, Sheet, Split } from "../ui/page.tsx";
import { isShown, kindOf, previewNote } from "../uploads/document-kind.ts";
import { formatSize } from "../uploads/file-size.ts";
import type { Route } from "./+types/show";
import { restorePath } from "./document-item.ts";
import { FilePicture, thumbnailOf } from "./document-tile.tsx";
import { KeepingLink } from "./keeping-tag.tsx";
import { crumbsToPlace, loadDocument } from "./load-document.server.ts";
import { TrashNotice, trashedFolderOf } from "./trash-notice.tsx";
import { VisibilityLink } from "./visibility-tag.tsx";
import { visibilityNames, visibilityOf } from "./visibility-texts.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const document = await loadDocument(context, params.documentId);
  const { id, label, size, folder, insertedAt, updatedAt, trashedAt, trashEndsAt } = document;
  return {
    document: { id, label, size, insertedAt, updatedAt, trashedAt, trashEndsAt },
    crumbs: await crumbsToPlace(context, document),
    deletedWith: trashedFolderOf(document, folder === null ? [] : [...(folder.ancestors ?? []), folder]),
    kind: kindOf(document),
    note: previewNote(document),
    thumbnail: thumbnailOf(document),
    isShown: isShown(document),
    visibility: visibilityOf(document),
    isKept: document.isKeptOnDevices,
    versions: document.versions.map(({ id, number, name, size, insertedAt, actorName }) => ({
      ...{ id, number, name, size },
      ...{ insertedAt, actorName },
    })),
    can: { update: trashedAt === null && allows(document, "update"), trash: allows(document, "trash") },
  };
}

export default function DocumentDetail({ loaderData }: Route.ComponentProps) {
  const { document, crumbs, deletedWith, kind, note, thumbnail, visibility, isKept, versions, can } = loaderData;
  const { id, label, trashedAt } = document;
  const content = href("/documents/:documentId/content", { documentId: id });
  const facts = [
    { label: "Type", value: kind },
    { label: "Size", value: formatSize(document.size) },
    { label: "Added", value: document.insertedAt && <DateTime value={document.insertedAt} form="day" /> },
    { label: "Updated", value: document.updatedAt && <DateTime value={document.updatedAt} form="day" /> },
    ...(visibility === null ? [] : [{ label: "Who can see it", value: visibilityNames[visibility] }]),
    ...(isKept === null ? [] : [{ label: "Kept on devices", value: isKept ? "Yes" : "No" }]),
  ];
  return (
    <Page>
      <PageHead crumbs={[...crumbs, { label }]} title={label}>
        {can.update || can.trash ? (
          <Menu end button="plain" label="More">
            {can.update ? (
              <MenuLink href={href("/documents/:documentId/renaming", { documentId: id })}>Rename</MenuLink>
            ) : null}
            {can.update ? (
              <MenuLink href={href("/documents/:documentId/replacement", { documentId: id })}>Replace</MenuLink>
            ) : null}
            {can.update ? (
              <MenuLink href={href("/documents/:documentId/moving", { documentId: id })}>Move</MenuLink>
            ) : null}
            {can.update ? (
              <VisibilityLink
                to={href("/documents/:documentId/visibility", { documentId: id })}
                visibility={visibility}
              />
            ) : null}
            {can.update ? <KeepingLink documentId={id} isKept={isKept} /> : null}
            {can.trash && trashedAt === null ? (
              <MenuDelete href={href("/documents/:documentId/trashing", { documentId: id })} />
            ) : null}
          </Menu>
        ) : null}
        <LinkButton href={href("/documents/:documentId/summary", { documentId: id })}>AI Summary</LinkButton>
        <LinkButton href={`${content}?download=true`} reload>
          Download
        </LinkButton>
        {loaderData.isShown ? (
          <LinkButton href={content} look="go" reload>
            Open
          </LinkButton>
        ) : null}
      </PageHead>
      <TrashNotice
        of={document}
        restoreHref={can.trash ? restorePath({ noun: "document", id }) : null}
        deletedWith={deletedWith}
      />
      {note === null ? null : <Notice>{note}</Notice>}
      <Split
        aside={
          <Sheet title="About">
            <FactList facts={facts} />
          </Sheet>
        }
      >
        <div className="grid gap-2">
          <Sheet>
            <FilePicture kind={kind} thumbnail={thumbnail === null ? null : `${thumbnail}&size=large`} />
          </Sheet>
          <Sheet title="Versions">
            <Rows label="Versions">
              {versions.map((version) => (
                <Row key={version.id}>
                  <span>
                    <b>Version {version.number}</b>
                    <br />
                    <span className="muted small">
                      {version.name} · {formatSize(version.size)}
                    </span>
                  </span>
                  <span className="muted small">
                    {version.insertedAt === null ? null : <DateTime value={version.insertedAt} />}
                    {version.actorName === null ? null : ` by ${version.actorName}`}
                  </span>
                  <a className="btn" data-reload="" href={`${content}?version=${version.number}&download=true`}>
                    Download<span className="vh"> version {version.number}</span>
                  </a>
                </Row>
              ))}
            </Rows>
          </Sheet>
        </div>
      </Split>
    </Page>
  );
}
