/**
 * The counter's effect: one POST request to the collector, which records each arrival. @throws Error when the collector did not accept it
 */
export async function postReport(collectorUrl: string, id: string, signal?: AbortSignal): Promise<void> {
  const response = await fetch(`${collectorUrl}/reports/${id}`, { method: 'POST', ...(signal === undefined ? {} : { signal }) });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`The collector answered ${response.status}`);
}
