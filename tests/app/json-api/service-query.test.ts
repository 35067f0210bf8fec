import { describe, expect, test } from "vitest";
import { type DescribedService, latchkey, obeys, offers, pathAt, readService, wordOf } from "#app/json-api/service.ts";
import { queryAt } from "#app/json-api/service-query.ts";

const described: DescribedService = {
  names: { attributes: "dash", parameters: "dash" },
  paging: { kind: "number", size: "page[size]", largest: 50, count: null, total: "meta.total", endsWithoutNext: true },
  writes: { include: false, ids: false, links: "linkage" },
  versions: false,
  keys: false,
  lists: {
    clients: {
      path: "crm/people",
      type: "people",
      attributes: { phoneNumber: "mobile" },
      includes: { buyer_profile: "profile" },
      sorts: { inserted_at: "created-at", name: "name" },
      filters: { client_id: "filter[client]", tag: "filter[tags][any]" },
      fields: true,
      writes: ["create"],
    },
  },
  calls: ["dashboard"],
};
const service = readService(described);
const at = (word: string, parameters: Record<string, string>) => {
  const query = queryAt(service, { path: `/${word}`, type: "client" }, new Map(Object.entries(parameters)));
  return query === null ? null : decodeURIComponent(query);
};

test.each([
  ["/clients", "clients"],
  ["/clients/7", "clients"],
  ["/clients/7/archival", "clients/archival"],
  ["/clients/duplicates", "clients/duplicates"],
  ["/sessions/current", "sessions/current"],
  ["/workspaces/handle/evergreen", "workspaces/handle"],
  ["/accounts/members", "accounts/members"],
  ["/accounts/members/7/removal", "accounts/members/removal"],
  ["/accounts/me", "accounts/me"],
  ["/portal/documents/7/content", "portal/documents/content"],
])("the word of %s is %s", (path, word) => {
  expect(wordOf(path)).toBe(word);
});

describe("a described service", () => {
  test("has what its description names, under its own paths", () => {
    expect(["clients", "dashboard", "packages", "clients/archival"].filter((word) => offers(service, word))).toEqual([
      "clients",
      "dashboard",
    ]);
    expect(pathAt(service, "/clients/7")).toBe("/crm/people/7");
    expect(pathAt(service, "/dashboard")).toBe("/dashboard");
    expect(offers(latchkey, "clients/archival")).toBe(true);
  });

  test("is asked for what it obeys, in its own spelling", () => {
    expect(
      at("clients", {
        "page[count]": "true",
        "page[limit]": "250",
        sort: "-inserted_at,rank",
        include: "buyer_profile,people",
        "fields[client]": "name,phone_number,profile_image_url",
        "fields[client_person]": "email",
        "filter[tag]": "vip",
      }),
    ).toBe(
      "?page[size]=50&sort=-created-at&include=profile&fields[people]=name,mobile,profile-image-url&filter[tags][any]=vip",
    );
    expect(at("clients", { sort: "rank", include: "people" })).toBe("");
    expect(at("dashboard", { include: "people", sort: "x" })).toBe("?include=people&sort=x");
  });

  test("is not asked at all where it does not obey a filter", () => {
    expect(at("clients", { "filter[search]": "smith" })).toBeNull();
    const asked = ["filter[search]", "filter[client_id]", "sort=-name", "sort=-rank", "include=buyer_profile"];
    expect(asked.filter((parameter) => obeys(service, "clients", parameter))).toEqual([
      "filter[client_id]",
      "sort=-name",
      "include=buyer_profile",
    ]);
  });

  test("gets a link's query back as it gave it, and with the call's own filters", () => {
    const link = "?page%5Bnumber%5D=2&filter[client]=7&page[size]=15";
    expect(at("clients", { "filter[client_id]": "7", "page[after]": link })).toBe(decodeURIComponent(link));
    expect(at("clients", { "filter[client_id]": "7", "page[after]": "?page[number]=2" })).toBe(
      "?page[number]=2&filter[client]=7",
    );
    expect(at("clients", { "filter[client_id]": "7", "page[after]": "?page[number]=2&filter[client]=8" })).toBe(
      "?page[number]=2&filter[client]=7",
    );
    expect(at("clients", { "page[after]": "of another service" })).toBe("?page[after]=of another service");
  });
});

test.each([
  ["a list without a path", { ...described, lists: { clients: { ...described.lists.clients, path: "" } } }],
  ["a member that is not known", { ...described, kys: true }],
  ["a spelling that is not known", { ...described, names: { attributes: "kebab", parameters: "snake" } }],
  ["nothing", null],
])("%s is no description", (_name, value) => {
  expect(() => readService(value)).toThrow();
});
