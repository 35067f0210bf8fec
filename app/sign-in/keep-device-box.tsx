import { keepField } from "./credentials.ts";

/** Asked where somebody signs in; what is kept, and how it goes, says the page "/device". */
export function KeepDeviceBox() {
  return (
    <label className="check">
      <input type="checkbox" name={keepField} />
      <span>This is my device. Keep today’s pages here, and send forms later when there is no connection.</span>
    </label>
  );
}
