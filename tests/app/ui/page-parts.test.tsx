import { describe, expect, test } from "vitest";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { ClockProvider, DateTime } from "#app/ui/date-time.tsx";
import { ErrorView, NotFoundView } from "#app/ui/error-view.tsx";
import { FactList } from "#app/ui/fact-list.tsx";
import { Menu, MenuLink } from "#app/ui/menu.tsx";
import { EmptyState, Notice } from "#app/ui/notice.tsx";
import { Breadcrumb, Page, PageHead, Sheet } from "#app/ui/page.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { Count, State } from "#app/ui/tag.tsx";
import { Toast } from "#app/ui/toast.tsx";
import { SearchBox, SelectFilter, Toolbar } from "#app/ui/toolbar.tsx";
import { TopBar } from "#app/ui/top-bar.tsx";
import { UploadFailure } from "#app/uploads/upload-failure.tsx";
import { renderPart } from "#tests/support/rendering.tsx";

test("a busy button is disabled and says so", async () => {
  expect(await renderPart(<Button busy>Send</Button>)).toBe(
    '<button type="button" class="btn" disabled="" aria-busy="true">Send</button>',
  );
  expect(await renderPart(<Button>Send</Button>)).toBe('<button type="button" class="btn">Send</button>');
});

test("a link towards a page without scripts is marked for a full load", async () => {
  expect(
    await renderPart(
      <LinkButton href="/login/" reload look="go">
        Login
      </LinkButton>,
    ),
  ).toBe('<a href="/login/" class="btn go" data-reload="">Login</a>');
});

test("a failed upload says that nothing was saved only where that is known", async () => {
  const failed = { name: "plan.pdf", reason: "We couldn't confirm whether it was saved.", isDoubtful: true } as const;
  const doubtful = await renderPart(<UploadFailure failed={[failed]} kept={[]} />);
  expect(doubtful).toContain("Check which files are there");
  expect(doubtful).not.toContain("Nothing was saved");
  const refused = { name: "plan.pdf", reason: "File storage refused it." };
  expect(await renderPart(<UploadFailure failed={[refused]} kept={[]} />)).toContain("Nothing was saved.");
});

test("a page has one h1; a sheet with a title is a section with an h2", async () => {
  const html = await renderPart(
    <>
      <PageHead title="Clients" subtitle="What clients are about" />
      <Sheet title="Buyer profile">Text</Sheet>
    </>,
  );
  expect(html.match(/<h1>/g)).toHaveLength(1);
  expect(html).toContain("<p>What clients are about</p>");
  expect(html).toMatch(/<section class="sheet">.*<h2>Buyer profile<\/h2>/);
});

test("a breadcrumb ends with the page itself", async () => {
  const html = await renderPart(<Breadcrumb items={[{ label: "Clients", href: "/clients/" }, { label: "Maya" }]} />);
  expect(html).toContain('<nav aria-label="Breadcrumb">');
  expect(html).toContain('<span aria-current="page">Maya</span>');
});

describe("tabs", () => {
  const tabs = (
    <Tabs
      label="Client"
      tabs={[
        { label: "Opportunities", href: "/clients/1" },
        { label: "Activity", href: "/clients/1/activity" },
      ]}
    />
  );

  test.each([
    ["/clients/1", "Opportunities"],
    ["/clients/1/", "Opportunities"],
    ["/clients/1/activity?x=1", "Activity"],
  ])("at %s mark %s", async (path, label) => {
    const html = await renderPart(tabs, path);
    expect(html.match(/aria-current="page"/g)).toHaveLength(1);
    expect(html).toMatch(new RegExp(`aria-current="page">${label}<`));
  });
});

test("facts without a value are N/A", async () => {
  const facts = [
    { label: "Budget", value: null },
    { label: "Garages", value: 0 },
    { label: "Notes", value: "", long: true },
  ];
  expect(await renderPart(<FactList facts={facts} />)).toBe(
    '<dl class="facts"><dt>Budget</dt><dd>N/A</dd><dt>Garages</dt><dd>0</dd>' +
      '<dt class="long">Notes</dt><dd class="long">N/A</dd></dl>',
  );
});

test("a state is a word; a count says what it counts", async () => {
  expect(await renderPart(<State tone="due">Offers due in 2 days</State>)).toContain("state state-due");
  expect(await renderPart(<Count value={3} what="unread" />)).toBe(
    '<span class="count num">3<span class="vh"> unread</span></span>',
  );
  expect(await renderPart(<Count value={120} what="unread" />)).toContain("99+");
  expect(await renderPart(<Count value={0} what="unread" />)).toBe("");
});

test("only what is bad interrupts a screen reader", async () => {
  expect(await renderPart(<Notice tone="bad">No</Notice>)).toContain('role="alert"');
  expect(await renderPart(<Notice tone="warn">Careful</Notice>)).not.toContain("role");
  expect(await renderPart(<EmptyState action={<a href="/x">Go</a>}>Nothing yet.</EmptyState>)).toContain(
    "<p>Nothing yet.</p>",
  );
});

