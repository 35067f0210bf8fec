/** Names of the hidden fields that accompany a form. */
export const hiddenFieldNames = {
  key: "_key",
  workspace: "_workspace",
  household: "_household",
  person: "_person",
  base: "_base",
  files: "_files",
} as const;
