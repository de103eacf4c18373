import { createActor } from 'xstate';
import { factsOf } from '../../../actors/autopilot-agent/agent-facts.ts';
import { autopilotAgentMachine } from '../../../machines/autopilot-agent.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { benchLine, type Round } from '../support/bench-line.ts';
import { createBenchSystem } from '../support/bench-system.ts';
import { fillStore } from '../support/fill-store.ts';
import { idleAgent, idleAgentRecord, idleFacts, implementIdleAgents } from '../support/idle-agent.ts';
import { median, timed } from '../support/measure.ts';

// Measures a tick that evaluates every Autopilot agent. All agents are in memory and have nothing to do. The reference sends the same
// events with the same data to the same machine in plain XState, without the runtime.
const ROUNDS = 3;
const AGENTS = Number(process.env.BENCH_STORED ?? 1_000_000);
const BARE = 1_000;
const SENDS = 200_000;
const START_MS = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;

using folder = tempFolder();
const { system, store, close } = createBenchSystem(folder.file('agents.db'), {
  actor: implementIdleAgents(),
  maxResidents: AGENTS + 1,
});
await fillStore(store.actors, AGENTS, AGENTS, START_MS, idleAgentRecord(START_MS));
const bare = Array.from({ length: BARE }, () =>
  createActor(autopilotAgentMachine, { snapshot: idleAgent(START_MS), input: undefined as never }).start(),
);

function sends(): void {
  for (let i = 0; i < SENDS; i += 1) {
    const actor = bare[i % BARE];
    if (actor === undefined) continue;
    actor.send({ type: 'TICK', facts: factsOf(actor.getSnapshot().context, idleFacts), at: START_MS + MINUTE_MS });
  }
}

async function stepAll(tick: number): Promise<void> {
  const report = await system.tick(START_MS + tick * MINUTE_MS);
  if (report?.stepped !== AGENTS || report.committed !== 0) {
    throw new Error(`The tick stepped ${report?.stepped} of ${AGENTS}, and wrote ${report?.committed}.`);
  }
}

// The first tick loads all agents into memory, so it is not measured.
await stepAll(1);
sends();
const rounds: Round[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const before = SENDS / (await timed(sends));
  const ours = AGENTS / (await timed(() => stepAll(round + 2)));
  const after = SENDS / (await timed(sends));
  rounds.push({ ours: ours * 1_000, reference: ((before + after) / 2) * 1_000 });
}
await close();
const note = `dry runs with three strategies; the due query, facts and steps; ${BARE} bare actors; medians of ${ROUNDS} rounds`;
console.log(
  JSON.stringify([
    benchLine(
      `steps of ${AGENTS.toLocaleString('en')} agents in memory in a tick, over bare XState sends`,
      'steps/s',
      rounds,
      '>= 0.6',
      note,
      median,
    ),
  ]),
);
