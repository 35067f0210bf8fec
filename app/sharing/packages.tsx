import { href, type RouterContextProvider } from "react-router";
import { mostPackages } from "../action-paths.ts";
import { ClientPage } from "../clients/client-page.tsx";
import { addressesOf } from "../clients/clients.server.ts";
import { loadClientFor } from "../clients/load-client.server.ts";
import {
  type FormAnswer,
  FormRefusal,
  readFormData,
  readFormFields,
  startForm,
  writeForm,
} from "../forms/forms.server.ts";
import { FormStart } from "../forms/forms.tsx";
import { isCounted, nameAll } from "../forms/ticked-ids.ts";
import { mayInvite } from "../invitations/portal-panel.server.ts";
import type { Api } from "../json-api/api.ts";
import { clientPath } from "../record-paths.ts";
import { load, loadBoth, recordId } from "../session/session.server.ts";
import { DateTime } from "../ui/date-time.tsx";
import { DraftNotice } from "../ui/draft-notice.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { controlProps, type Field, FieldMessages, firstValues } from "../ui/field-frame.tsx";
import { CheckboxField, TextArea } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { FormFoot } from "../ui/form-foot.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { EmptyState, Notice } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import { Row, Rows } from "../ui/page.tsx";
import { Photo } from "../ui/photo.tsx";
import { searchIn } from "../ui/search-text.ts";
import type { Route } from "./+types/packages";
import { ChoiceSearch, checkUnlessSearched, LookAgain, useFurther } from "./choice-search.tsx";
import { listPackageChoices, type PackageChoiceRow, type PackageChoices } from "./package-choices.server.ts";
import { isBare, lookForPackages, packagesForm, readPackages } from "./package-share.ts";
import { textsOf, withChoices } from "./refused-choices.server.ts";
import { looking, selecting, tickSelected } from "./share-link.ts";
import { findPackageChoice, sharePackages } from "./shares.server.ts";
import { andSend, CountedNow, EmailCount, SelectAll, UnnamedLine, unnamedIn, useTicked } from "./ticked.tsx";

type Context = Readonly<RouterContextProvider>;

export const handle = { form: "create" };

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const id = recordId(params.id);
  const named = readPackages(url.searchParams);
  const [client, choices] = await loadBoth(
    loadClientFor("update", context, id),
    load(listPackageChoices(context, id, { search: "", first: named ?? [] })),
  );
  const rows = choices.rows;
  const shareable = rows.filter(({ obstacle }) => obstacle === null).map((row) => row.id);
  return {
    client: { id, name: client.name, hasEmail: Boolean(client.email), isArchived: client.archivedAt !== null },
    emails: addressesOf(client),
    choices,
    /** Chosen on the list of properties: no other is ticked to begin with. */
    chosen: named?.filter((one) => shareable.includes(one)) ?? [],
    missing: named === null ? 0 : named.filter((one) => !rows.some((row) => row.id === one)).length,
    mayInvite: mayInvite(context),
    start: await startForm(context),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.id);
  const posted = await readFormData(request, context);
  if (posted.has(selecting)) tickSelected(posted, "packageIds");
  if (posted.has(looking) || posted.has(selecting)) return lookFor(context, id, posted);
  const form = await readFormFields(posted, packagesForm, context, { ofRecord: true });
  const refuse = (answer: FormAnswer) => {
    const first = lookForPackages.shape.packageIds.parse(textsOf(posted, "packageIds"));
    return withChoices(context, answer, () => listPackageChoices(context, id, { search: "", first }));
  };
  if (!form.isValid) return refuse(form.answer);
  const { note, packageIds, sendsEmpty, countedIds } = form.value;
  if (!isCounted(countedIds, packageIds)) {
    const current = await load(listPackageChoices(context, id, { search: "", first: packageIds }));
    return form.reply({ status: 409, current, question: { count: packageIds.length } });
  }
  const answer = await writeForm(context, form, async ({ api, key }) => {
    const client = await loadClientFor("update", context, id);
    if (!sendsEmpty) await refuseEmpty(api, id, packageIds);
    const invites = form.value.invites && mayInvite(context);
    await sharePackages(api, id, { note, packageIds, invites }, key);
    const count = formatCount(packageIds.length, "property", "properties");
    const outcome =
      addressesOf(client) > 0 ? "The email is on its way." : "No email was sent: they have no email address.";
    return { location: clientPath(id), toast: `Shared ${count} with ${client.name}. ${outcome}` };
  });
  return answer instanceof Response ? answer : refuse(answer);
}

