/** What members are called. */

/** By their keys, from the one who may do most. */
const labels: Readonly<Record<string, string>> = {
  owner: "Owner",
  admin: "Admin",
  manager: "Manager",
  member: "Member",
  instructor: "Instructor",
};

/** A role that is not ours is shown as the service calls it. */
export function labelOfRole(role: string): string {
  return labels[role] ?? role;
}

/** The full name; the email where there is none. */
export function nameOf({ firstName, lastName, email }: { firstName: string; lastName: string; email: string }): string {
  return `${firstName} ${lastName}`.trim() || email;
}
