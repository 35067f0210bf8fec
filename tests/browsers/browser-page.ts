/** What the walk needs of a browser, whoever drives it. Elements are named by expressions that give them on the page. */

export interface BrowserPage {
  open(address: string): Promise<void>;
  /** To the page before, also where it can only be the one that the browser kept. */
  back(): Promise<void>;
  /** Gives what an expression is on the page, as JSON has it. @throws while the page is being left */
  read(expression: string): Promise<unknown>;
  /** Lets the pointer rest on it. */
  hover(element: string): Promise<void>;
  click(element: string): Promise<void>;
  type(element: string, text: string): Promise<void>;
  press(element: string, key: "ArrowRight" | "Enter"): Promise<void>;
  chooseFile(element: string, path: string): Promise<void>;
  /** Everything so far that pages threw or logged as an error. */
  complaints(): Promise<readonly string[]>;
}

export interface OpenedBrowser {
  readonly page: BrowserPage;
  /** As in "Firefox 153.7.0". */
  readonly version: string;
  close(): Promise<void>;
}

export interface Engine {
  readonly name: string;
  /** The smallest window that shows tables as tables. @throws where the browser is not installed and cannot be */
  open(): Promise<OpenedBrowser>;
}

export const windowSize = { width: 1280, height: 900 } as const;
