export interface Check {
  /** `{client}` is the id of the first client, and so on. */
  readonly call: string;
  readonly isNeeded: boolean;
  /** One record, though the path has no id. */
  readonly isOne?: boolean;
  /** What is missing without it. */
  readonly without: string;
}

export const samples = {
  client: "/clients",
  package: "/packages",
  opportunity: "/opportunities",
  document: "/documents",
  member: "/accounts/members",
} as const;

const needed = (call: string, without: string): Check => ({ call, without, isNeeded: true });
const optional = (call: string, without: string): Check => ({ call, without, isNeeded: false });
const optionalOne = (call: string, without: string): Check => ({ ...optional(call, without), isOne: true });

export const checks: readonly Check[] = [
  needed("/clients", "No list of clients, and no page of Latchkey that starts there."),
  needed("/clients?page[limit]=15&sort=-inserted_at", "No list of clients in pages, newest first."),
  needed("/clients/{client}", "No page for a client."),
  optional("/clients?page[count]=true", "Lists do not say how many records they have in all."),
  optional("/clients?include=buyer_profile", "Preferred areas are not in the list of clients."),
  optional("/clients/{client}?include=buyer_profile", "No buyer profile on a client's page."),
  optional("/clients/{client}?include=people", "No household on a client's page."),
  optional("/clients?filter[search]=smith", "No search box in the list of clients, and none where a client is picked."),
  optional("/clients?filter[archived]=true", "No list of archived clients."),
  optional("/clients?filter[assigned_account_id]={member}", "No lists of one agent's clients."),
  optional("/clients?filter[tag]=vip", "Clients are not filtered by tag."),
  optional("/clients?filter[lead_source]=referral", "Clients are not filtered by lead source."),
  optional("/clients?filter[area]=fremont", "Clients are not filtered by area."),
  optional("/clients?filter[min_budget]=1", "Clients are not filtered by budget."),
  optional("/clients?filter[budget_currency]=USD", "Budgets in other currencies are compared as bare numbers."),
  optional("/clients?filter[quiet_for_days]=7", "Clients are not filtered by when something happened last."),
  optional(
    "/clients?sort=-last_activity_at",
    "Clients, in lists or to pick from, are not sorted by their last activity.",
  ),
  optional("/clients?sort=inserted_at", "Clients are not sorted with the oldest first."),
  optional("/clients?sort=name", "Clients found by a search are not in the order of their names."),
  optional(
    "/clients?fields[client]=name,email,phone_number,profile_image_url",
    "Choices of clients are answered with more than they show.",
  ),
  optional("/clients?page[limit]=250", "Exports take more calls."),
  optional("/clients/duplicates?email=nobody%40client.example", "No warning about a client who is there already."),
  optionalOne(
    "/clients/{client}/package_choice?package_ids={package}",
    "Properties are shared with a client one at a time.",
  ),
  optionalOne("/clients/{client}/package_fits", "A client's page does not name the properties that fit."),
  optionalOne("/batch_choice?kind=client&filters=archived%3Dfalse", "Several records are not changed at once."),
  optional("/client_imports?sort=-inserted_at", "No import of clients from a CSV file."),
  optional("/client_merges?filter[client_id]={client}", "No merging of two clients."),
  optional("/contact_requests?filter[waiting]=true", "No requests from the workspace's public page."),
  optional("/held_requests", "No requests from the public page that wait to be looked through."),
  optional("/packages", "No properties."),
  optional("/packages/{package}", "No page for a property."),
  optional("/package_imports?sort=-inserted_at", "No import of properties from a CSV file."),
  optional(
    "/packages/{package}?include=clients,list_prices,comparables,photos",
    "No photos, comparables and earlier list prices.",
  ),
  optionalOne("/packages/{package}/client_fits", "A property's page does not name the clients whom it fits."),
  optional("/packages?include=clients", "The list of properties does not name their clients."),
  optional("/packages?filter[search]=smith", "No search box in the list of properties."),
  optional("/packages?filter[client_id]={client}", "Properties are not filtered by client."),
  optional(
    "/packages?filter[offer_due_within]=1w&sort=offer_due_at",
    "No offers due on the dashboard and in the list's filter.",
  ),
  optional("/packages?filter[tag]=view", "Properties are not filtered by tag."),
  optional("/packages?filter[house_type]=townhouse", "Properties are not filtered by house type."),
  optional("/packages?filter[archived]=true", "No list of archived properties."),
  optional("/packages?sort=-list_price", "Properties are not sorted by list price."),
  optional("/opportunities", "No opportunities, and no board."),
  optional("/opportunities/{opportunity}?include=client,package", "No page for an opportunity."),
  optional(
    "/opportunities?include=client,package&sort=-updated_at",
    "Opportunities without client and property, or unsorted.",
  ),
  optional("/opportunities?filter[client_id]={client}", "No opportunities on a client's page."),
  optional("/opportunities?filter[package_id]={package}", "No opportunities on a property's page."),
  optional("/opportunities?filter[search]=smith", "No search box for opportunities."),
  optional("/opportunities?sort=-rank", "Opportunities are not sorted by rank."),
  optional("/opportunities?sort=stage_since", "Opportunities are not sorted by their days at a stage."),
  optional("/opportunities?filter[active]=true", "Opportunities are not filtered by stage."),
  optional(
    "/opportunities?filter[first_of_stage]=5&sort=-stage_since",
    "The board shows the newest opportunities, not those of each stage.",
  ),
  optional(
    "/opportunities?filter[due_within_days]=7&sort=next_due_on",
    "No inspection deadlines and closings on the dashboard.",
  ),
  optionalOne("/opportunity_stage_counts", "The board does not say how many opportunities are at each stage."),
  optional("/opportunity_moves?filter[opportunity_id]={opportunity}", "No history of an opportunity's stages."),
  optional("/offers?filter[opportunity_id]={opportunity}", "No offers, and none that expire on the dashboard."),
  optional("/showings?filter[opportunity_id]={opportunity}", "No showings, and no requests for them on the dashboard."),
  optional("/comments?filter[opportunity_id]={opportunity}", "No comments on opportunities."),
  optional("/tasks?filter[client_id]={client}", "No tasks."),
  optional("/tasks?sort=title", "Tasks are not sorted by title."),
  optional("/tasks?sort=-due_on", "Tasks are not sorted from the last due date on."),
  optional("/task_templates", "No tasks by template."),
  optional("/documents?filter[package_id]={package}&include=folder", "No documents."),
  optional(
    "/documents?filter[package_id]={package}&filter[folder_kind]=inspection_reports",
    "A property's page takes a second call for the documents of its standard folders.",
  ),
  optional("/documents?filter[opportunity_id]={opportunity}", "No documents on the page of an opportunity."),
  optional("/documents?sort=-size", "Documents are not sorted by size."),
  optional("/documents?sort=kind,label", "Documents are not sorted by type."),
  optional("/folders?filter[package_id]={package}", "No folders for documents."),
  optional("/document_summaries?filter[document_id]={document}", "No summaries of documents."),
  optional("/failed_uploads", "No failed uploads on the dashboard."),
  optional("/inspection_reports?filter[package_id]={package}", "No inspection reports."),
  optional("/findings?filter[package_id]={package}", "No inspection findings."),
  optional("/cost_estimates?filter[package_id]={package}", "No estimated costs."),
  optional("/cost_templates", "No templates for estimated costs."),
  optional("/share_links?filter[package_id]={package}", "No links that show a property to people outside."),
  optional("/activities?sort=-occurred_at", "No activity."),
  optional("/audit_events?sort=-occurred_at", "No audit log in the settings."),
  optionalOne("/dashboard", "No figures on the dashboard but open deals and clients."),
  optionalOne("/used_words", "No tags, lead sources, house types and areas in use are offered in forms."),
  optionalOne("/calendar?from=2026-01-01&to=2026-01-31", "No calendar."),
  optionalOne("/calendar_address", "No address at which programs read a member's calendar."),
  optional("/search?query=smith&limit=5", "No search over everything."),
  optional("/message_threads", "No messages with clients."),
  optional("/messages?filter[client_id]={client}&sort=-number", "No messages with a client."),
  optional(
    "/messages?filter[client_id]={client}&filter[search]=offer",
    "A thread that a search found opens at its newest message.",
  ),
  optional(
    "/messages?filter[client_id]={client}&filter[from_number]=1&sort=number",
    "A thread that a search found opens at its newest message.",
  ),
  optional(
    "/messages?filter[client_id]={client}&filter[to_number]=1&sort=-number",
    "A thread that a search found opens at its newest message.",
  ),
  optional("/mentionable_members?type=client&id={client}", "No colleagues are offered to name in notes and comments."),
  optional("/saved_replies", "No saved replies."),
  optional("/saved_views?filter[list]=clients", "No saved views of lists."),
  optional("/inbound_mails?filter[client_id]={client}", "No replies by email."),
  optional("/portal_invitations?filter[client_id]={client}", "No invitations to the client portal."),
  optional("/portal_requests?filter[open]=true", "No requests of clients to change what is known of them."),
  optional("/notifications", "No notifications."),
  optional("/trashed_records?sort=-trashed_at", "No trash."),
  optional("/accounts/members?sort=-inserted_at", "No list of the workspace's members."),
  optional("/colleague_invitations?filter[open]=true", "No invitations of colleagues."),
];
