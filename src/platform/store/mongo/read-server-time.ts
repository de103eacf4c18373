import { MongoClient, MongoServerError } from 'mongodb';
import { RetryableError } from '../../../values/errors/retryable-error.ts';
import { withoutPassword } from './mongo-url.ts';

const WITHIN_MS = 5_000;
/** MongoDB's error code for an unknown command. */
const COMMAND_NOT_FOUND = 59;

/** Reads the server's clock, UTC ms; null when the server does not report its time. @throws RetryableError `store-unavailable` */
export async function readMongoTime(url: string): Promise<number | null> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: WITHIN_MS, connectTimeoutMS: WITHIN_MS, socketTimeoutMS: WITHIN_MS });
  try {
    const { localTime } = await client.db('admin').command({ hello: 1 });
    return localTime instanceof Date ? localTime.getTime() : null;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === COMMAND_NOT_FOUND) return null;
    const reason = withoutPassword(error instanceof Error ? error.message : String(error), url);
    throw new RetryableError({ code: 'store-unavailable', message: `MongoDB did not answer: ${reason}` });
  } finally {
    await client.close();
  }
}
