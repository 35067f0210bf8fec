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

CREATE OR REPLACE FUNCTION upstream.folded(written text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
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

CREATE OR REPLACE FUNCTION upstream.folded_line(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT trim(regexp_replace(upstream.folded(written), '[\t\n\v\f\r \u1680\u2028\u2029\ufeff]+', ' ', 'g'))
$$;
CREATE OR REPLACE FUNCTION upstream.key_of_word(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(upstream.folded(written), '[\t\n\v\f\r \u1680\u2028\u2029\ufeff]+', '', 'g')
$$;
CREATE OR REPLACE FUNCTION upstream.area_key(area text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT upstream.key_of_word(area)
$$;

-- What was made with the old functions is made anew.
REINDEX INDEX upstream.clients_tags;
REINDEX INDEX upstream.clients_lead_source;
REINDEX INDEX upstream.buyer_profiles_areas;
REINDEX INDEX upstream.buyer_profiles_house_types;
REINDEX INDEX upstream.packages_area_word;
REINDEX INDEX upstream.packages_house_type;
REINDEX INDEX upstream.packages_tags;
REINDEX INDEX upstream.packages_fit;

-- Tasks are folded as everything else.
DROP INDEX upstream.tasks_search;
CREATE INDEX tasks_search ON upstream.tasks USING gin (upstream.folded_line(title) gin_trgm_ops) WITH (gin_pending_list_limit = 256);
DROP INDEX upstream.tasks_title;
CREATE INDEX tasks_title ON upstream.tasks (workspace_id, is_done, (upstream.folded_line(title) COLLATE "C"), id);
CREATE OR REPLACE FUNCTION upstream.note_words_of_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM upstream.note_words(NEW.workspace_id, upstream.folded_line(NEW.title));
  RETURN NULL;
END $$;

-- Only texts with letters beyond Latin, or with apostrophes that were none before, are folded otherwise than they were.
CREATE FUNCTION pg_temp.is_folded_anew(written text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT octet_length(written) <> length(written)
    AND written ~ '[\u00b4\u02bb\u0250-\u02af\u0370-\u1dff\u1f00-\u1fff\u201b\u2032-\u2037\u20d0-\u2126\u2c00-\uffff\U00010000-\U0010ffff]'
$$;

UPDATE upstream.clients SET name_key = upstream.folded_line(name),
  search_text = concat_ws(E'\n', upstream.folded_line(name), coalesce(upstream.folded_line(email), ''),
    regexp_replace(coalesce(phone_number, ''), '[^0-9]', '', 'g'))
WHERE pg_temp.is_folded_anew(concat_ws(' ', name, email));
UPDATE upstream.clients SET around_text = upstream.text_around(id, tags)
WHERE around_text <> '' AND around_text <> upstream.text_around(id, tags);

UPDATE upstream.packages SET street_key = upstream.folded_line(street), area_key = coalesce(upstream.folded_line(area), ''),
  search_text = concat_ws(E'\n', upstream.folded_line(street), coalesce(upstream.folded_line(city), ''),
    coalesce(upstream.folded_line(state), ''), coalesce(upstream.folded_line(zip), ''), coalesce(upstream.folded_line(area), ''),
    '#' || number, nullif(upstream.folded_line(listing_agent_name), ''), nullif(upstream.folded_line(house_type), ''),
    (SELECT string_agg(upstream.folded_line(tag), E'\n' ORDER BY place) FROM unnest(tags) WITH ORDINALITY AS t (tag, place)),
    (SELECT string_agg(upstream.folded_line(school ->> 'name'), E'\n' ORDER BY place)
      FROM jsonb_array_elements(schools) WITH ORDINALITY AS s (school, place)),
    nullif(upstream.folded_line(mls_number), ''), year_built, hoa_amount, nullif(upstream.folded_line(remarks), ''),
    nullif(upstream.folded_line(listing_agent_email), ''),
    nullif(regexp_replace(listing_agent_phone_number, '[^0-9]', '', 'g'), ''))
WHERE pg_temp.is_folded_anew(concat_ws(' ', street, city, state, zip, area, listing_agent_name, house_type,
  array_to_string(tags, ' '), schools::text, mls_number, remarks, listing_agent_email));

DELETE FROM upstream.wanted_areas wanted USING upstream.buyer_profiles profile
WHERE profile.id = wanted.profile_id AND pg_temp.is_folded_anew(array_to_string(profile.preferred_areas, ' '));
INSERT INTO upstream.wanted_areas (profile_id, workspace_id, area_key, budget_currency, budget_amount, min_beds)
SELECT id, workspace_id, key, coalesce(budget_currency, ''), coalesce(budget_amount, 0), min_beds
FROM upstream.buyer_profiles, upstream.wanted_keys(preferred_areas) AS key
WHERE pg_temp.is_folded_anew(array_to_string(preferred_areas, ' '));

UPDATE upstream.messages SET search_text = upstream.folded_line(body) WHERE pg_temp.is_folded_anew(body);

UPDATE upstream.documents document SET search_text = split_part(document.search_text, E'\n', 1) || E'\n'
  || left(upstream.folded_line(array_to_string(text.pages, E'\n')), 400000)
FROM upstream.document_texts text
WHERE text.file_id = document.file_id AND text.state = 'ready' AND pg_temp.is_folded_anew(array_to_string(text.pages, ' '));

-- A name that would be another's, as of the two shapes of a small sigma, stays found by its old key.
CREATE FUNCTION pg_temp.fold_names(of_table regclass, key name, name_of name) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  found record;
BEGIN
  FOR found IN EXECUTE format('SELECT id, upstream.folded_line(%2$I) AS key FROM %1$s
    WHERE pg_temp.is_folded_anew(%2$I) AND %3$I <> upstream.folded_line(%2$I)', of_table, name_of, key)
  LOOP
    BEGIN
      EXECUTE format('UPDATE %1$s SET %2$I = $1 WHERE id = $2', of_table, key) USING found.key, found.id;
    EXCEPTION WHEN unique_violation THEN
      CONTINUE;
    END;
  END LOOP;
END $$;
SELECT pg_temp.fold_names('upstream.folders', 'name_key', 'name');
SELECT pg_temp.fold_names('upstream.documents', 'label_key', 'label');
SELECT pg_temp.fold_names('upstream.cost_templates', 'name_key', 'name');
SELECT pg_temp.fold_names('upstream.saved_views', 'name_key', 'name');
SELECT pg_temp.fold_names('upstream.saved_replies', 'name_key', 'name');
UPDATE upstream.documents SET search_text = label_key || substr(search_text, strpos(search_text, E'\n'))
WHERE split_part(search_text, E'\n', 1) <> label_key AND pg_temp.is_folded_anew(label);
