/** Where the devnet reports what it does; whoever starts it hands in the real log. */
export type DevnetLog = {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
};
