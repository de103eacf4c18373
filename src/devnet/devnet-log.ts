/** The log for the devnet's messages, passed by the caller that starts the devnet. */
export type DevnetLog = {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
};
