-- Trusted extensions: the database's owner may create them, no superuser is needed.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS citext;

CREATE SCHEMA IF NOT EXISTS app;

CREATE TABLE app.sessions (
  -- SHA-256 of the id in the browser's cookie: whoever reads this table cannot be anybody.
  id_hash bytea PRIMARY KEY CHECK (octet_length(id_hash) = 32),
  kind text NOT NULL CHECK (kind IN ('agent', 'client', 'visitor')),
  person_id text,
  workspace_id text,
  -- The upstream's token and what the session remembers, AES-256-GCM.
  sealed bytea NOT NULL,
  started_at timestamptz NOT NULL,
  used_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  -- People see where they are signed in, and end what they do not know. The id in the browser's cookie is nobody else's to name, so each
  -- session has another one.
  public_id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  -- Words for the session's person; empty where nothing is known.
  device text NOT NULL DEFAULT '',
  network text NOT NULL DEFAULT '',
  -- The client whose portal is open in a session of the portal.
  client_id text,
  CHECK ((kind = 'visitor') = (person_id IS NULL))
);

CREATE INDEX sessions_ends_at ON app.sessions (ends_at);
CREATE INDEX sessions_person ON app.sessions (person_id, kind) WHERE person_id IS NOT NULL;

-- The submission keys of forms: sending one twice does its work once.
CREATE TABLE app.submissions (
  owner text NOT NULL,
  key uuid NOT NULL,
  -- HMAC of what the form said, so that the same key with other content is noticed.
  digest text NOT NULL,
  lease uuid NOT NULL,
  leased_until timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 1,
  -- Where the finished form led ({"location", "toast"}); null while nobody knows that it was written.
  outcome jsonb,
  -- The id of the session that the form opened, AES-256-GCM, and the moment until which it may be given out again.
  ticket bytea,
  ticket_ends_at timestamptz,
  claimed_at timestamptz NOT NULL,
  -- The latest form about a record tells whether what an earlier one did still stands.
  number bigint GENERATED ALWAYS AS IDENTITY,
  -- The record that the form changes, as a digest; null for a form that makes something.
  record text,
  -- What the form says about which version, as a digest.
  change uuid,
  PRIMARY KEY (owner, key)
);

CREATE INDEX submissions_claimed_at ON app.submissions (claimed_at);
CREATE INDEX submissions_record ON app.submissions (record, number) WHERE record IS NOT NULL;

-- Forms that were sent with an ended session, until their person has signed in again.
CREATE TABLE app.parked_forms (
  id_hash bytea PRIMARY KEY CHECK (octet_length(id_hash) = 32),
  person_id text NOT NULL,
  -- Path and fields, AES-256-GCM.
  sealed bytea NOT NULL,
  ends_at timestamptz NOT NULL
);

CREATE INDEX parked_forms_person ON app.parked_forms (person_id, ends_at);
CREATE INDEX parked_forms_ends_at ON app.parked_forms (ends_at);

-- Attempts to sign in, shared by all replicas and kept over a restart. The columns are those that rate-limiter-flexible
-- writes. UNLOGGED: after a crash of the database the counts begin again, and no attempt costs a write to the log.
CREATE UNLOGGED TABLE app.rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  -- Milliseconds since 1970; null: never.
  expire bigint
);

-- The servers that work on this database, each with the mark of the folder in which it keeps uploads under way: an upload goes on
-- with any of them, so all have to share one. A row that was not renewed for 20 minutes is of a server that was killed.
CREATE TABLE app.servers (
  id uuid PRIMARY KEY,
  spool text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  -- Which database it announced itself in: a backup that is restored into another one brings the rows of servers that never worked on that.
  database text NOT NULL DEFAULT ''
);

CREATE SCHEMA IF NOT EXISTS mail;

