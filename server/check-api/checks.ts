/** What the app asks of a list, by its own names. */
export interface ListCheck {
  /** What is missing without the list. */
  readonly without: string;
  readonly includes: readonly string[];
  readonly sorts: readonly string[];
  readonly filters: readonly string[];
  /** What people can do to its records. */
  readonly writes: readonly ("create" | "update" | "remove")[];
}

/** @param asked "include", "sort", "filter" and "write", each before its names */
function list(without: string, asked = ""): ListCheck {
  const words = asked.split(/\s/);
  const after = (kind: string) => {
    const start = words.indexOf(kind) + 1;
    const end = words.findIndex((word, index) => index >= start && kinds.has(word));
    return start === 0 ? [] : words.slice(start, end === -1 ? undefined : end);
  };
  const writes = (["create", "update", "remove"] as const).filter((write) => after("write").includes(write));
  return { without, includes: after("include"), sorts: after("sort"), filters: after("filter"), writes };
}

const kinds: ReadonlySet<string> = new Set(["include", "sort", "filter", "write"]);
const usual = "write create update";
const all = `${usual} remove`;

/** By the app's words. */
export const lists: Readonly<Record<string, ListCheck>> = {
  clients: list(
    "No list of clients, and no page of Latchkey that starts there.",
    `include buyer_profile people sort inserted_at last_activity_at name fit filter ids search archived assigned_account_id tag
lead_source area min_budget max_budget budget_currency quiet_for_days fits_package_id ${usual}`,
  ),
  packages: list(
    "No properties.",
    `include clients list_prices comparables photos sort inserted_at offer_due_at number street beds baths sqft area list_price
comp_value fit filter ids search client_id offer_due_within archived assigned_account_id tag house_type fits_client_id ${usual}`,
  ),
  opportunities: list(
    "No opportunities, and no board.",
    `include client package sort inserted_at updated_at rank stage_since next_due_on filter ids client_id package_id search stage
rank assigned_account_id active first_of_stage due_within_days silent_for_days ${usual}`,
  ),
  documents: list(
    "No documents.",
    `include folder versions sort inserted_at updated_at label size kind filter package_id client_id opportunity_id search folder_id
folder_kind workspace trashed is_kept_on_devices ${all}`,
  ),
  folders: list(
    "No folders for documents.",
    `sort name updated_at filter package_id client_id parent_id workspace trashed ${all}`,
  ),
  tasks: list(
    "No tasks.",
    `sort due_on inserted_at title done_at filter ids client_id package_id opportunity_id document_id search done group assignee_id ${all}`,
  ),
  messages: list("No messages with a client.", `sort number filter client_id search from_number to_number ${all}`),
  message_threads: list("No messages with clients.", "sort last_number filter search needs_reply unread mine"),
  "accounts/members": list(
    "No list of the workspace's members.",
    "sort inserted_at first_name last_name role last_seen_at filter search write update",
  ),
  activities: list(
    "No activity.",
    "sort occurred_at filter client_id package_id opportunity_id actor_account_id topic since until",
  ),
  audit_events: list("No audit log in the settings.", "sort occurred_at filter actor_account_id topic since until"),
  client_imports: list("No import of clients from a CSV file.", `sort inserted_at ${usual}`),
  package_imports: list("No import of properties from a CSV file.", `sort inserted_at ${usual}`),
  client_merges: list("No merging of two clients.", "filter client_id write create remove"),
  buyer_profiles: list("No buyer profile is changed.", "write update"),
  client_people: list("No household is changed.", all),
  contact_requests: list("No requests from the workspace's public page.", "sort inserted_at filter client_id waiting"),
  held_requests: list("No requests from the public page that wait to be looked through.", "sort inserted_at"),
  offers: list(
    "No offers, and none that expire on the dashboard.",
    "include client package sort sent_at expires_at filter opportunity_id state expires_within_days",
  ),
  showings: list(
    "No showings, and no requests for them on the dashboard.",
    `include client package sort starts_at filter opportunity_id state ${usual}`,
  ),
  opportunity_moves: list("No history of an opportunity's stages.", "sort occurred_at filter opportunity_id"),
  comments: list("No comments on opportunities.", `sort inserted_at filter opportunity_id ${all}`),
  task_templates: list("No tasks by template.", `filter stage ${all}`),
  document_summaries: list("No summaries of documents.", "sort requested_at filter document_id write create"),
  failed_uploads: list("No failed uploads on the dashboard."),
  inspection_reports: list(
    "No inspection reports.",
    "sort inserted_at filter package_id document_id write create remove",
  ),
  findings: list("No inspection findings.", `sort severity inserted_at filter ids package_id proposed ${all}`),
  cost_estimates: list("No estimated costs.", `sort inserted_at filter package_id ${usual}`),
  cost_templates: list("No templates for estimated costs.", `sort name ${all}`),
  comparables: list("No comparables are added.", all),
  package_photos: list("No photos are added.", all),
  share_links: list("No links that show a property to people outside.", `filter package_id ${usual}`),
  saved_replies: list("No saved replies.", `sort name ${all}`),
  saved_views: list("No saved views of lists.", `sort name filter list ${all}`),
  inbound_mails: list("No replies by email.", "sort inserted_at filter client_id waiting"),
  portal_invitations: list(
    "No invitations to the client portal.",
    "sort inserted_at filter client_id email write create",
  ),
  portal_requests: list(
    "No requests of clients to change what is known of them.",
    "sort inserted_at filter client_id open deletion",
  ),
  notifications: list("No notifications.", "filter unread"),
  trashed_records: list("No trash.", "sort trashed_at write create remove"),
  colleague_invitations: list("No invitations of colleagues.", "sort inserted_at filter open"),
  batches: list("Several records are not changed at once.", "write create"),
};

