/** What was opened, to be closed in reverse when the app stops, or when a later step of the start fails. */
export type Closing = {
  readonly add: (close: () => Promise<void>) => void;
  /** Safe to call again. */
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
