import { MailChoiceFields } from "../../client-pages/mail-choice-fields.tsx";
import { useTexts } from "../../client-pages/texts/texts.ts";
import type { Settled } from "../../json-api/settle.ts";
import type { readMailChoice } from "../../notifications/mail-choices.ts";
import { isAbsent } from "../../ui/not-loaded.tsx";
import { PostForm } from "../../ui/post-form.tsx";
import { PortalCard, useFrame, usePortalPath } from "./portal-frame.tsx";
import { PortalLate } from "./portal-late.tsx";

type MailChoiceCardProps = { choice: Settled<NonNullable<ReturnType<typeof readMailChoice>>> };

/** Which emails the person wants; not for staff who look, nor where the service mails nothing. */
export function MailChoiceCard({ choice }: MailChoiceCardProps) {
  const { mails } = useTexts();
  const { isView } = useFrame();
  const to = usePortalPath();
  if (isView) return null;
  if (!choice.ok)
    return isAbsent(choice) ? null : (
      <PortalCard title={mails.title}>
        <PortalLate part={choice} />
      </PortalCard>
    );
  return (
    <PortalCard title={mails.title}>
      <p>{mails.text}</p>
      <PostForm action={to("/me/mails")}>
        <MailChoiceFields choice={choice.data} />
      </PostForm>
    </PortalCard>
  );
}