/** Lists that are there for their records alone, by the relationships of clients that lead to these. */
export const listsAlong = { buyer_profiles: "buyer_profile", client_people: "people" } as const;

/** What is missing without a part, where its name does not say it. */
export const withouts: Readonly<Record<string, string>> = {
  "clients include=buyer_profile": "No buyer profile on a client's page, and no preferred areas in the list.",
  "clients include=people": "No household on a client's page.",
  "clients sort=inserted_at": "Clients are not sorted with the newest or the oldest first.",
  "clients sort=last_activity_at": "Clients, in lists or to pick from, are not sorted by their last activity.",
  "clients sort=name": "Clients found by a search are not in the order of their names.",
  "clients filter[search]": "No search box in the list of clients, and none where a client is picked.",
  "clients filter[budget_currency]": "Budgets in other currencies are compared as bare numbers.",
  "clients filter[quiet_for_days]": "Clients are not filtered by when something happened last.",
  "packages include=clients": "The list of properties does not name their clients.",
  "packages filter[offer_due_within]": "No offers due on the dashboard and in the list's filter.",
  "opportunities filter[client_id]": "No opportunities on a client's page.",
  "opportunities filter[package_id]": "No opportunities on a property's page.",
  "opportunities filter[first_of_stage]": "The board shows the newest opportunities, not those of each stage.",
  "opportunities filter[due_within_days]": "No inspection deadlines and closings on the dashboard.",
  "documents filter[package_id]": "No documents on a property's page.",
  "documents filter[client_id]": "No documents on a client's page.",
  "documents filter[opportunity_id]": "No documents on an opportunity's page.",
  "documents filter[folder_kind]": "A property's page takes a second call for the documents of its standard folders.",
  "tasks filter[client_id]": "No tasks on a client's page.",
  "messages filter[client_id]": "No messages with a client.",
};

/** Calls that are made as they stand; `{clients}` is the id of the first client, and so on. */
export const calls: Readonly<Record<string, string>> = {
  "sessions/current": "People sign in at Latchkey: API_IDENTITY=embedded.",
  "accounts/me": "No page for one's own account.",
  "clients/duplicates?email=nobody%40client.example": "No warning about a client who is there already.",
  "clients/{clients}/package_choice?package_ids={packages}": "Properties are shared with a client one at a time.",
  "clients/{clients}/package_fits": "A client's page does not name the properties that fit.",
  "packages/{packages}/client_fits": "A property's page does not name the clients whom it fits.",
  "batch_choice?kind=client&filters=archived%3Dfalse": "Several records are not changed at once.",
  opportunity_stage_counts: "The board does not say how many opportunities are at each stage.",
  dashboard: "No figures on the dashboard but open deals and clients.",
  used_words: "No tags, lead sources, house types and areas in use are offered in forms.",
  "calendar?from=2026-01-01&to=2026-01-31": "No calendar.",
  calendar_address: "No address at which programs read a member's calendar.",
  "search?query=smith&limit=5": "No search over everything.",
  "mentionable_members?type=client&id={clients}": "No colleagues are offered to name in notes and comments.",
  mail_choices: "Nobody chooses which mails they get.",
  push_subscription: "No device of a member is told of anything.",
  billing: "No page for the plan.",
};

/** How it is seen whether a filter is obeyed, where the record's attribute of the same name does not say it. */
export interface FilterValues {
  /** Attributes one of whose values is taken. */
  readonly of?: readonly string[];
  /** Records are in one answer or in the other. */
  readonly apart?: readonly [string, string];
  /** Values that leave some records, and none. */
  readonly some?: string;
  readonly none?: string;
  /** A value that leaves some records and takes others away. */
  readonly fewer?: string;
  /** A part of the query that it changes. */
  readonly beside?: string;
}

const yesOrNo: FilterValues = { apart: ["true", "false"] };
const [much, never, once] = ["999999999", "2999-01-01T00:00:00Z", "2000-01-01T00:00:00Z"];

export const filterValues: Readonly<Record<string, FilterValues>> = {
  archived: yesOrNo,
  active: yesOrNo,
  done: yesOrNo,
  trashed: yesOrNo,
  open: yesOrNo,
  waiting: yesOrNo,
  deletion: yesOrNo,
  unread: yesOrNo,
  needs_reply: yesOrNo,
  proposed: yesOrNo,
  mine: yesOrNo,
  is_kept_on_devices: yesOrNo,
  ids: { of: ["id"] },
  tag: { of: ["tags"] },
  area: { of: ["preferred_areas"] },
  search: { of: ["name", "street", "label", "title", "client_name", "first_name", "body"] },
  assignee_id: { of: ["assignee_account_id"] },
  group: { apart: ["overdue", "later"] },
  workspace: { fewer: "true" },
  first_of_stage: { fewer: "1" },
  offer_due_within: { fewer: "3m" },
  due_within_days: { fewer: "7" },
  expires_within_days: { fewer: "7" },
  quiet_for_days: { some: "1", none: "36500" },
  silent_for_days: { some: "1", none: "36500" },
  min_budget: { some: "1", none: much },
  max_budget: { some: much, none: "1" },
  budget_currency: { some: "USD", none: "XXX", beside: "filter[min_budget]=1" },
  from_number: { some: "0", none: much },
  to_number: { some: much, none: "0" },
  since: { some: once, none: never },
  until: { some: never, none: once },
  topic: { some: "clients", none: "none" },
  folder_kind: { some: "inspection_reports", none: "none" },
};
