import { Avatar } from "../ui/avatar.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { Photo } from "../ui/photo.tsx";
import type { Findings, Hit, HitGroup } from "./search.ts";

type FindingsPanelProps = { words: string; found: Findings };

/** What was found, a sheet for each kind. */
export function FindingsPanel({ words, found: { groups } }: FindingsPanelProps) {
  if (words === "") return <EmptyState>Type a name, email, phone number, street or words from a document.</EmptyState>;
  if (groups.length === 0) return <EmptyState>No results. Try fewer words or part of a word.</EmptyState>;
  return (
    <div className="grid gap-2">
      {groups.map((group) => (
        <GroupSheet key={group.kind} {...group} />
      ))}
    </div>
  );
}

function GroupSheet({ kind, title, hits, more }: HitGroup) {
  return (
    <Sheet title={title} action={more === null ? null : <a href={more}>View all results</a>}>
      <Rows label={title}>
        {hits.map((hit) => (
          <Row key={hit.id}>
            <div className="who">
              <Picture kind={kind} hit={hit} />
              <div>
                <a className="link" href={hit.href}>
                  {hit.title}
                </a>
                {hit.detail === null ? null : <div className="muted small">{hit.detail}</div>}
              </div>
            </div>
          </Row>
        ))}
      </Rows>
    </Sheet>
  );
}

function Picture({ kind, hit }: { kind: HitGroup["kind"]; hit: Hit }) {
  if (kind === "document" || kind === "task") return null;
  return kind === "client" || kind === "message" ? (
    <Avatar name={hit.title} picture={hit.picture} />
  ) : (
    <Photo picture={hit.picture} />
  );
}