/** @throws FormRefusal where the client would see nothing but the address of one of them */
async function refuseEmpty(api: Api, clientId: string, packageIds: readonly string[]): Promise<void> {
  const bare = (await findPackageChoice(api, clientId, packageIds)).filter(isBare).map(({ street }) => street);
  if (bare.length === 0) return;
  const sendsEmpty = [
    `The client would see nothing but the address of ${bare.join(", ")}. Check this to send it all the same.`,
  ];
  throw new FormRefusal({ fieldErrors: { sendsEmpty }, status: 400 });
}

async function lookFor(context: Context, id: string, posted: FormData) {
  await loadClientFor("update", context, id);
  const form = await readFormFields(posted, lookForPackages, context, { ofRecord: true });
  if (!form.isValid) return form.answer;
  // What was chosen before stands first.
  const { q, packageIds: first } = form.value;
  const current = await load(listPackageChoices(context, id, { search: searchIn(q), first }));
  return form.reply({ status: 200, current });
}

export default function SharePackages(props: Route.ComponentProps) {
  const { client, missing } = props.loaderData;
  return (
    <ClientPage
      client={client}
      title="Share properties"
      subtitle={`Creates an opportunity for each property and emails one message with all the links to everyone in the household of ${client.name}.`}
    >
      {missing === 0 ? null : (
        <Notice tone="warn">{`${formatCount(missing, "property", "properties")} you chose can’t be seen by you, or no longer ${missing === 1 ? "exists" : "exist"}.`}</Notice>
      )}
      {client.hasEmail ? null : (
        <Notice tone="warn">{client.name} has no email address and gets no email. Others in the household may.</Notice>
      )}
      {client.isArchived ? (
        <Notice tone="warn">{client.name} is archived. Restore the client to share properties with them.</Notice>
      ) : (
        <PackagesForm {...props} />
      )}
    </ClientPage>
  );
}

/** Which properties a client gets, what they see of each, and what is said to them; before it, the search for others. */
function PackagesForm({ loaderData, actionData: reply }: Route.ComponentProps) {
  const { client, chosen, emails, mayInvite, start } = loaderData;
  const choices: PackageChoices = reply?.current ?? loaderData.choices;
  const { rows } = choices;
  const [form, fields] = useSchemaForm({
    id: "packages",
    schema: packagesForm,
    result: reply?.result,
    initial: { invites: "on", packageIds: chosen },
    parked: start.parked,
  });
  const listed = rows.map(({ id }) => id);
  const unnamed = unnamedIn(reply, fields.packageIds, listed);
  const { picked, further, pick } = useFurther(form.id, [...unnamed, ...listed]);

  const ticked = useTicked(
    form.id,
    fields.packageIds.name,
    firstValues(fields.packageIds).filter(
      (chosen) => unnamed.includes(chosen) || rows.some(({ id, obstacle }) => id === chosen && obstacle === null),
    ),
  );
  const those = formatCount(ticked.length, "property", "properties");

  return (
    <>
      <ChoiceSearch kind="properties" label="Search properties" formId={form.id} searched={choices} onPick={pick} />
      <UnnamedLine count={unnamed.length} what="names of the properties you ticked" formId={form.id} />
      <NotLoadedLine what="properties that fit" part={choices.fits} again={<LookAgain formId={form.id} />} />
      <SelectAll formId={form.id} ids={choices.fitting} what="properties that fit" />
      <PostForm form={form} onSubmit={checkUnlessSearched(form.onSubmit)}>
        <FormStart start={start} reply={reply} />
        <DraftNotice formId={form.id} />
        <CountedNow question={reply?.question} what={those} />
        <ErrorSummary form={form} />
        <input type="hidden" name={fields.countedIds.name} value={nameAll(ticked)} />
        {further.map(({ value }) => (
          <input key={value} type="hidden" name={fields.packageIds.name} value={value} />
        ))}
        {rows.length + unnamed.length === 0 ? (
          <EmptyState>There are no properties yet.</EmptyState>
        ) : (
          <PackageRows
            field={fields.packageIds}
            rows={rows}
            unnamed={unnamed}
            ticked={picked.map(({ value }) => value)}
            hint={`Up to ${mostPackages} at once. Search to find others.`}
          />
        )}
        {rows.some(({ sees, obstacle }) => sees === null && obstacle === null) || fields.sendsEmpty.errors ? (
          <CheckboxField
            field={fields.sendsEmpty}
            label="Send all the same"
            hint="For properties of which the client would see nothing but the address."
          />
        ) : null}
        <TextArea field={fields.note} label="Note" hint="A short personal message for the email." optional />
        {mayInvite ? (
          <CheckboxField
            field={fields.invites}
            label="Invite to the client portal"
            hint="For people who were never invited. Those who have access get links that open the properties in their portal."
          />
        ) : null}
        <EmailCount count={ticked.length} emails={emails} formId={form.id} />
        <FormFoot
          send={ticked.length === 0 ? "Continue" : `Share ${those}${andSend(emails)}`}
          cancel={clientPath(client.id)}
        />
      </PostForm>
    </>
  );
}

