CREATE INDEX parked_forms_person ON app.parked_forms (person_id, ends_at);
