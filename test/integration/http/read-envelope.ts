import { any, boolean, type InferOutput, number, parse, strictObject, string } from 'valibot';

const envelope = strictObject({ status: number(), message: string(), data: any(), errors: any(), notShowPopUp: boolean() });

/** Reads the envelope of a reply; fails the test when the body has another shape. */
export async function readEnvelope(response: Response): Promise<InferOutput<typeof envelope>> {
  return parse(envelope, await response.json());
}
