-- What listings say of a property besides: its number in the multiple listing service, the year in which it was built, what its
-- owners' association costs a month, and remarks.
ALTER TABLE upstream.packages
  ADD COLUMN mls_number text CHECK (length(mls_number) BETWEEN 1 AND 50),
  ADD COLUMN year_built integer CHECK (year_built BETWEEN 1500 AND 2200),
  ADD COLUMN hoa_amount numeric CHECK (hoa_amount >= 0),
  ADD COLUMN hoa_currency text CHECK (length(hoa_currency) = 3),
  ADD COLUMN remarks text CHECK (length(remarks) BETWEEN 1 AND 4000),
  ADD CHECK ((hoa_amount IS NULL) = (hoa_currency IS NULL));
