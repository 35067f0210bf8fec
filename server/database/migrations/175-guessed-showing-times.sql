-- Of a showing that was held earlier than agreed and of which nobody has said when: its day is known, its time is not.
ALTER TABLE upstream.showings ADD COLUMN is_time_guessed boolean NOT NULL DEFAULT false;
