/** The disk that a node keeps its store on. */
export type Disk = {
  /** Returns the bytes that this process may still write on this disk. */
  freeBytes(): Promise<number>;
  /** Returns the bytes of the store's files; 0 before there are any. */
  storeBytes(): Promise<number>;
};
