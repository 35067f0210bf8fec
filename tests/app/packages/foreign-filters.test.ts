import { HttpResponse, http } from "msw";
import { expect } from "vitest";
import { mediaType } from "#tests/support/answers.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { namesOn } from "../page-reading.ts";

const test = newAgencyTest();

const refused = { errors: [{ status: "400", code: "invalid_filter" }] };

test("a service that filters by neither tag nor house type is asked without them, and the list says so", async ({
  app,
  agency,
  owner,
}) => {
  await agency.addPackage({ street: "12 Alder Lane" });
  app.use(
    http.get("*/api/packages", ({ request }) =>
      /filter%5B(tag|house_type)/.test(request.url)
        ? HttpResponse.json(refused, { status: 400, headers: { "content-type": mediaType } })
        : undefined,
    ),
  );
  const page = await owner.open("/packages/?tag=view&type=townhouse");
  app.resetHandlers();
  expect(page.text).toContain("a filter by tag");
  expect(page.text).toContain("a filter by house type");
  expect(page.document.querySelector("input[name=tag], input[name=type]")).toBeNull();
  expect(namesOn(page)).toEqual(["12 Alder Lane"]);
});
