/** Collects what was opened, and closes it in reverse order when the app stops or a later step of the start fails. */
export type Closing = {
  readonly add: (close: () => Promise<void>) => void;
  /** Closes everything. May be called again. */
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
