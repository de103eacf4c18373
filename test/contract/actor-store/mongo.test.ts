import { beforeAll } from 'bun:test';
import { requires } from '../../support/requires.ts';
import { actorStoreContract, sharedActorStoreContract } from './actor-store-contract.ts';
import { openMongoActors, startMongo } from './open-mongo.ts';

requires('mongodb')("on a server of MongoDB's protocol", () => {
  beforeAll(startMongo, 120_000);
  actorStoreContract('mongodb', openMongoActors);
  sharedActorStoreContract('mongodb', openMongoActors);
});
