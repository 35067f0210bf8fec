import { BrandProvider } from "../../client-pages/face.tsx";
import { PortalFormStart } from "../../client-pages/portal-form.tsx";
import { PortalShell } from "../../client-pages/portal-shell.tsx";
import { useTexts } from "../../client-pages/texts/texts.ts";
import type { FormInit, FormReply } from "../../forms/forms.tsx";
import { areas } from "../../session/area.ts";
import { SubmitButton } from "../../ui/button.tsx";
import { PostForm } from "../../ui/post-form.tsx";

type PortalMailedLinkProps = {
  title: string;
  subtitle: string;
  /** What has to be known before it is pressed. */
  notes?: readonly string[];
  send: string;
  /** Where a fresh link is asked for. */
  renewal: string;
  start: FormInit;
  isLive: boolean;
  reply: FormReply | undefined;
};

/** The page of a mailed link: the button that signs in, or the one that mails a fresh link. Mail programs press neither. */
export function PortalMailedLink({
  title,
  subtitle,
  notes = [],
  send,
  renewal,
  start,
  isLive,
  reply,
}: PortalMailedLinkProps) {
  const { link } = useTexts();
  const works = reply === undefined ? isLive : reply.notice?.kind !== "used";
  if (!works) {
    return (
      <BrandProvider value={null}>
        <PortalShell
          title={link.usedTitle}
          subtitle={link.used}
          below={<a href={areas.portal.login}>{link.orLogin}</a>}
        >
          <meta name="robots" content="noindex" />
          <PostForm action={renewal}>
            <SubmitButton>{link.fresh}</SubmitButton>
          </PostForm>
        </PortalShell>
      </BrandProvider>
    );
  }
  return (
    <BrandProvider value={null}>
      <PortalShell title={title} subtitle={subtitle}>
        <meta name="robots" content="noindex" />
        <PostForm>
          <PortalFormStart start={start} reply={reply} />
          {notes.map((note) => (
            <p key={note} className="note">
              {note}
            </p>
          ))}
          <SubmitButton>{send}</SubmitButton>
        </PostForm>
      </PortalShell>
    </BrandProvider>
  );
}
