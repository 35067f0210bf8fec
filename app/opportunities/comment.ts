/** A comment as the page of its opportunity shows it. */
export interface ShownComment {
  readonly id: string;
  readonly body: string;
  readonly authorName: string | null;
  readonly insertedAt: string;
  readonly editedAt: string | null;
  /** Whether whoever looks may change it: nobody but whoever wrote it may. */
  readonly isMine: boolean;
}
