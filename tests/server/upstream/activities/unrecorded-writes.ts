/** Writes that change no record of a workspace's: of people and sessions, of bytes on their way, of a file that is looked over. */
export const unrecorded: readonly string[] = [
  "POST /client_imports",
  "PATCH /client_imports/{id}",
  "POST /package_imports",
  "PATCH /package_imports/{id}",
  "POST /sessions",
  "DELETE /sessions/current",
  "POST /password_resets",
  "POST /passwords",
  "POST /password_changes",
  "POST /registrations",
  "POST /verifications",
  "POST /sign_in_links",
  "POST /mailed_link_checks",
  "POST /workspaces",
  "POST /pictures",
  "POST /files/presigned_posts",
  "POST /files",
  "POST /shared_packages/{token}/openings",
  "POST /member_invitation_checks",
  // Joining is like registering: the account and the membership begin.
  "POST /member_invitation_acceptances",
  "POST /portal/link_checks",
  "POST /portal/sign_in_links",
  "POST /portal/sign_in_link_renewals",
  // Accepts invitations, which is written above.
  "POST /portal/sessions",
  "DELETE /portal/sign_ins/{id}",
  "POST /portal/files/presigned_posts",
  "POST /portal/files",
  // What is read or begun is the person's own.
  "POST /portal/messages/read",
  "PATCH /portal/message_draft",
  "POST /message_threads/{id}/read",
  "POST /message_threads/{id}/unread",
  // Nothing is written; the list of what needs a reply is shorter.
  "POST /message_threads/{id}/no_reply_needed",
  "PATCH /message_drafts/{id}",
  "POST /notifications/{id}/reading",
  "POST /notification_readings",
  // What somebody has put away is put away for them alone.
  "POST /first_step_dismissals",
  // Which emails somebody wants is their own, too.
  "PATCH /mail_choices",
  "PATCH /mail_subscriptions/{token}",
  "PATCH /portal/mail_choice",
  // So is which of their devices are told.
  "PATCH /push_subscription",
  "DELETE /push_subscription",
  "PATCH /portal/push_subscription",
  "POST /push_subscription_renewals",
  "DELETE /portal/push_subscription",
  // An email that waits is tried again by itself, too.
  "POST /mail_delivery/tries",
  // What is taken note of needs no more attention, and stays what it is.
  "POST /opportunities/{id}/client_answers/acknowledgement",
  // What is sent is written into the history once it is filed with a client.
  "POST /portal/contact_requests",
  "POST /held_requests/filings",
  // What nobody filed is in no client's history.
  "POST /held_requests/dismissals",
  "POST /portal/registration_checks",
  "POST /portal/registration_confirmations",
  "POST /workspace_confirmation_checks",
  // These need a password, or a link out of an email: identity/ownership.test.ts looks at what they leave.
  "POST /ownership_transfers",
  "POST /workspace_confirmation_acceptances",
  "POST /deleted_workspaces/{id}/restoration",
  // Nothing is changed before both addresses have confirmed it, which is written above.
  "POST /accounts/me/email_change",
  "POST /accounts/me/email_change/sending",
  "DELETE /accounts/me/email_change",
  "POST /email_change_link_checks",
  // What a session has not finished setting up is its own.
  "POST /two_step_setups",
  "DELETE /two_step_setups/current",
  // Two-step sign-in stays on: an email tells the person alone.
  "POST /recovery_codes",
  // Signing in and out is noted among the person's own access events.
  "POST /second_steps",
  "POST /openid_sessions",
  "DELETE /sessions/others",
];
