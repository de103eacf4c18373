/**
 * Fields of a DCA record that a client may change through the documented API routes: the client's own view of the progress, and display
 * options.
 */
export const DCA_CLAIMABLE: ReadonlySet<string> = new Set(['status', 'processed', 'depositTime', 'isAutoBuy', 'timeFrame']);
