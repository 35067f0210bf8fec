/**
 * The same object, whose methods reject with what `translate` makes of each reason. `translate` may return a promise.
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
