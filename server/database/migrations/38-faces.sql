-- Logos of workspaces and photos of people are open to everybody, at an address that names the picture.
CREATE UNIQUE INDEX workspaces_logo ON upstream.workspaces ((logo ->> 'file_id'));
CREATE UNIQUE INDEX accounts_profile_picture ON upstream.accounts ((profile_picture ->> 'file_id'));
