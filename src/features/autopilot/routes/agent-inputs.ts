import * as v from 'valibot';
import { chainIdText } from '../../../http/fields.ts';
import { agentSchema } from './autopilot-schemas.ts';

// Schemas of requests and replies that several routes of agents use.

export const MAX_TEXT = 200;
export const recordId = v.pipe(v.string(), v.maxLength(MAX_TEXT, "Expected the id of an agent's record, as returned by create."));
export const agentId = v.pipe(v.string(), v.maxLength(MAX_TEXT, "Expected an agent's on-chain number, or the id of its record."));
export const namedAgent = v.union([recordId, v.number()], "Expected the id of the agent's record, as in the path.");
export const agentPath = v.object({ chainId: chainIdText, agentId });

export const one = { description: 'The agent.', data: agentSchema };