test("menus are disclosures of one group", async () => {
  const html = await renderPart(
    <Menu label="Workspace" end>
      <MenuLink href="/settings/" current>
        Settings
      </MenuLink>
    </Menu>,
  );
  expect(html).toContain('<details class="menu menu-end" name="menu"><summary>Workspace</summary>');
  expect(html).toContain('<a class="item" href="/settings/" aria-current="page">Settings</a>');
});

describe("the bar", () => {
  const bar = (
    <TopBar
      workspace={{ name: "Evergreen Realty" }}
      switcher={<MenuLink href="/settings/members">Invite team members</MenuLink>}
      links={[
        { label: "Clients", href: "/clients/", icon: "client", isLater: true },
        { label: "Messages", href: "/messages/", count: { value: 3, what: "unread", hot: true }, icon: "message" },
      ]}
      account={{ name: "Avery Lind" }}
      accountMenu={<MenuLink href="/account/password">Change password</MenuLink>}
    />
  );

  test("marks the section one is in, in the bar and in the folded menu", async () => {
    const html = await renderPart(bar, "/clients/1/activity");
    expect(html.match(/href="\/clients\/" aria-current="page"/g)).toHaveLength(2);
    expect(html).not.toMatch(/href="\/messages\/" aria-current/);
    expect(await renderPart(bar, "/clientsx")).not.toContain("aria-current");
  });

  test("names both menus", async () => {
    const html = await renderPart(bar);
    expect(html).toContain("<span>Evergreen Realty</span>");
    expect(html).toContain('<span class="name">Avery Lind</span>');
  });
});

describe("a toast", () => {
  test("is said once and closes by HTML alone", async () => {
    const html = await renderPart(<Toast toast={{ text: "Client created." }} />);
    expect(html).toContain('<div role="status"><dialog open="" class="toast" aria-label="Message">');
    expect(html).toContain(
      '<span>Client created.</span><form method="dialog"><button class="btn quiet" type="submit">Dismiss',
    );
  });

  test("takes back what happened with one button, by HTML alone", async () => {
    const undo = { action: "/opportunities/1/undoing", fields: { move: "2" } };
    const html = await renderPart(<Toast toast={{ text: "Stage: Lost.", undo }} />);
    expect(html).toContain(
      '<form action="/opportunities/1/undoing" method="post"><input type="hidden" name="move" value="2"/><button class="btn" type="submit">Undo',
    );
  });

  test("leaves its place for the next one", async () => {
    expect(await renderPart(<Toast toast={null} />)).toBe('<div role="status"></div>');
  });
});

test("a toolbar is a search form that works by its button", async () => {
  const html = await renderPart(
    <Toolbar action="/clients/" label="Search and sort clients">
      <SearchBox label="Search clients" placeholder="Search clients" value={'"Maya"'} />
      <SelectFilter
        name="sort"
        label="Sort"
        placeholder="Sort by activity"
        value=""
        options={[{ value: "open", label: "Oldest" }]}
      />
    </Toolbar>,
  );
  expect(html).toMatch(
    /^<form role="search" aria-label="Search and sort clients" class="tools" action="\/clients\/" method="get">/,
  );
  expect(html).toContain('value="&quot;Maya&quot;"');
  expect(html).toContain('<option value="" disabled="" hidden="" selected="">Sort by activity</option>');
  expect(html).toContain('<button class="btn" type="submit">Apply</button>');
});

describe("a moment", () => {
  const at = (form?: "recent" | "moment" | "day") => (
    <ClockProvider timeZone="America/Los_Angeles" today="2025-11-20">
      <DateTime value="2025-11-20T17:12:00Z" {...(form === undefined ? {} : { form })} />
    </ClockProvider>
  );

  test("is written in the workspace's time zone, in full behind the short form", async () => {
    expect(await renderPart(at())).toBe('<span title="Thu, Nov 20, 2025, 9:12 AM PST">Today, 9:12 AM</span>');
    expect(await renderPart(at("moment"))).toContain(">Thu, Nov 20, 2025, 9:12 AM PST<");
    expect(await renderPart(at("day"))).toContain(">Nov 20, 2025<");
  });

  test("is written in full where the day is not known, and is a dash where there is none", async () => {
    expect(await renderPart(<DateTime value="2024-01-01T15:00:00Z" />)).toContain(">Mon, Jan 1, 2024, 3:00 PM UTC<");
    expect(await renderPart(<DateTime value={null} />)).toBe("—");
  });
});

test("an error shows its message behind a disclosure, and a way on", async () => {
  const html = await renderPart(<ErrorView message="Failed to fetch data" />, "/clients/?search=a%26b");
  expect(html).toMatch(/<h1[^>]*>Something went wrong!<\/h1>/);
  expect(html).toMatch(/<summary class="btn"><span>Show Error<\/span><span>Hide Error<\/span><\/summary>/);
  expect(html).toMatch(/<pre[^>]*>Failed to fetch data<\/pre>/);
  expect(html).toContain('href="/clients/?search=a%26b"');
  expect(await renderPart(<NotFoundView />)).toContain(">Not Found</h1>");
  const part = await renderPart(
    <Page>
      <ErrorView message="Failed to fetch data" />
    </Page>,
  );
  expect(part.match(/<main/g)).toHaveLength(1);
  expect(part).toMatch(/<h2[^>]*>Something went wrong!<\/h2>/);
});
