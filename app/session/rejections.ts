/**
 * The same object, but each promise that one of its methods rejects is rejected with what `translate` makes of the reason
 * (itself, or a promise of it).
 */
export function translateRejections<Room extends object>(room: Room, translate: (reason: unknown) => unknown): Room {
  return new Proxy(room, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...given: unknown[]): unknown => {
        const result: unknown = Reflect.apply(member, target, given);
        if (!(result instanceof Promise)) return result;
        return result.catch(async (reason: unknown) => {
          throw await translate(reason);
        });
      };
    },
  });
}
