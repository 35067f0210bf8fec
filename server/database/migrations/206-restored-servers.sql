-- Which database a server announced itself in: a backup that is restored into another one brings the rows of servers that never
-- worked on that.
ALTER TABLE app.servers ADD COLUMN database text NOT NULL DEFAULT '';
