import { href } from "react-router";
import { PhotoForm } from "../pictures/photo-form.tsx";
import { startPhoto, storePhoto } from "../pictures/photo-upload.server.ts";
import { agentOf, identityApiOf } from "../session/session.server.ts";
import { PageHead } from "../ui/page.tsx";
import { type FileAnswer, submitFile } from "../uploads/submit-files.server.ts";
import type { Route } from "./+types/logo";
import { LogoCrop } from "./logo-crop.tsx";
import { LogoPicture } from "./logo-line.tsx";
import { changeLogo, loadLogoToChange } from "./workspaces.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export const handle = { takesFiles: true };

export async function loader({ context }: Route.LoaderArgs) {
  const [{ picture }, form] = await startPhoto(context, loadLogoToChange(context));
  return { picture, form };
}

export async function action({ request, context }: Route.ActionArgs): Promise<FileAnswer> {
  await loadLogoToChange(context);
  const { workspace } = agentOf(context);
  return submitFile(context, request, (file, form) =>
    storePhoto(context, file, form.key, async (url, key) => {
      await changeLogo(identityApiOf(context), workspace.id, url, key);
      return { location: href("/settings/general"), toast: "Logo saved." };
    }),
  );
}

export default function WorkspaceLogo({ loaderData: { picture, form }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Logo"
        subtitle="Clients see it on your public page, in their portal and on shared properties. Recommended: 256x256px or more."
      />
      <PhotoForm
        {...form}
        reply={actionData}
        name="logo"
        editor={LogoCrop}
        current={picture === null ? null : <LogoPicture picture={picture} />}
        removal={href("/settings/logo/removal")}
        cancel={href("/settings/general")}
      />
    </>
  );
}
