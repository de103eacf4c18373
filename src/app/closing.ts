/**
 * Collects the close functions of everything that was opened, and calls them in reverse order when the app stops or a later step of the
 * start fails.
 */
export type Closing = {
  readonly add: (close: () => Promise<void>) => void;
  /** Closes everything that was opened. Further calls of the function do nothing. */
  readonly close: () => Promise<void>;
};

export function createClosing(): Closing {
  const open: (() => Promise<void>)[] = [];
  return {
    add: (close) => void open.push(close),
    async close() {
      for (const undo of open.splice(0).reverse()) await undo();
    },
  };
}
