import { expect, test } from "vitest";
import { UnfinishedNotice } from "#app/uploads/upload-form.tsx";
import { renderPart } from "#tests/support/rendering.tsx";

const upload = (name: string, arrived: number) => ({ id: name, name, size: 100, arrived, modified: 0 });

test("only incomplete uploads are listed", async () => {
  const html = await renderPart(
    <UnfinishedNotice unfinished={[upload("half.pdf", 50), upload("refused.heic", 100)]} />,
  );
  expect(html).toContain("half.pdf");
  expect(html).not.toContain("refused.heic");
  expect(await renderPart(<UnfinishedNotice unfinished={[upload("refused.heic", 100)]} />)).toBe("");
});
