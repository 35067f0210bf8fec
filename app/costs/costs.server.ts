import type { RouterContextProvider } from "react-router";
import type { Api } from "../json-api/api.ts";
import { ApiError, failedCall, mapFieldErrors } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { type ChangeTerms, changedAttributes } from "../json-api/record.ts";
import { recordCalls } from "../json-api/record-calls.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { settle } from "../json-api/settle.ts";
import { loadPackage, loadPackageFor } from "../packages/load-package.server.ts";
import { agentOf, apiOf, identityApiOf, load, logFaults, permitted, recordId } from "../session/session.server.ts";
import { findWorkspace, logoOf } from "../workspace/workspaces.server.ts";
import { type CostInputs, estimateAttributes, templatesPath } from "./estimate.ts";
import type { TypedEstimate } from "./estimate-form.ts";
import type { LetterheadFacts } from "./letterhead.tsx";
import { templateAttributes } from "./template.ts";

const estimate = resource("cost_estimate", estimateAttributes);
const template = resource("cost_template", templateAttributes);
export type FoundEstimate = RecordOf<typeof estimate>;
export type FoundTemplate = RecordOf<typeof template>;

/** The estimate of a package; null before there is one. */
export async function findEstimate(api: Api, packageId: string): Promise<FoundEstimate | null> {
  const query = { "filter[package_id]": packageId, "page[limit]": 1, "page[count]": "false" };
  const { items } = await api.list("/cost_estimates", estimate, { query });
  return items[0] ?? null;
}

/**
 * Creates the package's estimate, or updates the one that the form showed.
 * @throws ApiError "stale" when someone else saved in the meantime, "invalid" with fields, "forbidden", "missing"
 */
export async function saveEstimate(
  api: Api,
  packageId: string,
  inputs: TypedEstimate,
  { isNew, ...terms }: ChangeTerms & { readonly isNew: boolean },
): Promise<void> {
  const options = { ...terms };
  try {
    await mapFieldErrors(fieldOf, async () => {
      if (isNew) return api.create("/cost_estimates", estimate, { packageId, inputs }, options);
      const found = await findEstimate(api, packageId);
      if (found === null) throw missing();
      // One attribute holds the whole form.
      const changed = changedAttributes({ inputs }, terms.isChanged, { inputs: Object.keys(inputs) });
      return api.update(path`/cost_estimates/${found.id}`, estimate, found.id, changed, options);
    });
  } catch (error) {
    // Someone else created the estimate in the meantime.
    if (!(error instanceof ApiError) || error.kind !== "conflict") throw error;
    throw new ApiError(error.message, "stale", error.cause, error.fieldErrors);
  }
}

function missing(): ApiError {
  const cause = failedCall({ method: "PATCH", path: "/cost_estimates", reason: "no estimate" });
  return new ApiError("Not Found", "missing", cause);
}

/** Errors of "inputs.services[0].label" belong to the field "services". */
function fieldOf(name: string): string {
  return name.replace(/^inputs\./, "").split("[", 1)[0] ?? "";
}

async function listTemplates(api: Api): Promise<readonly FoundTemplate[]> {
  const query = { sort: "name", "page[limit]": 250, "page[count]": "false" };
  return (await api.list("/cost_templates", template, { query })).items;
}

const templates = recordCalls("/cost_templates", template);
export const { find: findTemplate, remove: removeTemplate } = templates;

/** @throws ApiError "invalid" with fields, "forbidden" */
export async function createTemplate(api: Api, name: string, inputs: CostInputs, key: string): Promise<void> {
  await api.create("/cost_templates", template, { name, inputs }, { key });
}

/** @throws ApiError "stale", "invalid" with fields, "forbidden", "missing" */
export async function renameTemplate(api: Api, id: string, name: string, terms: ChangeTerms): Promise<void> {
  await templates.change(api, id, { name }, terms);
}

type Context = Readonly<RouterContextProvider>;

/** The estimate of a package; null for none. @throws 501 */
export function loadEstimate(context: Context, packageId: string): Promise<FoundEstimate | null> {
  return load(findEstimate(apiOf(context), packageId));
}

/** The workspace's templates. @throws 501 */
export function loadTemplates(context: Context): Promise<readonly FoundTemplate[]> {
  const templates = listTemplates(apiOf(context));
  return load(templates);
}

/** The template and the property that a URL names. @throws 404 */
async function openTemplate(context: Context, packageId: string, templateId: string) {
  const id = recordId(templateId);
  const [found, template] = await Promise.all([
    loadPackage(context, packageId),
    load(findTemplate(apiOf(context), id)),
  ]);
  return { item: { id: found.id, street: found.street }, template };
}

/** A template for a page that changes it. @throws 403 for those who may only apply it */
export async function loadTemplateFor(
  action: "update" | "remove",
  context: Context,
  { packageId, templateId }: { readonly packageId: string; readonly templateId: string },
): Promise<{ item: { id: string; street: string }; template: FoundTemplate }> {
  const opened = await openTemplate(context, packageId, templateId);
  permitted(opened.template, action, {
    refused: "You can apply this template, but not change it.",
    who: "Owners, admins and managers can, and so can the person who added it.",
    back: { label: "Back to cost templates", href: templatesPath(packageId) },
  });
  return opened;
}

/** The package of a page that edits its estimate. @throws 404, 403 */
export function loadPackageForCosts(context: Context, id: string) {
  return loadPackageFor("update", context, id);
}

/** What the workspace says of itself to clients; its name alone where the rest could not be loaded. The promise never rejects. */
export async function loadLetterhead(context: Readonly<RouterContextProvider>): Promise<LetterheadFacts> {
  const { workspace } = agentOf(context);
  const found = await settle(identityApiOf(context), (api) => findWorkspace(api, workspace), logFaults(context));
  const part = found.ok ? { ok: true as const } : found;
  if (!found.ok) return { house: workspace.name, logo: null, lines: [], part };
  const { name, brokerage, licenseNumber, phoneNumber, websiteUrl } = found.data;
  const license = licenseNumber ? `License ${licenseNumber}` : null;
  const website = websiteUrl?.replace(/^https?:\/\//, "").replace(/\/$/, "");
  const lines = [brokerage, license, phoneNumber, website].flatMap((line) => line || []);
  return { house: name, logo: logoOf(context, found.data).picture, lines, part };
}
