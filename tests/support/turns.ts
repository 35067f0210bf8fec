/**
 * Whether two of many meet, where all pairs would take too long: each of one side meets one in `every` of the other, its neighbours
 * meet others, and nobody is left out.
 * @param place of the one among its like
 * @param turn of the other among its like
 */
export function meets(place: number, turn: number, every: number): boolean {
  return (place + turn) % every === 0;
}
