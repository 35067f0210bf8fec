/** Bytes of a form without files: many times as much as any field takes, so that a text that is too long gets a readable error. */
export const longestForm = 2 * 1024 * 1024;

/** Bytes of a form where nobody is signed in. */
export const longestVisitorForm = 64 * 1024;

/** What is said of one that is longer (413). */
export const tooLongForm = "This is too long for one form. Shorten it and submit it again.";

/** How large a posted form may be. */
export interface FormLimits {
  /** Without the files, which are left out. */
  readonly bytes: number;
  /** Of files that came along, and are not kept. */
  readonly fileBytes: number;
  /** Fields, or parts. Those who read forms are slow at many: a few hundred thousand would keep the process for minutes. */
  readonly fields: number;
}

/** Of someone who is signed in. No form of ours has more fields. */
export const memberForm: FormLimits = { bytes: longestForm, fileBytes: 1024 ** 3, fields: 1_000 };

/** Of anybody else, who pays nothing for sending it: many times what signing in and registering need. */
export const visitorForm: FormLimits = { bytes: longestVisitorForm, fileBytes: 0, fields: 100 };
