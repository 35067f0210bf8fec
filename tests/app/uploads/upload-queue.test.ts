import { expect, test } from "vitest";
import { progressOf, type SendFile, SendingFailed, UploadQueue } from "#app/uploads/upload-queue.ts";

// What a page knows of the files that were chosen on it, with a sender that does as it is told.

const limits = { file: 100, total: 150 };
const file = (name: string, size: number) => new File(["x".repeat(size)], name, { lastModified: 7 });
const arrives: SendFile = async ({ name }) => `id of ${name}`;

function queueOf(send: SendFile, unfinished: ConstructorParameters<typeof UploadQueue>[1] = []) {
  const takenBack: string[] = [];
  const queue = new UploadQueue(limits, unfinished, send, (id) => takenBack.push(id));
  const states = () =>
    queue.uploads().map(({ file, status, reason }) => `${file.name} ${status} ${reason ?? ""}`.trim());
  return { queue, states, takenBack };
}

test("files are sent one after the other", async () => {
  const seen: string[] = [];
  const { queue, states } = queueOf(async (file, { onBegun, onProgress }) => {
    onBegun(`id of ${file.name}`);
    onProgress(10);
    seen.push(`${states().join(", ")}: ${JSON.stringify(progressOf(queue.uploads()))}`);
    return `id of ${file.name}`;
  });
  let changes = 0;
  queue.subscribe(() => changes++);
  queue.choose([file("a", 20), file("b", 30)]);
  expect(states()).toEqual(["a chosen", "b chosen"]);
  expect(await queue.send()).toEqual({ arrived: ["id of a", "id of b"], missing: [] });
  expect(seen).toEqual([
    'a processing, b processing: {"sent":10,"size":50}',
    'a completed, b processing: {"sent":30,"size":50}',
  ]);
  expect(states()).toEqual(["a completed", "b completed"]);
  expect(changes).toBeGreaterThan(5);
  queue.settle([]);
  expect(states()).toEqual([]);
});

test("invalid files are not sent and do not stop the others", async () => {
  const { queue, states } = queueOf(arrives);
  queue.choose([file("empty", 0), file("large", 101), file("a", 100), file("b", 60), file("c", 50)]);
  expect(states()).toEqual([
    "empty invalid This file is empty.",
    "large invalid It is larger than the limit of 100 B per file.",
    "a chosen",
    "b invalid There isn't enough storage left in this workspace.",
    "c chosen",
  ]);
  expect(await queue.send()).toEqual({
    arrived: ["id of a", "id of c"],
    missing: [
      { name: "empty", reason: "This file is empty." },
      { name: "large", reason: "It is larger than the limit of 100 B per file." },
      { name: "b", reason: "There isn't enough storage left in this workspace." },
    ],
  });
  expect(progressOf(queue.uploads())).toEqual({ sent: 150, size: 150 });
  queue.settle([]);
  expect(states()).toEqual([]);
});

test("only failed files are tried again, from where they stopped", async () => {
  let line: "cut" | "whole" = "cut";
  const tried: string[] = [];
  const { queue, states } = queueOf(async ({ name }, { id, onBegun, onWaiting }) => {
    tried.push(`${name} ${id}`);
    onBegun(`id of ${name}`);
    onWaiting();
    if (name === "b" && line === "cut") throw new SendingFailed("The connection is gone.");
    if (name === "c" && line === "cut") throw new Error("a secret of the browser's");
    return `id of ${name}`;
  });
  queue.choose([file("a", 10), file("b", 10), file("c", 10)]);
  expect(await queue.send()).toEqual({
    arrived: ["id of a"],
    missing: [
      { name: "b", reason: "The connection is gone." },
      { name: "c", reason: "It couldn't be read or sent." },
    ],
  });
  expect(states()).toEqual([
    "a completed",
    "b failed The connection is gone.",
    "c failed It couldn't be read or sent.",
  ]);
  queue.settle([]);
  line = "whole";
  expect(await queue.send()).toEqual({ arrived: ["id of b", "id of c"], missing: [] });
  expect(tried).toEqual(["a null", "b null", "c null", "b id of b", "c id of c"]);
  // The store did not take one of them: its bytes are there, and the form alone is sent again.
  queue.settle([{ name: "b", reason: "File storage isn't responding right now.", upload: "id of b" }]);
  expect(states()).toEqual(["b failed File storage isn't responding right now."]);
  queue.choose([file("d", 10)]);
  expect(states()).toEqual(["b failed File storage isn't responding right now.", "d chosen"]);
});

test("after the form was taken, what it sent leaves; what was chosen since stays", async () => {
  const { queue, states } = queueOf(arrives);
  queue.choose([file("a", 10)]);
  await queue.send();
  queue.settle([]);
  expect(states()).toEqual([]);
  queue.choose([file("large", 101), file("b", 10)]);
  queue.settle([]);
  expect(states()).toEqual(["large invalid It is larger than the limit of 100 B per file.", "b chosen"]);
});

test("a failed file that is chosen again is resumed, not sent beside itself", async () => {
  const { queue, states, takenBack } = queueOf(async ({ name }, { onBegun }) => {
    onBegun(`id of ${name}`);
    throw new SendingFailed("The connection is gone.");
  });
  queue.choose([file("a", 10), file("b", 10)]);
  await queue.send();
  queue.choose([file("b", 10)]);
  expect(states()).toEqual(["a failed The connection is gone.", "b chosen"]);
  expect(queue.uploads().map(({ id }) => id)).toEqual(["id of a", "id of b"]);
  // Where one file is sent, another one takes its place.
  queue.choose([file("c", 10)], "alone");
  expect(states()).toEqual(["c chosen"]);
  expect(takenBack).toEqual(["id of a", "id of b"]);
});

test("an upload of another page is resumed by name, size and modification time", async () => {
  const known = { id: "begun", name: "plan.pdf", size: 10, arrived: 4, modified: 7 };
  const { queue } = queueOf(arrives, [known]);
  const others = [
    file("other.pdf", 10),
    file("plan.pdf", 11),
    new File(["x".repeat(10)], "plan.pdf", { lastModified: 8 }),
  ];
  queue.choose([file("plan.pdf", 10), ...others]);
  expect(queue.uploads().map(({ id }) => id)).toEqual(["begun", null, null, null]);
});

test("a removed file is aborted and deleted on the server", async () => {
  const { queue, states, takenBack } = queueOf(
    (file, { signal, onBegun }) =>
      new Promise((resolve, reject) => {
        onBegun(`id of ${file.name}`);
        signal.addEventListener("abort", () => reject(new SendingFailed("It was removed.")));
        if (file.name !== "a") resolve(`id of ${file.name}`);
        else queue.drop(queue.uploads()[0]?.key ?? -1);
      }),
  );
  queue.choose([file("a", 10), file("b", 10), file("c", 10)]);
  const sending = queue.send();
  queue.drop(queue.uploads().find(({ file }) => file.name === "c")?.key ?? -1);
  expect(await sending).toEqual({ arrived: ["id of b"], missing: [] });
  expect(states()).toEqual(["b completed"]);
  expect(takenBack).toEqual(["id of a"]);
});
