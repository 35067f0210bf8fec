import { Avatar } from "../ui/avatar.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Breadcrumb, PageHead } from "../ui/page.tsx";
import type { Client } from "./client.ts";
import { callLink, clientPath, messageLink, showPhone } from "./client-links.ts";
import { listPath } from "./client-list.ts";

type ClientHeadProps = {
  client: Pick<Client, "id" | "name" | "email" | "phoneNumber">;
  /** On our own server. */
  picture: string | null;
  canUpdate: boolean;
  canArchive: boolean;
};

/** Who this is, how to reach them, and what can be done with the record. */
export function ClientHead({ client, picture, canUpdate, canArchive }: ClientHeadProps) {
  const { id, name, email, phoneNumber } = client;
  const message = messageLink(email);
  return (
    <>
      <Breadcrumb items={[{ label: "Clients", href: listPath }, { label: name }]} />
      <PageHead
        title={name}
        subtitle={<Reach {...{ email, phoneNumber }} />}
        lead={<Avatar large {...{ name, picture }} />}
      >
        {message === null ? null : <LinkButton href={message}>Message</LinkButton>}
        {canUpdate ? <LinkButton href={clientPath(id, "edit")}>Edit info</LinkButton> : null}
        {canArchive ? (
          <LinkButton href={clientPath(id, "archival")} look="quiet">
            Archive
          </LinkButton>
        ) : null}
      </PageHead>
    </>
  );
}

function Reach({ email, phoneNumber }: Pick<Client, "email" | "phoneNumber">) {
  const call = phoneNumber === null ? null : callLink(phoneNumber);
  if (phoneNumber === null) return email;
  return (
    <>
      {email === "" ? null : `${email} · `}
      <span className="num">
        {call === null ? showPhone(phoneNumber) : <a href={call}>{showPhone(phoneNumber)}</a>}
      </span>
    </>
  );
}