type PackageRowsProps = {
  field: Field;
  rows: readonly PackageChoiceRow[];
  /** The ids of those that are ticked and whose names did not come. */
  unnamed: readonly string[];
  /** The ids of those that are ticked besides what the field holds. */
  ticked: readonly string[];
  hint: string;
};

/** Properties with a checkbox each, and what a client would see of them. */
function PackageRows({ field, rows, unnamed, ticked, hint }: PackageRowsProps) {
  const chosen = [...firstValues(field), ...ticked];
  const { id, required: _required, ...control } = controlProps(field, hint);
  return (
    <fieldset className="field" id={id} tabIndex={-1}>
      <legend>Properties</legend>
      <div className="sheet">
        <Rows>
          {unnamed.map((packageId) => (
            <Row key={packageId}>
              <label className="check">
                <input {...control} type="checkbox" value={packageId} defaultChecked />
                <span>A property you ticked, whose name couldn't be loaded</span>
              </label>
            </Row>
          ))}
          {rows.map((row) => (
            <Row key={row.id}>
              <label className="check">
                <input
                  {...control}
                  type="checkbox"
                  value={row.id}
                  disabled={row.obstacle !== null}
                  defaultChecked={row.obstacle === null && chosen.includes(row.id)}
                />
                <span className="who">
                  <Photo picture={row.picture} />
                  <PackageWords {...row} />
                </span>
              </label>
              <a
                className="link"
                target="_blank"
                rel="noreferrer"
                href={href("/packages/:packageId/shares/preview", { packageId: row.id })}
              >
                Preview<span className="vh"> of {row.name} in a new tab</span>
              </a>
            </Row>
          ))}
        </Rows>
      </div>
      <FieldMessages field={field} hint={hint} />
    </fieldset>
  );
}

function PackageWords({ name, detail, sees, obstacle, ...before }: PackageChoiceRow) {
  return (
    <span className="grid">
      <b>{name}</b>
      {detail === "" ? null : <span className="muted small">{detail}</span>}
      <span className="muted small">
        {sees === null ? "The client sees only the address" : `The client sees ${sees}`}
      </span>
      {obstacle === null ? <Before {...before} /> : <span className="small">{obstacle}: can’t be shared</span>}
    </span>
  );
}

/** What the client was sent before. */
function Before({ sharedAt, openedAt, isPaired }: Pick<PackageChoiceRow, "sharedAt" | "openedAt" | "isPaired">) {
  if (sharedAt === null) return isPaired ? <span className="small">Has an opportunity</span> : null;
  return (
    <span className="small">
      Shared <DateTime value={sharedAt} form="day" />,{" "}
      {openedAt === null ? (
        "not opened yet"
      ) : (
        <>
          opened <DateTime value={openedAt} form="day" />
        </>
      )}
    </span>
  );
}
