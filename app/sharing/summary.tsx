import { href } from "react-router";
import { recordId } from "../session/session.server.ts";
import { Breadcrumb, Page, PageHead, Row, Rows, Sheet } from "../ui/page.tsx";
import type { Route } from "./+types/summary";
import { linkToken, loadShared, sharingApiOf } from "./load-shared.server.ts";
import { findSummary } from "./shared.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const token = linkToken(params.token);
  const id = recordId(params.documentId);
  const { label, method, points } = await loadShared(context, token, (viewing) =>
    findSummary(sharingApiOf(context), viewing, id),
  );
  return { token, label, method, points };
}

const origins = {
  extract: "Key sentences quoted directly from the document, approved by your agent.",
  model: "An AI model wrote these points from the document, and your agent approved them.",
};

/** The approved summary of a document. */
export default function SharedSummary({ loaderData: { token, label, method, points } }: Route.ComponentProps) {
  return (
    <Page narrow>
      <meta name="robots" content="noindex" />
      <Breadcrumb items={[{ label: "Property", href: href("/shared/:token/view", { token }) }, { label: "Summary" }]} />
      <PageHead title="Summary" documentTitle={`Summary of ${label}`} subtitle={label} />
      <Sheet>
        <Rows label="Points">
          {points.map(({ text, page }) => (
            <Row key={`${page} ${text}`}>
              <p>{text}</p>
              <span className="muted small num">Page {page}</span>
            </Row>
          ))}
        </Rows>
      </Sheet>
      <p className="muted small mt-2">{origins[method]} Read the document itself before you decide.</p>
    </Page>
  );
}
