import { expect, test } from "vitest";
import { sendFile } from "#app/uploads/send-file.ts";

test("a file removed while the tus client loads is not sent", async () => {
  const leaving = new AbortController();
  const sent: string[] = [];
  const sending = sendFile(new File(["x"], "a.txt"), {
    id: null,
    signal: leaving.signal,
    onBegun: (id) => void sent.push(id),
    onProgress: () => void sent.push("progress"),
    onWaiting: () => void sent.push("waiting"),
  });
  leaving.abort();
  await expect(sending).rejects.toThrow("It was removed.");
  expect(sent).toEqual([]);
});
