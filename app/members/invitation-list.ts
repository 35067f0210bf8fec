import { href } from "react-router";

export const invitationsPath = href("/settings/members/invitations");
export const newInvitationPath = href("/settings/members/invitations/new");

/** The list has no filters: it is the newest first. */
export const listState = {};
