import { Avatar } from "../ui/avatar.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Breadcrumb, PageHead } from "../ui/page.tsx";
import type { Client } from "./client.ts";
import { callLink, clientPath } from "./client-links.ts";
import { listPath } from "./client-list.ts";
import { Phone, Reach } from "./contact-links.tsx";

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
  return (
    <>
      <Breadcrumb items={[{ label: "Clients", href: listPath }, { label: name }]} />
      <PageHead
        title={name}
        subtitle={<Addresses {...{ email, phoneNumber }} />}
        lead={<Avatar large {...{ name, picture }} />}
      >
        <Reach {...{ name, email, phoneNumber }} />
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

function Addresses({ email, phoneNumber }: Pick<Client, "email" | "phoneNumber">) {
  if (phoneNumber === null) return email;
  const call = callLink(phoneNumber);
  const phone = <Phone typed={phoneNumber} />;
  return (
    <>
      {email === "" ? null : `${email} · `}
      {call === null ? phone : <a href={call}>{phone}</a>}
    </>
  );
}
