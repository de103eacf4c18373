/** The devnet's log; the caller that starts the devnet passes the real one. */
export type DevnetLog = {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
};
