import { Row, Rows, Sheet } from "../ui/page.tsx";
import type { SearchAction } from "./actions.ts";

/** Where something begins, for whoever has not typed anything yet. */
export function ActionsPanel({ actions }: { actions: readonly SearchAction[] }) {
  return (
    <Sheet title="Actions">
      <Rows label="Actions">
        {actions.map(({ title, href }) => (
          <Row key={href}>
            <a className="link" href={href}>
              {title}
            </a>
          </Row>
        ))}
      </Rows>
    </Sheet>
  );
}
