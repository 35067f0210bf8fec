import { redirect } from "react-router";
import { recordVersion, startForm, submitForm, type TypedVersion } from "../forms/forms.server.ts";
import { onDay, RecordForm, ticked } from "../forms/forms.tsx";
import { PackagePage } from "../packages/package-page.tsx";
import { apiOf, load, loadBoth, recordId } from "../session/session.server.ts";
import { localTimeOf } from "../ui/clock.server.ts";
import { CheckboxField, TextField } from "../ui/fields.tsx";
import type { Route } from "./+types/edit";
import { LinkFieldset, linkLabels } from "./link-fieldset.tsx";
import { linkForm, linkPath, type ShareLink } from "./share-link.ts";
import { findLinkOf, listFolderChoices, loadLinkFor, loadPackageZone, updateLink } from "./shares.server.ts";

/** A link as its form shows it. The form about a client's link has no folders. */
function versionIn(timeZone: string): (link: ShareLink) => TypedVersion<TypedLink> {
  return (link) =>
    recordVersion(
      link,
      ({ clientId, label, expiresAt, allowsDownload, includesUnfiled, includesReleased, folderIds }) => ({
        label,
        endsOn: expiresAt === null ? "" : localTimeOf(expiresAt, timeZone).slice(0, 10),
        allowsDownload: allowsDownload ? "on" : "",
        includesUnfiled: includesUnfiled && clientId === null ? "on" : "",
        includesReleased: includesReleased && clientId === null ? "on" : "",
        folderIds: clientId === null ? folderIds : [],
      }),
    );
}

type TypedLink = Record<"label" | "endsOn" | "allowsDownload" | "includesUnfiled" | "includesReleased", string> & {
  readonly folderIds: string[];
};

export async function loader({ params, context }: Route.LoaderArgs) {
  const packageId = recordId(params.packageId);
  const [{ item, link, timeZone }, folders] = await loadBoth(
    loadLinkFor("update", context, params),
    load(listFolderChoices(apiOf(context), packageId)),
  );
  if (link.revokedAt !== null) throw redirect(linkPath(item.id, link.id));
  const version = versionIn(timeZone)(link);
  return {
    item,
    id: link.id,
    hasPasscode: link.hasPasscode,
    folders: link.clientId === null ? folders : null,
    typed: version.typed,
    start: await startForm(context, version),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [packageId, id] = [recordId(params.packageId), recordId(params.shareId)];
  return submitForm(
    { request, context },
    linkForm,
    async ({ api, value, ...terms }) => {
      const [timeZone, link] = await Promise.all([loadPackageZone(api, packageId), findLinkOf(api, params)]);
      await updateLink(api, link, value, { ...terms, timeZone });
      return { location: linkPath(packageId, id), toast: "Link updated." };
    },
    async (api) => {
      const [timeZone, link] = await Promise.all([loadPackageZone(api, packageId), findLinkOf(api, params)]);
      return versionIn(timeZone)(link);
    },
  );
}

const compared = {
  ...linkLabels,
  endsOn: onDay(linkLabels.endsOn),
  allowsDownload: ticked(linkLabels.allowsDownload),
  includesUnfiled: ticked(linkLabels.includesUnfiled),
  includesReleased: ticked(linkLabels.includesReleased),
};

export default function ChangeLink({ loaderData, actionData }: Route.ComponentProps) {
  const { item, id, hasPasscode, folders, typed, start } = loaderData;
  return (
    <PackagePage
      item={item}
      title="Edit link"
      subtitle="Changes apply the next time someone opens the link. The link itself stays the same."
    >
      <RecordForm
        id="link"
        schema={linkForm}
        start={start}
        reply={actionData}
        initial={typed}
        compared={compared}
        send="Save changes"
        cancel={linkPath(item.id, id)}
      >
        {(fields) => (
          <>
            <LinkFieldset fields={fields} folders={folders} />
            <TextField
              field={fields.passcode}
              label={hasPasscode ? "New passcode" : "Passcode"}
              autoComplete="off"
              hint={hasPasscode ? "Leave blank to keep the current passcode." : "Optional, at least 6 characters."}
            />
            {hasPasscode ? <CheckboxField field={fields.removesPasscode} label="Remove passcode" /> : null}
          </>
        )}
      </RecordForm>
    </PackagePage>
  );
}
