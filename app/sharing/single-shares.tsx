import { ClientPage } from "../clients/client-page.tsx";
import { Notice } from "../ui/notice.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { noPackageShares } from "./package-share.ts";

interface SingleSharesProps {
  client: { readonly id: string; readonly name: string };
  single: readonly { readonly name: string; readonly href: string }[];
}

/** In place of sharing several properties with a client: the way to sharing each. */
export function SingleShares({ client, single }: SingleSharesProps) {
  return (
    <ClientPage client={client} title="Share properties" subtitle={`Share one property at a time with ${client.name}.`}>
      <Notice tone="warn">{noPackageShares}</Notice>
      <Sheet>
        <Rows label="Properties">
          {single.map(({ name, href }) => (
            <Row key={href}>
              <a className="link" href={href}>
                {name}
              </a>
            </Row>
          ))}
        </Rows>
        {single.length === 0 ? <p>There are no properties yet.</p> : null}
      </Sheet>
    </ClientPage>
  );
}