CREATE TABLE mail.outbox (
  id uuid PRIMARY KEY,
  -- kept: no mail server is set; withheld: written for its cost alone, never to be sent or shown.
  state text NOT NULL CHECK (state IN ('kept', 'queued', 'sent', 'failed', 'withheld')),
  recipient text NOT NULL,
  subject text NOT NULL,
  -- Null once sent or given up: the links in it are not to be read here afterwards.
  text text,
  html text,
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  -- Not delivered after this moment: its link has ended.
  useful_until timestamptz,
  inserted_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  -- Where whoever gets an email says that they want no more of its kind, by one POST (RFC 8058), and where answers to it go.
  unsubscribe_url text CHECK (length(unsubscribe_url) <= 2000),
  reply_to text CHECK (length(reply_to) <= 254),
  -- Whose an email is, so that a workspace is told of its own that wait; null for those about an account alone, as for signing in.
  -- No foreign keys: what was deleted meanwhile is no reason to keep an email or to lose it.
  workspace_id uuid,
  client_id uuid,
  -- Of the newest message that it tells of.
  message_number bigint,
  tried_at timestamptz,
  -- Whose mail it is, beside the address that all of them have.
  sender_name text CHECK (length(sender_name) <= 200),
  -- The last email to somebody who was deleted: nothing of it stays once it is sent or given up.
  is_forgotten boolean NOT NULL DEFAULT false,
  -- Of which clients an email to somebody else tells, as one to their agent: their names in it go when they are deleted.
  named_client_ids uuid[] NOT NULL DEFAULT '{}'
);

CREATE INDEX outbox_newest ON mail.outbox (inserted_at DESC, id DESC);
CREATE INDEX outbox_waiting ON mail.outbox (workspace_id, inserted_at) WHERE state = 'queued' AND workspace_id IS NOT NULL;
CREATE INDEX outbox_given_up ON mail.outbox (workspace_id, settled_at) WHERE state = 'failed' AND workspace_id IS NOT NULL;

