import { describe, expect, test } from "vitest";
import { initialsOf, Person } from "#app/ui/avatar.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { TableFoot } from "#app/ui/table-foot.tsx";
import { renderPart } from "#tests/support/rendering.tsx";

type Client = { id: string; name: string; budget: number };

const columns = [
  {
    head: "Client",
    cell: (client: Client) => <Person name={client.name} detail="maya@client.example" href="/clients/1" />,
  },
  { head: "Budget", numeric: true, cell: (client: Client) => client.budget },
  { head: "Actions", silent: true, cell: () => "Call" },
];
const table = (rows: Client[]) => (
  <DataTable caption="Clients" columns={columns} rows={rows} rowKey={(client) => client.id} />
);

describe("a table", () => {
  test("has a caption, headings with a scope, and a link on each row", async () => {
    const html = await renderPart(table([{ id: "1", name: "Maya Okafor", budget: 5 }]));
    expect(html).toContain('<caption class="vh">Clients</caption>');
    expect(html.match(/<th scope="col"/g)).toHaveLength(3);
    expect(html).toContain('<span class="vh">Actions</span>');
    expect(html).toContain('<a class="row-link" href="/clients/1" title="Maya Okafor">Maya Okafor</a>');
    expect(html).toContain('<td class="num end">5</td>');
  });

  test("without rows says so across its width", async () => {
    expect(await renderPart(table([]))).toContain('<td colSpan="3"><div class="empty">No results.</div></td>');
  });

  test("escapes what people typed", async () => {
    expect(await renderPart(table([{ id: "1", name: "<img src=x>", budget: 5 }]))).toContain("&lt;img src=x&gt;");
  });
});

describe("the foot of a table", () => {
  const foot = (options: Partial<Parameters<typeof TableFoot>[0]>) =>
    renderPart(<TableFoot from={1} to={15} total={40} previous={null} next="/clients/?page=2" {...options} />);

  test("says what is shown and leads to the next page", async () => {
    const html = await foot({});
    expect(html).toContain("Showing 1 to 15 of 40 results");
    expect(html).toContain('<a class="btn" href="/clients/?page=2" rel="next">Next</a>');
    expect(html).toContain('<button class="btn" type="button" disabled="">Previous</button>');
  });

  test.each([
    [{ total: 12000, estimate: true }, "Showing 1 to 15 of about 12,000 results"],
    [{ total: null }, "Showing 1 to 15"],
    [{ from: 1501, to: 1515, total: 2000 }, "Showing 1,501 to 1,515 of 2,000 results"],
    [{ from: 1, to: 0, previous: "/x" }, "No results on this page"],
  ])("%j", async (options, text) => {
    expect(await foot(options)).toContain(`>${text}</p>`);
  });

  test("is nothing below an empty list", async () => {
    expect(await foot({ to: 0, total: 0, next: null })).toBe("");
  });
});

describe("a person", () => {
  test.each([
    ["Maya Okafor", "MO"],
    ["maya", "M"],
    ["Wen & Li Zhang", "WZ"],
    ["Tomás van der Herrera", "TH"],
    ["Ólafur Þór", "ÓÞ"],
    ["李小龙", "李"],
    ["𝒜da 😀 Lovelace", "𝒜L"],
    ["  (Bob)  [Stone] ", "BS"],
    ["😀", "?"],
    ["", "?"],
  ])("named %j has the initials %s", (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  test("has a picture over the initials, both silent beside the name", async () => {
    const html = await renderPart(<Person name="Maya Okafor" picture="/pictures/1/200" />);
    expect(html).toContain(
      '<span class="face" aria-hidden="true">MO<img src="/pictures/1/200" alt="" width="32" height="32"',
    );
    expect(html).toContain("<b>Maya Okafor</b>");
  });
});
