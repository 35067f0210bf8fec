import { href } from "react-router";
import { allows } from "../json-api/resource.ts";
import { PackagePage } from "../packages/package-page.tsx";
import { loadBoth, recordId } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import type { Route } from "./+types/templates";
import { loadEstimate, loadPackageForCosts, loadTemplates } from "./costs.server.ts";
import { costsPath } from "./estimate.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = recordId(params.packageId);
  const [{ street }, [estimate, templates]] = await loadBoth(
    loadPackageForCosts(context, id),
    Promise.all([loadEstimate(context, id), loadTemplates(context)]),
  );
  return {
    item: { id, street },
    maySave: estimate !== null,
    templates: templates.map((template) => ({
      id: template.id,
      name: template.name,
      can: { rename: allows(template, "update"), remove: allows(template, "remove") },
    })),
  };
}

export default function CostTemplates({ loaderData: { item, maySave, templates } }: Route.ComponentProps) {
  const save = maySave ? (
    <LinkButton href={href("/packages/:packageId/costs/templates/new", { packageId: item.id })}>
      Save this estimate as a template
    </LinkButton>
  ) : null;
  return (
    <PackagePage
      item={item}
      title="Cost templates"
      subtitle="Default rates and costs shared across your workspace's estimates."
    >
      <Sheet>
        {templates.length === 0 ? (
          <EmptyState action={save}>
            No templates yet.{" "}
            {maySave ? null : "Estimate the costs of a property first, then save the estimate as a template."}
          </EmptyState>
        ) : (
          <Rows label="Cost templates">
            {templates.map(({ id, name, can }) => (
              <Row key={id}>
                <b>{name}</b>
                <LinkButton
                  href={`${href("/packages/:packageId/costs/edit", { packageId: item.id })}?template=${encodeURIComponent(id)}`}
                  aria-label={`Apply ${name}`}
                >
                  Apply
                </LinkButton>
                {can.rename ? (
                  <LinkButton
                    href={href("/packages/:packageId/costs/templates/:templateId/edit", {
                      packageId: item.id,
                      templateId: id,
                    })}
                    look="quiet"
                    aria-label={`Rename ${name}`}
                  >
                    Rename
                  </LinkButton>
                ) : null}
                {can.remove ? (
                  <LinkButton
                    href={href("/packages/:packageId/costs/templates/:templateId/removal", {
                      packageId: item.id,
                      templateId: id,
                    })}
                    look="quiet"
                    aria-label={`Remove ${name}`}
                  >
                    Remove
                  </LinkButton>
                ) : null}
              </Row>
            ))}
          </Rows>
        )}
      </Sheet>
      <div className="actions mt-2">
        {templates.length === 0 ? null : save}
        <LinkButton href={costsPath(item.id)} look="quiet">
          Back to the estimate
        </LinkButton>
      </div>
    </PackagePage>
  );
}
