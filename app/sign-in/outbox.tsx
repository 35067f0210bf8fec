import { href } from "react-router";
import { settingsContext } from "../session/context.ts";
import { notFound } from "../session/session.server.ts";
import { DateTime } from "../ui/date-time.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Page, PageHead, Sheet } from "../ui/page.tsx";
import { FootOfPages } from "../ui/table-foot.tsx";
import type { Route } from "./+types/outbox";

/** The demo's emails, which are not sent to anyone. With `?to=` those to one address. */

/** On a page: with this many, the page of a busy demo stays below 8 kB. */
const mostShown = 3;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { outbox, publicOrigin } = context.get(settingsContext);
  if (outbox === null) throw notFound();
  const to = url.searchParams.get("to");
  const number = /^[1-9]\d{0,4}$/.test(url.searchParams.get("page") ?? "") ? Number(url.searchParams.get("page")) : 1;
  const before = (number - 1) * mostShown;
  const mails = await outbox(mostShown + 1, to ?? undefined, before);
  const pathOf = (page: number) =>
    `${href("/outbox")}?${new URLSearchParams({ ...(to !== null && { to }), page: String(page) })}`;
  const shown = mails.slice(0, mostShown);
  return {
    foot: {
      from: before + 1,
      to: before + shown.length,
      total: null,
      previous: number === 1 ? null : pathOf(number - 1),
      next: mails.length > mostShown ? pathOf(number + 1) : null,
    },
    mails: shown.map(({ id, to, subject, text, sentAt }) => ({
      id,
      to,
      subject,
      sentAt: sentAt.toISOString(),
      pieces: splitLinks(text, publicOrigin),
    })),
  };
}

interface Piece {
  readonly at: number;
  readonly text: string;
  readonly isLink: boolean;
}

function splitLinks(text: string, origin: string): Piece[] {
  let at = 0;
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part) => {
    const piece = { at, text: part, isLink: part.startsWith(`${origin}/`) };
    at += part.length;
    return piece;
  });
}

export default function Outbox({ loaderData: { mails, foot } }: Route.ComponentProps) {
  return (
    <Page narrow>
      <PageHead title="Outbox" subtitle="The demo sends no email. Recent messages appear here." />
      {mails.length === 0 && foot.previous === null ? (
        <Sheet>
          <EmptyState>No emails yet. Request a sign-in link to see one.</EmptyState>
        </Sheet>
      ) : null}
      <div className="grid gap-2">
        {mails.map(({ id, to, subject, sentAt, pieces }) => (
          <Sheet key={id} title={subject} padded>
            <p className="muted">
              To {to}, <DateTime value={sentAt} form="moment" />
            </p>
            <p className="mt-2 whitespace-pre-line">
              {pieces.map(({ at, text, isLink }) =>
                isLink ? (
                  <a key={at} href={text}>
                    {text}
                  </a>
                ) : (
                  text
                ),
              )}
            </p>
          </Sheet>
        ))}
      </div>
      <FootOfPages {...foot} />
    </Page>
  );
}
