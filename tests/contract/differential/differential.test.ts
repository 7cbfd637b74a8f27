import { describe, expect, it } from 'vitest';
import type { WireScript } from '@/tests/support/wire/script';
import { chatRecordings, disputed, messageRecordings, refusalRecordings, thinkingRecordings } from './recordings';
import { type Opinion, ourOpinion, type Speaker, theirOpinion } from './second-opinion';

const recordings: Readonly<Record<Speaker, Readonly<Record<string, WireScript>>>> = {
  openai: { ...chatRecordings, ...refusalRecordings },
  deepseek: { ...chatRecordings, ...thinkingRecordings },
  anthropic: messageRecordings,
};

const cases = (Object.keys(recordings) as Speaker[]).flatMap((speaker) =>
  Object.entries(recordings[speaker]).map(([name, script]) => ({ speaker, name, script })),
);

describe('our adapter and the package of the AI SDK', () => {
  it.each(cases)('read the same in a recording of $speaker: $name', async ({ speaker, script }) => {
    const [ours, theirs] = await Promise.all([ourOpinion(speaker, script), theirOpinion(speaker, script)]);
    expect(ours).toEqual(theirs);
    expect(ours.text + ours.reasoning + ours.calls.length).not.toBe('0');
  });
});

interface Dispute {
  readonly speaker: Speaker;
  readonly script: WireScript;
  readonly because: string;
  readonly ours: Partial<Opinion>;
  readonly theirs: Partial<Opinion>;
}

const call = ['wx', { q: 'A' }] as const;
const disputes: readonly Dispute[] = [
  {
    speaker: 'openai',
    script: disputed.stopWithCalls,
    because: 'servers say stop although the model calls; a loop that believes the word never answers the call',
    ours: { calls: [call], finish: 'tool-calls' },
    theirs: { calls: [call], finish: 'stop' },
  },
  {
    speaker: 'openai',
    script: disputed.keepAliveAsData,
    because: 'a keep-alive in the wrong form takes nothing away from the answer',
    ours: { text: 'Hello.', finish: 'stop' },
    theirs: { text: 'Hello.', finish: 'error' },
  },
  {
    speaker: 'deepseek',
    script: disputed.aborted,
    because: 'an answer that was broken off is a failure, which a retry may mend',
    ours: { text: 'Hello.', finish: 'error' },
    theirs: { text: 'Hello.', finish: 'other' },
  },
];

describe('where they differ', () => {
  it.each(disputes)('$speaker: ours is right because $because', async ({ speaker, script, ours, theirs }) => {
    expect(await ourOpinion(speaker, script)).toMatchObject(ours);
    expect(await theirOpinion(speaker, script)).toMatchObject(theirs);
  });

  it('openai: ours is right because calls of an answer that was cut may be half a call', async () => {
    expect(await ourOpinion('openai', disputed.cutCall)).toMatchObject({ calls: [], finish: 'length' });
    // The package hands out the half call as it is: its arguments are not even JSON.
    await expect(theirOpinion('openai', disputed.cutCall)).rejects.toThrow(SyntaxError);
  });
});

describe('blocks that overlap', () => {
  it('are told apart by their index in both', async () => {
    const expected = { text: 'Hi', calls: [call], finish: 'tool-calls' };
    expect(await ourOpinion('anthropic', disputed.interleavedBlocks)).toMatchObject(expected);
    expect(await theirOpinion('anthropic', disputed.interleavedBlocks)).toMatchObject(expected);
  });
});
