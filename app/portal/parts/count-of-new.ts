/** As many are counted; the service stops there. */
const most = 100;

/** How many messages are new, as pages say it. */
export function countOfNew(unread: number): string {
  return unread < most ? String(unread) : `${most - 1}+`;
}
