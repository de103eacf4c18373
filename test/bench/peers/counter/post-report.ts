/** The effect: one POST to the collector, which writes down every arrival. @throws Error when the collector did not take it */
export async function postReport(collectorUrl: string, id: string, signal?: AbortSignal): Promise<void> {
  const response = await fetch(`${collectorUrl}/reports/${id}`, { method: 'POST', ...(signal === undefined ? {} : { signal }) });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`The collector answered ${response.status}`);
}
