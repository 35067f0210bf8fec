import { href } from "react-router";
import type { ListState } from "../lists/list-state.ts";

export const invitationsPath = href("/settings/members/invitations");
export const newInvitationPath = href("/settings/members/invitations/new");

/** The list has no filters: it is the newest first. */
export const listState = {};
export type InvitationListState = ListState<typeof listState>;
