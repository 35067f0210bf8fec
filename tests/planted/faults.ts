/**
 * Faults that the tests have to find. Each is planted in a copy of the sources, where one of its tests has to fail: who replaces
 * or thins a test runs `npm run test:planted` before and after.
 */

export interface PlantedFault {
  /** What is wrong then. */
  readonly fault: string;
  readonly file: string;
  /** A text that stands once in the file, and what is put in its place. */
  readonly find: string;
  readonly put: string;
  /** What the file has to import for that, as its first line. */
  readonly imports?: string;
  /** The files of tests that look for it: each of them has to fail. */
  readonly foundBy: readonly string[];
}

const app = (name: string) => `tests/app/${name}.test.ts`;
const server = (name: string) => `tests/server/${name}.test.ts`;
const census = (name: string) => `tests/census/${name}.test.ts`;
const walk = (name: string) => `tests/faults/${name}.test.ts`;

export const plantedFaults: readonly PlantedFault[] = [
  {
    fault: "a page asks for no permission",
    file: "app/packages/new.tsx",
    find: 'requirePermission(context, "packages.create", "create properties", {',
    put: 'if (context === null) requirePermission(context, "packages.create", "create properties", {',
    foundBy: [census("pages")],
  },
  {
    fault: "every role may import clients",
    file: "server/upstream/imports/import-routes.ts",
    find: 'mayAny(currentUser, "records.import")',
    put: 'mayAny(currentUser, "records.comment")',
    foundBy: [server("upstream/clients/client-imports")],
  },
  {
    fault: "records are read without their workspace",
    file: "server/upstream/visibility.ts",
    find: 'if (accessScopeOf(currentUser, "records.view") === "all") return inWorkspace(packages, currentUser);',
    put: 'if (accessScopeOf(currentUser, "records.view") === "all") return sql`true`;',
    foundBy: [server("upstream/tenancy"), walk("tenancy")],
  },
  {
    fault: "a copy for a person has what other workspaces hold of them",
    file: "server/upstream/person-data/data-subject.ts",
    find: "{portalAccess.workspaceId} = ",
    put: "{workspaceId} = ",
    foundBy: [server("upstream/one-workspace")],
  },
  {
    fault: "pages have no policy",
    file: "server/web/security-headers.ts",
    find: 'if (!headers.has("Content-Security-Policy") && !development)',
    put: "if (development)",
    foundBy: [walk("secrets"), server("web/security-headers")],
  },
  {
    fault: "answers may be taken for another kind of file",
    file: "server/web/security-headers.ts",
    find: '["X-Content-Type-Options", "nosniff"],',
    put: "",
    foundBy: [walk("secrets"), server("web/security-headers")],
  },
  {
    fault: "a form has no key",
    file: "app/ui/hidden-submission.tsx",
    find: '<input type="hidden" name={hiddenFieldNames.key} value={start.key} />',
    put: "",
    foundBy: [walk("once")],
  },
  {
    fault: "a key is taken again with other content",
    file: "server/upstream/engine/idempotency.ts",
    find: "if (first !== fingerprint) {",
    put: "if (first === null) {",
    foundBy: [server("upstream/engine/versions")],
  },
  {
    fault: "a change counts as sent before once its record has an earlier version again",
    file: "app/forms/submission-key.server.ts",
    find: "if (latest === null) return { key: id",
    put: "if (latest === null || version !== null) return { key: id",
    foundBy: [census("forms")],
  },
  {
    fault: "a form of one workspace is taken in another",
    file: "app/forms/read-form.server.ts",
    find: 'workspaceId === (member.workspace?.id ?? "")',
    put: "workspaceId !== null",
    foundBy: [walk("once"), app("forms/other-workspace")],
  },
  {
    fault: "what was typed is lost when the session has ended",
    file: "app/session/parked-form.server.ts",
    find: "return !isEmpty && parkFields(",
    put: "return false && parkFields(",
    foundBy: [walk("once")],
  },
  {
    fault: "what was typed is lost at a refusal",
    file: "app/forms/read-form.server.ts",
    find: "return data({ result, start: options.start ?? start,",
    put: "return data({ result: { ...result, initialValue: {} }, start: options.start ?? start,",
    foundBy: [census("forms")],
  },
  {
    fault: "a write in doubt counts as done",
    file: "app/json-api/request-api.ts",
    find: "return status >= 500 && !turnedAway.has(status);",
    put: "return status === 500;",
    foundBy: [census("forms")],
  },
  {
    fault: "a stale write is taken",
    file: "server/upstream/engine/reading.ts",
    find: "if (!matches) throw editConflict();",
    put: 'if (!matches && tag === "") throw editConflict();',
    foundBy: [server("upstream/engine/versions")],
  },
  {
    fault: "of two people's changes one is dropped",
    file: "app/forms/three-way-merge.server.ts",
    find: "else taken[name] = their;",
    put: "",
    foundBy: [app("clients/lesser-services")],
  },
  {
    fault: "a name is shown as HTML",
    file: "app/ui/page.tsx",
    find: "<h1>{href === null ? title : <a href={href}>{title}</a>}</h1>",
    put: "<h1 dangerouslySetInnerHTML={{ __html: title }} />",
    foundBy: [walk("injections")],
  },
  {
    fault: "a link leads to whatever address was typed",
    file: "server/upstream/engine/inputs.ts",
    find: "protocol: /^https?$/, error",
    put: "error",
    foundBy: [server("upstream/packages/packages")],
  },
  {
    fault: "a page makes a call twice",
    file: "app/clients/show.tsx",
    find: "fetchMerges(context, id),",
    put: "fetchMerges(context, id).then(() => fetchMerges(context, id)),",
    foundBy: [census("pages")],
  },
  {
    fault: "a call waits for another one",
    file: "app/tasks/load-task.server.ts",
    find: "const today = todayOf(context);",
    put: 'const today = todayOf(context);\n  await settle(apiOf(context), (api) => listTasksAbout(api, "package", about.id), logFaults(context));',
    foundBy: [census("pages")],
  },
  {
    fault: "a list stands in a paragraph",
    file: "app/clients/show.tsx",
    find: "<FactList facts={wishes} />",
    put: "<p>\n        <FactList facts={wishes} />\n      </p>",
    foundBy: [census("pages")],
  },
  {
    fault: "a part holds its page until it is there",
    file: "app/clients/bounced-addresses.server.ts",
    find: "return settle(apiOf(context), find, logFaults(context));",
    put: 'return find(apiOf(context)).then(\n    (data) => ({ ok: true as const, data }),\n    () => ({ ok: false as const, code: "unexpected" as const }),\n  );',
    foundBy: [app("side-calls")],
  },
  {
    fault: "a part is late without a word",
    file: "app/ui/not-loaded.tsx",
    find: "if (part.ok || isAbsent(part)) return null;",
    put: "if (part.ok || part.code !== null) return null;",
    foundBy: [app("side-calls")],
  },
  {
    fault: "a list that a service lacks fails its page",
    file: "app/session/load.server.ts",
    find: 'if (error.kind === "not-offered") throw',
    put: 'if (error.kind === "missing") throw',
    foundBy: [app("lacking-services")],
  },
  {
    fault: "a field for clients has no label",
    file: "app/client-pages/portal-form.tsx",
    find: "<label htmlFor={field.id}>{label}</label>",
    put: "<span>{label}</span>",
    foundBy: [app("portal/every-page")],
  },
  {
    fault: "a page has two headings of the first rank",
    file: "app/ui/page.tsx",
    find: "{subtitle === undefined ? null : <p>{subtitle}</p>}",
    put: "{subtitle === undefined ? null : <h1>{subtitle}</h1>}",
    foundBy: [app("upstream-faults")],
  },
  {
    fault: "the service's token is in a page's data",
    file: "app/clients/show.tsx",
    find: "source: client.leadSource ?? null,",
    put: "source: (await context.get(requestSessionContext).session())?.token ?? null,",
    imports: 'import { requestSessionContext } from "../session/request-session.server.ts";',
    foundBy: [walk("secrets")],
  },
  {
    fault: "a page is too heavy",
    file: "app/clients/show.tsx",
    find: '<NotLoadedLine what="merges that can be undone"',
    put: '<p hidden>{Array.from({ length: 9_000 }, (_, place) => place * 7_919 % 9_973).join(" ")}</p>\n      <NotLoadedLine what="merges that can be undone"',
    foundBy: ["tests/e2e/budgets.test.ts"],
  },
  {
    fault: "an expression takes longer than in proportion to its text",
    file: "app/ui/links-in-text.ts",
    find: "export function linksIn(",
    put: "export const endless = /^(a+)+$/;\n\nexport function linksIn(",
    foundBy: ["tests/expressions/linear.test.ts"],
  },
  {
    fault: "a form of one household is taken in another of the same person",
    file: "app/portal/portal.server.ts",
    find: "return findPostedElsewhere(request, context);",
    put: "return null;",
    foundBy: [app("portal/households")],
  },
  {
    fault: "a page that takes files is not in the list of such pages",
    file: "app/portal/portal.server.ts",
    find: '"client-portal/dashboard/documents",',
    put: "",
    foundBy: [app("portal/own-documents")],
  },
  {
    fault: "a deal is for the client's agent in place of its own",
    file: "server/upstream/visibility.ts",
    find: "opportunities.assignedAccountId} = ",
    put: "sql`(select assigned_account_id from upstream.clients where id = upstream.opportunities.client_id)`} = ",
    foundBy: [server("upstream/opportunities/deal-changes"), server("upstream/assignments/reassigning")],
  },
  {
    fault: "an email that fails holds up those of others",
    file: "server/upstream/mailing/mailing.ts",
    find: "failures.push(error);",
    put: "throw error;",
    foundBy: [server("upstream/notifications/mailing"), server("upstream/notifications/message-mails")],
  },
  {
    fault: "a part waits for another's call",
    file: "app/clients/show.tsx",
    find: "fetchPackageFits(context, id),",
    put: 'readTaskPanel(context, { type: "client", id }).then(() => fetchPackageFits(context, id)),',
    foundBy: [app("side-calls")],
  },
  {
    fault: "a text of a form may have any length",
    file: "app/ui/form-parse.ts",
    find: "value.length > longestText;",
    put: "value.length > Number.MAX_SAFE_INTEGER * longestText;",
    foundBy: [app("ui/form-parse")],
  },
  {
    fault: "an attribute of a call may have any length",
    file: "server/upstream/engine/document.ts",
    find: "else if (holdsLongText(value, schema))",
    put: "else if (holdsLongText(null, schema))",
    foundBy: [server("upstream/engine/documents")],
  },
  {
    fault: "a removal does not say of which version it is",
    file: "app/tasks/remove.tsx",
    find: "if (await trashTask(api, id, { key, etag }))",
    put: "if (await trashTask(api, id, { key, etag: null }))",
    foundBy: [app("edited-removals")],
  },
  {
    fault: "a filter is shown that the service does not obey",
    file: "app/lists/load-list.server.ts",
    find: "return parameter === undefined || obeys(parameter);",
    put: 'return parameter === undefined || parameter !== "" || obeys(parameter);',
    foundBy: [app("strict-services")],
  },
  {
    fault: "what was typed is lost where the household was closed meanwhile",
    file: "app/session/unsent-form.server.ts",
    find: "found.errors = { [boundary]: await keepInPortal(requestSession, error) };",
    put: "found.errors = { [boundary]: requestSession.form === null ? error : await keepInPortal(requestSession, error) };",
    foundBy: [app("portal/closed-while-writing")],
  },
  {
    fault: "one bad value takes its whole list along",
    file: "app/json-api/document.ts",
    find: "if (issues === null) throw mismatchOf(result.error.issues[0], path);",
    put: 'if (issues === null || path.length > 1) throw new TypeError("No such record.");',
    foundBy: [app("json-api/document")],
  },
];
