-- What people who read Spanish see in place of the introduction; null: they see that. Those of testimonials and questions are beside their texts.
ALTER TABLE upstream.portal_settings ADD COLUMN introduction_es text;