-- Addresses to which an email could not be delivered for good. One that is proved anew is no longer among them.
CREATE TABLE mail.bounced_addresses (
  email_key text PRIMARY KEY CHECK (length(email_key) BETWEEN 3 AND 254),
  reason text NOT NULL CHECK (length(reason) <= 500),
  bounced_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE SCHEMA IF NOT EXISTS upstream;

-- Letters are not accents: folding takes marks away from Latin and Greek letters alone, and folds case without asking the database's
-- locale, so that it is the same here and in the service.
CREATE FUNCTION upstream.capital_letters() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 'ÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾ'
    || 'ϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔ'
    || 'ԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅჇჍᎠᎡᎢᎣᎤᎥᎦᎧᎨᎩᎪᎫᎬᎭᎮᎯᎰᎱᎲ'
    || 'ᎳᎴᎵᎶᎷᎸᎹᎺᎻᎼᎽᎾᎿᏀᏁᏂᏃᏄᏅᏆᏇᏈᏉᏊᏋᏌᏍᏎᏏᏐᏑᏒᏓᏔᏕᏖᏗᏘᏙᏚᏛᏜᏝᏞᏟᏠᏡᏢᏣᏤᏥᏦᏧᏨᏩᏪᏫᏬᏭᏮᏯᏰᏱᏲᏳᏴᏵᲉᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹ'
    || 'ᲺᲽᲾᲿẞỺỼỾℲↃⰀⰁⰂⰃⰄⰅⰆⰇⰈⰉⰊⰋⰌⰍⰎⰏⰐⰑⰒⰓⰔⰕⰖⰗⰘⰙⰚⰛⰜⰝⰞⰟⰠⰡⰢⰣⰤⰥⰦⰧⰨⰩⰪⰫⰬⰭⰮⰯⱠⱢⱣⱤⱧⱩⱫⱭⱮⱯⱰⱲⱵⱾⱿⲀⲂⲄⲆⲈⲊⲌⲎⲐⲒⲔⲖⲘⲚⲜⲞⲠⲢⲤⲦⲨⲪⲬⲮⲰⲲⲴⲶⲸⲺⲼⲾⳀⳂⳄⳆⳈ'
    || 'ⳊⳌⳎⳐⳒⳔⳖⳘⳚⳜⳞⳠⳢⳫⳭⳲꙀꙂꙄꙆꙈꙊꙌꙎꙐꙒꙔꙖꙘꙚꙜꙞꙠꙢꙤꙦꙨꙪꙬꚀꚂꚄꚆꚈꚊꚌꚎꚐꚒꚔꚖꚘꚚꜢꜤꜦꜨꜪꜬꜮꜲꜴꜶꜸꜺꜼꜾꝀꝂꝄꝆꝈꝊꝌꝎꝐꝒꝔꝖꝘꝚꝜꝞꝠꝢꝤꝦꝨꝪꝬꝮꝹꝻꝽꝾꞀꞂꞄꞆꞋꞍꞐꞒꞖꞘꞚꞜꞞꞠꞢ'
    || 'ꞤꞦꞨꞪꞫꞬꞭꞮꞰꞱꞲꞳꞴꞶꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟋꟌ꟎Ꟑ꟒꟔ꟖꟘꟚꟜꟵ𐐀𐐁𐐂𐐃𐐄𐐅𐐆𐐇𐐈𐐉𐐊𐐋𐐌𐐍𐐎𐐏𐐐𐐑𐐒𐐓𐐔𐐕𐐖𐐗𐐘𐐙𐐚𐐛𐐜𐐝𐐞𐐟𐐠𐐡𐐢𐐣𐐤𐐥𐐦𐐧𐒰𐒱𐒲𐒳𐒴𐒵𐒶𐒷𐒸𐒹𐒺𐒻𐒼𐒽𐒾𐒿𐓀𐓁𐓂𐓃𐓄𐓅𐓆𐓇𐓈𐓉𐓊𐓋𐓌𐓍𐓎𐓏𐓐𐓑'
    || '𐓒𐓓𐕰𐕱𐕲𐕳𐕴𐕵𐕶𐕷𐕸𐕹𐕺𐕼𐕽𐕾𐕿𐖀𐖁𐖂𐖃𐖄𐖅𐖆𐖇𐖈𐖉𐖊𐖌𐖍𐖎𐖏𐖐𐖑𐖒𐖔𐖕𐲀𐲁𐲂𐲃𐲄𐲅𐲆𐲇𐲈𐲉𐲊𐲋𐲌𐲍𐲎𐲏𐲐𐲑𐲒𐲓𐲔𐲕𐲖𐲗𐲘𐲙𐲚𐲛𐲜𐲝𐲞𐲟𐲠𐲡𐲢𐲣𐲤𐲥𐲦𐲧𐲨𐲩𐲪𐲫𐲬𐲭𐲮𐲯𐲰𐲱𐲲𐵐𐵑𐵒𐵓𐵔𐵕𐵖𐵗𐵘𐵙𐵚𐵛𐵜𐵝𐵞𐵟𐵠𐵡𐵢𐵣𐵤𐵥'
    || '𑢠𑢡𑢢𑢣𑢤𑢥𑢦𑢧𑢨𑢩𑢪𑢫𑢬𑢭𑢮𑢯𑢰𑢱𑢲𑢳𑢴𑢵𑢶𑢷𑢸𑢹𑢺𑢻𑢼𑢽𑢾𑢿𖹀𖹁𖹂𖹃𖹄𖹅𖹆𖹇𖹈𖹉𖹊𖹋𖹌𖹍𖹎𖹏𖹐𖹑𖹒𖹓𖹔𖹕𖹖𖹗𖹘𖹙𖹚𖹛𖹜𖹝𖹞𖹟𖺠𖺡𖺢𖺣𖺤𖺥𖺦𖺧𖺨𖺩𖺪𖺫𖺬𖺭𖺮𖺯𖺰𖺱𖺲𖺳𖺴𖺵𖺶𖺷𖺸𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎𞤏𞤐𞤑𞤒𞤓𞤔'
    || '𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡'
$$;
CREATE FUNCTION upstream.small_letters() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT 'æðøþđħłŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστυφχψωσϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼ'
    || 'ͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕ'
    || 'ԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥⴧⴭꭰꭱꭲꭳꭴꭵꭶꭷꭸꭹꭺꭻꭼꭽꭾꭿꮀꮁꮂ'
    || 'ꮃꮄꮅꮆꮇꮈꮉꮊꮋꮌꮍꮎꮏꮐꮑꮒꮓꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝꮞꮟꮠꮡꮢꮣꮤꮥꮦꮧꮨꮩꮪꮫꮬꮭꮮꮯꮰꮱꮲꮳꮴꮵꮶꮷꮸꮹꮺꮻꮼꮽꮾꮿᏸᏹᏺᏻᏼᏽᲊაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹ'
    || 'ჺჽჾჿßỻỽỿⅎↄⰰⰱⰲⰳⰴⰵⰶⰷⰸⰹⰺⰻⰼⰽⰾⰿⱀⱁⱂⱃⱄⱅⱆⱇⱈⱉⱊⱋⱌⱍⱎⱏⱐⱑⱒⱓⱔⱕⱖⱗⱘⱙⱚⱛⱜⱝⱞⱟⱡɫᵽɽⱨⱪⱬɑɱɐɒⱳⱶȿɀⲁⲃⲅⲇⲉⲋⲍⲏⲑⲓⲕⲗⲙⲛⲝⲟⲡⲣⲥⲧⲩⲫⲭⲯⲱⲳⲵⲷⲹⲻⲽⲿⳁⳃⳅⳇⳉ'
    || 'ⳋⳍⳏⳑⳓⳕⳗⳙⳛⳝⳟⳡⳣⳬⳮⳳꙁꙃꙅꙇꙉꙋꙍꙏꙑꙓꙕꙗꙙꙛꙝꙟꙡꙣꙥꙧꙩꙫꙭꚁꚃꚅꚇꚉꚋꚍꚏꚑꚓꚕꚗꚙꚛꜣꜥꜧꜩꜫꜭꜯꜳꜵꜷꜹꜻꜽꜿꝁꝃꝅꝇꝉꝋꝍꝏꝑꝓꝕꝗꝙꝛꝝꝟꝡꝣꝥꝧꝩꝫꝭꝯꝺꝼᵹꝿꞁꞃꞅꞇꞌɥꞑꞓꞗꞙꞛꞝꞟꞡꞣ'
    || 'ꞥꞧꞩɦɜɡɬɪʞʇʝꭓꞵꞷꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊɤꟍ꟏ꟑꟓꟕꟗꟙꟛƛꟶ𐐨𐐩𐐪𐐫𐐬𐐭𐐮𐐯𐐰𐐱𐐲𐐳𐐴𐐵𐐶𐐷𐐸𐐹𐐺𐐻𐐼𐐽𐐾𐐿𐑀𐑁𐑂𐑃𐑄𐑅𐑆𐑇𐑈𐑉𐑊𐑋𐑌𐑍𐑎𐑏𐓘𐓙𐓚𐓛𐓜𐓝𐓞𐓟𐓠𐓡𐓢𐓣𐓤𐓥𐓦𐓧𐓨𐓩𐓪𐓫𐓬𐓭𐓮𐓯𐓰𐓱𐓲𐓳𐓴𐓵𐓶𐓷𐓸𐓹'
    || '𐓺𐓻𐖗𐖘𐖙𐖚𐖛𐖜𐖝𐖞𐖟𐖠𐖡𐖣𐖤𐖥𐖦𐖧𐖨𐖩𐖪𐖫𐖬𐖭𐖮𐖯𐖰𐖱𐖳𐖴𐖵𐖶𐖷𐖸𐖹𐖻𐖼𐳀𐳁𐳂𐳃𐳄𐳅𐳆𐳇𐳈𐳉𐳊𐳋𐳌𐳍𐳎𐳏𐳐𐳑𐳒𐳓𐳔𐳕𐳖𐳗𐳘𐳙𐳚𐳛𐳜𐳝𐳞𐳟𐳠𐳡𐳢𐳣𐳤𐳥𐳦𐳧𐳨𐳩𐳪𐳫𐳬𐳭𐳮𐳯𐳰𐳱𐳲𐵰𐵱𐵲𐵳𐵴𐵵𐵶𐵷𐵸𐵹𐵺𐵻𐵼𐵽𐵾𐵿𐶀𐶁𐶂𐶃𐶄𐶅'
    || '𑣀𑣁𑣂𑣃𑣄𑣅𑣆𑣇𑣈𑣉𑣊𑣋𑣌𑣍𑣎𑣏𑣐𑣑𑣒𑣓𑣔𑣕𑣖𑣗𑣘𑣙𑣚𑣛𑣜𑣝𑣞𑣟𖹠𖹡𖹢𖹣𖹤𖹥𖹦𖹧𖹨𖹩𖹪𖹫𖹬𖹭𖹮𖹯𖹰𖹱𖹲𖹳𖹴𖹵𖹶𖹷𖹸𖹹𖹺𖹻𖹼𖹽𖹾𖹿𖺻𖺼𖺽𖺾𖺿𖻀𖻁𖻂𖻃𖻄𖻅𖻆𖻇𖻈𖻉𖻊𖻋𖻌𖻍𖻎𖻏𖻐𖻑𖻒𖻓𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰𞤱𞤲𞤳𞤴𞤵𞤶'
    || '𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃'
$$;

CREATE FUNCTION upstream.folded(written text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  plain text;
BEGIN
  IF octet_length(written) = length(written) THEN RETURN lower(written COLLATE "C"); END IF;
  plain := normalize(translate(written, E'\u00b4\ufe00\ufe01\ufe02\ufe03\ufe04\ufe05\ufe06\ufe07\ufe08\ufe09\ufe0a\ufe0b\ufe0c\ufe0d\ufe0e\ufe0f', ''''), NFKD);
  plain := regexp_replace(plain,
    '([A-Za-z\u00c0-\u024f\u0250-\u02af\u0370-\u03ff\u1d00-\u1d25\u1e00-\u1fff\u2c60-\u2c7f\ua722-\ua7ff\uab30-\uab64])'
      || '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+', '\1', 'g');
  plain := lower(translate(plain, 'ʻʼ‘’‛′', '''''''''''''') COLLATE "C");
  -- Most texts have no other capitals, and looking for a thousand of them takes long.
  IF plain ~ ('[' || upstream.capital_letters() || ']') THEN
    plain := translate(plain, upstream.capital_letters(), upstream.small_letters());
  END IF;
  RETURN normalize(replace(plain, E'\u0435\u0308', E'\u0435'), NFC);
END $$;

CREATE FUNCTION upstream.folded_line(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT trim(regexp_replace(upstream.folded(written), '[\t\n\v\f\r \u1680\u2028\u2029\ufeff]+', ' ', 'g'))
$$;
-- Tags and areas are agents' own words: "Queen Anne" and "queenanne" are one.
CREATE FUNCTION upstream.key_of_word(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(upstream.folded(written), '[\t\n\v\f\r \u1680\u2028\u2029\ufeff]+', '', 'g')
$$;
CREATE FUNCTION upstream.keys_of_words(words text[]) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(upstream.key_of_word(word)), '{}') FROM unnest(words) AS word
$$;
-- How areas are compared: without regard to case, blanks and accents.
CREATE FUNCTION upstream.area_key(area text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT upstream.key_of_word(area)
$$;

-- A version names one state of one record for good: a form is written once for the version that it was shown with. Counted from 1,
-- versions would begin again with a record that is made anew, restored or invited again.
-- No form remembers what it did two thousand million changes ago.
CREATE SEQUENCE upstream.versions AS integer START WITH 1000000 CYCLE;

CREATE FUNCTION upstream.draw_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := nextval('upstream.versions');
  RETURN NEW;
END $$;

-- For every table with versions; one that is made later needs it, too.
CREATE FUNCTION upstream.draw_versions(of_table regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER version_drawn BEFORE INSERT ON %s
    FOR EACH ROW EXECUTE FUNCTION upstream.draw_version()', of_table);
  EXECUTE format('CREATE TRIGGER next_version_drawn BEFORE UPDATE ON %s
    FOR EACH ROW WHEN (NEW.version <> OLD.version) EXECUTE FUNCTION upstream.draw_version()', of_table);
END $$;
