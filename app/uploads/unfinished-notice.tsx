import { Notice } from "../ui/notice.tsx";
import { formatSize } from "./file-size.ts";
import type { UnfinishedUpload } from "./upload-limits.ts";

/** Lists uploads that can be resumed, once their files are chosen again. Complete ones were abandoned. */
export function UnfinishedNotice({ unfinished: begun }: { unfinished: readonly UnfinishedUpload[] }) {
  const unfinished = begun.filter(({ arrived, size }) => arrived < size);
  if (unfinished.length === 0) return null;
  return (
    <Notice title="Unfinished uploads:">
      <ul>
        {unfinished.map(({ id, name, size, arrived }) => (
          <li key={id}>
            <b>{name}</b>, {formatSize(arrived)} of {formatSize(size)}
          </li>
        ))}
      </ul>
      <p>Choose {unfinished.length === 1 ? "it" : "them"} again to continue where it stopped.</p>
    </Notice>
  );
}
