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

/** The roles that may be given, with what each may do. */
export const roleChoices = [
  { value: "member", label: "Member: sees and changes their own records" },
  { value: "manager", label: "Manager: sees and changes all records" },
  { value: "admin", label: "Admin: also manages settings and members" },
  { value: "instructor", label: "Instructor: sees all records, adds comments and notes" },
];
