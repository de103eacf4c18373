/**
 * Fields of a DCA record that a client may change through the documented API routes: the progress as the client sees it, and options for
 * the display.
 */
export const DCA_CLAIMABLE: ReadonlySet<string> = new Set(['status', 'processed', 'depositTime', 'isAutoBuy', 'timeFrame']);
