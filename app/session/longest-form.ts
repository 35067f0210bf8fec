/** Bytes of a form without files: many times as much as any field takes, so that a text that is too long gets a readable error. */
export const longestForm = 4 * 1024 * 1024;

/** Bytes of a form where nobody is signed in. */
export const longestVisitorForm = 64 * 1024;

/** What is said of one that is longer (413). */
export const tooLongForm = "This is too long for one form. Shorten it and submit it again.";
