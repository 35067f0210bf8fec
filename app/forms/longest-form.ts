/** Bytes of a form without files. A text field of 1 MB still arrives, three times as long when encoded, and gets a readable error. */
export const longestForm = 4 * 1024 * 1024;

/** What is said of one that is longer (413). */
export const tooLongForm = "This is too long for one form. Shorten it and submit it again.";
