import type { BridgeSubject } from '@/tests/support/wire/bridge-wire';
import { googleSubject } from '@/tests/support/wire/google-server';
import { groqSubject } from '@/tests/support/wire/groq-server';
import { mistralSubject } from '@/tests/support/wire/mistral-server';
import { openRouterSubject } from '@/tests/support/wire/openrouter-server';
import { xaiSubject } from '@/tests/support/wire/xai-server';
import { createContestant } from '../adapter-contestant';
import { createPeer, type PeerPackage } from '../ai-sdk-peer';
import { measureCpu } from '../cpu-rounds';
import { eventByEvent } from '../playback';
import type { Row } from '../row';
import { longAnswer } from '../said';

const said = longAnswer({ reasoning: 500, text: 1500 });

interface Bridged {
  readonly subject: BridgeSubject;
  readonly name: PeerPackage['name'];
}

const bridged: readonly Bridged[] = [
  { subject: groqSubject, name: '@ai-sdk/groq' },
  { subject: googleSubject, name: '@ai-sdk/google' },
  { subject: mistralSubject, name: '@ai-sdk/mistral' },
  { subject: xaiSubject, name: '@ai-sdk/xai' },
  { subject: openRouterSubject, name: '@openrouter/ai-sdk-provider' },
];

function createRow({ subject, name }: Bridged): Row {
  const { providerId, model, wire } = subject;
  const recording = eventByEvent(
    ...wire.start,
    ...said.reasoning.map(wire.reasoning),
    ...said.text.map(wire.text),
    ...wire.finish('stop'),
    ...wire.end,
  );
  return {
    name: `translate: CPU per chunk, bridge, ${providerId}`,
    unit: 'µs',
    goal: { kind: 'at most', value: 1.5, of: 'peer' },
    peer: `${name} doStream`,
    measure: async () =>
      measureCpu({
        ours: createContestant({ config: { providerId }, model, recording, said }),
        peer: createPeer({ name, model }, recording, said),
        pieces: recording.chunks.length,
      }),
  };
}

export const rows: readonly Row[] = bridged.map(createRow);
