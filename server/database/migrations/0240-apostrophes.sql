-- Apostrophes are folded now, so that o'rourke finds O’Rourke. Names that are unique beside each other stay as they were kept.
UPDATE upstream.clients SET name_key = translate(name_key, '‘’ʼ', ''''''''), search_text = translate(search_text, '‘’ʼ', '''''''')
WHERE search_text ~ '[‘’ʼ]';
UPDATE upstream.packages SET street_key = translate(street_key, '‘’ʼ', ''''''''), area_key = translate(area_key, '‘’ʼ', ''''''''),
  search_text = translate(search_text, '‘’ʼ', '''''''')
WHERE search_text ~ '[‘’ʼ]';
UPDATE upstream.documents SET search_text = translate(search_text, '‘’ʼ', '''''''') WHERE search_text ~ '[‘’ʼ]';
