/** Records that are sown in large numbers. */

export interface Crop {
  readonly noun: "clients" | "packages";
  readonly table: string;
  /** The table that triggers keep their number in. */
  readonly counts: string;
  /** SQL that adds those with the numbers from $1 to $2. */
  readonly add: string;
  /** SQL for what else triggers would have written. */
  readonly after?: readonly string[];
  /** Of their list. */
  readonly path: string;
}

/** The demo's first workspace, whose owner the bench signs in as. */
export const workspace = "(SELECT id FROM upstream.workspaces WHERE handle = 'evergreen')";

const addClients = `
  WITH added AS (
    INSERT INTO upstream.clients
      (workspace_id, name, email, phone_number, inserted_at, updated_at, last_activity_at,
       name_key, email_key, phone_key, search_text)
    SELECT ${workspace}, 'Grown Person ' || n, 'grown' || n || '@client.example', '+1 206 ' || n,
      moment, moment, moment,
      'grown person ' || n, 'grown' || n || '@client.example', n::text,
      'grown person ' || n || E'\\n' || 'grown' || n || '@client.example' || E'\\n' || '1206' || n
    FROM generate_series($1::integer, $2::integer) AS n,
      LATERAL (SELECT timestamptz '2026-01-01' - n * interval '37.000123 seconds') AS times (moment)
    RETURNING id, workspace_id
  )
  INSERT INTO upstream.buyer_profiles (workspace_id, client_id, budget_amount, budget_currency, preferred_areas)
  SELECT workspace_id, id, 650000, 'USD', ARRAY['Ballard', 'Fremont'] FROM added`;

const addPackages = `
  WITH added AS (
    INSERT INTO upstream.packages
      (workspace_id, number, street, city, state, zip, time_zone, beds, baths, sqft, area, list_price_amount,
       list_price_currency, offer_due_at, inserted_at, updated_at, street_key, area_key, search_text)
    SELECT ${workspace}, 1000 + n, n || ' Grown Street', 'Seattle', 'WA', '98107', 'America/Los_Angeles', 1 + n % 6,
      1 + n % 7 * 0.5, 600 + n % 4000, 'Ballard', 400000 + n, 'USD',
      CASE WHEN n % 3 = 0 THEN now() + n % 400 * interval '1 day' END, moment, moment,
      n || ' grown street', 'ballard', n || ' grown street' || E'\\n' || 'seattle' || E'\\n' || '98107'
    FROM generate_series($1::integer, $2::integer) AS n,
      LATERAL (SELECT timestamptz '2026-01-01' - n * interval '37.000123 seconds') AS times (moment)
    RETURNING id, workspace_id, number
  ), buyers AS (
    SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM upstream.clients WHERE workspace_id = ${workspace}
  )
  INSERT INTO upstream.opportunities (workspace_id, package_id, client_id)
  SELECT workspace_id, added.id, buyers.id FROM added JOIN buyers ON buyers.place = added.number % 40`;

const syllables = "ARRAY['ma','ra','ka','lo','ri','fen','tor','bel','dan','sko','wel','ning','ham','ber','ost']";

/** As many names as a town has: 200 first ones and 3,375 last ones. */
const addNamedClients = `
  INSERT INTO upstream.clients
    (workspace_id, name, email, inserted_at, updated_at, last_activity_at, name_key, email_key, search_text)
  SELECT ${workspace}, initcap(called), address, moment, moment, moment, called, address, called || E'\\n' || address || E'\\n'
  FROM generate_series($1::integer, $2::integer) AS n,
    LATERAL (SELECT timestamptz '2026-01-01' - n * interval '37.000123 seconds') AS times (moment),
    LATERAL (SELECT (${syllables})[1 + n % 15] || (${syllables})[1 + n / 15 % 14]
      || ' ' || (${syllables})[1 + n * 7 % 15] || (${syllables})[1 + n * 11 / 15 % 15] || (${syllables})[1 + n / 225 % 15]) AS names (called),
    LATERAL (SELECT 'named' || n || '@client.example') AS addresses (address)`;

const addWords = `
  INSERT INTO upstream.search_words (workspace_id, word)
  SELECT DISTINCT workspace_id, word FROM upstream.clients, upstream.words_of(name_key) AS word`;

/** Buyers with budgets, beds and one of 50 areas. */
const addBuyers = `
  WITH added AS (
    INSERT INTO upstream.clients
      (workspace_id, name, email, inserted_at, updated_at, last_activity_at, name_key, email_key, search_text)
    SELECT ${workspace}, 'Buyer ' || n, 'buyer' || n || '@client.example', moment, moment, moment,
      'buyer ' || n, 'buyer' || n || '@client.example', 'buyer ' || n
    FROM generate_series($1::integer, $2::integer) AS n,
      LATERAL (SELECT timestamptz '2026-01-01' - n * interval '37.000123 seconds') AS times (moment)
    RETURNING id, workspace_id, substr(name, 7)::integer AS n
  )
  INSERT INTO upstream.buyer_profiles (workspace_id, client_id, budget_amount, budget_currency, min_beds, preferred_areas)
  SELECT workspace_id, id, 300000 + n * 7919 % 1700000, 'USD', 1 + n % 5, ARRAY['Area ' || n % 50] FROM added`;

const addWantedAreas = `
  INSERT INTO upstream.wanted_areas (profile_id, workspace_id, area_key, budget_currency, budget_amount, min_beds)
  SELECT id, workspace_id, key, coalesce(budget_currency, ''), coalesce(budget_amount, 0), min_beds
  FROM upstream.buyer_profiles, upstream.wanted_keys(preferred_areas) AS key ON CONFLICT DO NOTHING`;

/** One that some of them look for. */
const addSoughtPackage = `
  INSERT INTO upstream.packages (workspace_id, number, street, time_zone, beds, area, list_price_amount, list_price_currency,
    street_key, area_key, search_text)
  VALUES (${workspace}, 100000, 'Sought Street', 'America/Los_Angeles', 3, 'Area 7', 700000, 'USD',
    'sought street', 'area 7', 'sought street')`;

export const buyerCrop: Crop = {
  noun: "clients",
  table: "upstream.clients",
  counts: "upstream.client_counts",
  add: addBuyers,
  after: [addWantedAreas, addSoughtPackage],
  path: "/clients/",
};

export const namedClientCrop: Crop = {
  noun: "clients",
  table: "upstream.clients",
  counts: "upstream.client_counts",
  add: addNamedClients,
  after: [addWords],
  path: "/clients/",
};

export const clientCrop: Crop = {
  noun: "clients",
  table: "upstream.clients",
  counts: "upstream.client_counts",
  add: addClients,
  path: "/clients/",
};

export const packageCrop: Crop = {
  noun: "packages",
  table: "upstream.packages",
  counts: "upstream.package_counts",
  add: addPackages,
  path: "/packages/",
};
