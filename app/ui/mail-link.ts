/** The `mailto:` link (RFC 6068); an address cannot add a header of its own. Null for what is no address. */
export function messageLink(address: string): string | null {
  const at = address.lastIndexOf("@");
  if (at < 1 || !address.isWellFormed()) return null;
  return `mailto:${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`;
}
