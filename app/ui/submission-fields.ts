/** Names of the hidden fields that accompany a form. */
export const submissionFields = {
  key: "_key",
  workspace: "_workspace",
  person: "_person",
  beginning: "_beginning",
} as const;
