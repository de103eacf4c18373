import { MongoClient } from 'mongodb';
import { withoutPassword } from './mongo-url.ts';

const WITHIN_MS = 5_000;

/** The server's clock, UTC ms; null when it does not say. @throws Error with the reason, without the password */
export async function readMongoTime(url: string): Promise<number | null> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: WITHIN_MS, connectTimeoutMS: WITHIN_MS, socketTimeoutMS: WITHIN_MS });
  try {
    const { localTime } = await client.db('admin').command({ hello: 1 });
    return localTime instanceof Date ? localTime.getTime() : null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(withoutPassword(reason, url));
  } finally {
    await client.close();
  }
}
