/** What people wrote during a soak, and whether they were told that it was saved. */

export type WriteKind = "client" | "task" | "comment" | "document";

export interface Write {
  readonly kind: WriteKind;
  /** What nobody else writes: it is looked for in the end. */
  readonly text: string;
  /** How often it was sent. */
  tries: number;
  isAcknowledged: boolean;
  /** The last answer that was neither a success nor one that asks to send it again. */
  refusal: string | null;
}

export class Writes {
  readonly all: Write[] = [];

  begin(kind: WriteKind, text: string): Write {
    const write: Write = { kind, text, tries: 0, isAcknowledged: false, refusal: null };
    this.all.push(write);
    return write;
  }
}

export interface Lookup {
  readonly acknowledged: number;
  /** Sent more than once before somebody was told that it was saved. */
  readonly repeated: number;
  /** Told to be saved, and not there. */
  readonly lost: readonly Write[];
  /** There more than once. */
  readonly doubled: readonly Write[];
  /** Refused with an answer that asks for something else than sending it again. */
  readonly refused: readonly Write[];
}

/** Compares what was written with what is stored. @param stored how often each text is there, by kind */
export function lookUp(writes: readonly Write[], stored: ReadonlyMap<WriteKind, ReadonlyMap<string, number>>): Lookup {
  const countOf = ({ kind, text }: Write) => stored.get(kind)?.get(text) ?? 0;
  return {
    acknowledged: writes.filter((write) => write.isAcknowledged).length,
    repeated: writes.filter((write) => write.isAcknowledged && write.tries > 1).length,
    lost: writes.filter((write) => write.isAcknowledged && countOf(write) === 0),
    doubled: writes.filter((write) => countOf(write) > 1),
    refused: writes.filter((write) => write.refusal !== null),
  };
}
