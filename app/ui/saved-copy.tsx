/** In the bar while something was not sent: what the server has kept, and what waits on the device, which its worker says. */
export function Waits({ isKept, parked }: { isKept: boolean; parked: number }) {
  return (
    <>
      {parked === 0 ? null : (
        <a className="btn to" href="/waiting" data-reload="">
          {parked} not sent
        </a>
      )}
      {isKept ? (
        <a id="waits" className="btn to" href="/waiting" data-reload="" hidden suppressHydrationWarning>
          Not sent
        </a>
      ) : null}
    </>
  );
}
