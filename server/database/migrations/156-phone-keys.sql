-- Numbers are compared without the zero that is dialed within a country only, "+49 (0)30", without their extension, and whatever
-- digits they were typed in.
UPDATE upstream.clients SET phone_key = right(nullif(regexp_replace(regexp_replace(replace(
  translate(phone_number, '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹０１２３４５６７８９', '012345678901234567890123456789'),
  '(0)', ''), '\s*(ext\.?|x|#)\s*\d{1,7}\s*$', '', 'i'), '[^0-9]', '', 'g'), ''), 10)
WHERE phone_number ~* '\(0\)|(ext\.?|x|#)\s*\d{1,7}\s*$|[٠-٩۰-۹０-９]';
