-- What becomes of the public page when the workspace has another owner. kept: whose face is there stays; face: the new owner's;
-- anew: theirs, and without the introduction that was not written by them. Null: asked before there was the question.
ALTER TABLE upstream.workspace_confirmations
  ADD COLUMN public_page text CHECK (public_page IN ('kept', 'face', 'anew'));
