/**
 * Who may create an account and a workspace: everybody (open), those whom a member or whoever runs the server invited
 * (invited), or nobody new (closed).
 */
export const registrationModes = ["open", "invited", "closed"] as const;
export type RegistrationMode = (typeof registrationModes)[number];
