/** The disk that contains a node's store. */
export type Disk = {
  /** Returns the number of bytes that this process may still write to this disk. */
  freeBytes(): Promise<number>;
  /** Returns the total size of the store's files in bytes; 0 before any file exists. */
  storeBytes(): Promise<number>;
};
