import type { ReactNode } from "react";
import { usedFilters } from "../lists/used-filters.ts";
import { messagesPath } from "../record-paths.ts";
import { Icon } from "../ui/icon.tsx";
import { Menu, MenuLink, MoreLabel } from "../ui/menu.tsx";
import { labelIn } from "../ui/options.tsx";
import { Page } from "../ui/page.tsx";
import { SearchBox, SelectFilter, Toolbar } from "../ui/toolbar.tsx";
import { newMessagePath, repliesPath, type ThreadListState } from "./message-list.ts";

const which = [
  { value: "", label: "All messages" },
  { value: "unread", label: "Unread" },
  { value: "needs_reply", label: "Needs reply" },
];
const whose = [
  { value: "", label: "All clients" },
  { value: "true", label: "My clients" },
];

type MailboxProps = {
  /** "Messages", as the heading that it is on the page around. */
  heading: ReactNode;
  state: ThreadListState;
  maySend: boolean;
  /** The threads, and what is said of them. */
  list: ReactNode;
  /** Whether one of them is open: on phones it is shown in their place. */
  isOpen: boolean;
  children: ReactNode;
};

/** The threads with clients, and beside them the one that is open. */
export function Mailbox({ heading, state, maySend, list, isOpen, children }: MailboxProps) {
  return (
    <Page look={isOpen ? "mail one" : "mail"}>
      <nav className="max-md:px-1" aria-label="Conversations">
        <div className="head ps-1">
          <div className="title min-w-0">{heading}</div>
          <Menu end button="quiet only" label={<MoreLabel />}>
            <MenuLink href={repliesPath}>Saved replies</MenuLink>
          </Menu>
          {maySend ? (
            <a className="btn quiet only" href={newMessagePath} title="New message">
              <Icon name="edit" />
              <span className="vh">New message</span>
            </a>
          ) : null}
        </div>
        <div className="max-md:px-1">
          <Toolbar
            action={messagesPath}
            label="Search and filter messages"
            used={usedFilters(messagesPath, state, { show: labelIn(which, state.show), mine: labelIn(whose, "true") })}
            filters={
              <>
                <SelectFilter name="show" label="Which messages" options={which} value={state.show ?? ""} />
                <SelectFilter name="mine" label="Whose clients" options={whose} value={state.mine ? "true" : ""} />
              </>
            }
          >
            <SearchBox name="q" label="Search messages" placeholder="Search messages" value={state.q} />
          </Toolbar>
        </div>
        {list}
      </nav>
      <section>{children}</section>
    </Page>
  );
}
