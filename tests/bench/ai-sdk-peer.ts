import { wireKey } from '@/tests/support/wire/drive-adapter';
import type { WireScript } from '@/tests/support/wire/script';
import type { Contestant } from './cpu-rounds';
import { playToPackage } from './playback';
import { checkSaid, type Said } from './said';

/** A provider package of the AI SDK, by the names it goes by. */
export interface PeerPackage {
  readonly name: string;
  readonly factory: string;
  readonly model: string;
  /** Where the package's usual model speaks another protocol. */
  readonly method?: 'chat';
}

type StreamPart = { readonly type: string; readonly delta?: string };
interface PeerModel {
  doStream(options: { prompt: readonly object[] }): Promise<{ stream: ReadableStream<StreamPart> }>;
}
type PeerFactory = (options: {
  apiKey: string;
  fetch: typeof globalThis.fetch;
}) => Readonly<Record<'chat' | 'languageModel', (model: string) => PeerModel>>;

const prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }];

async function readStream(model: PeerModel): Promise<Said> {
  const said = { reasoning: [] as string[], text: [] as string[] };
  const { stream } = await model.doStream({ prompt });
  for await (const { type, delta } of stream) {
    if (type === 'text-delta' && delta !== undefined) said.text.push(delta);
    else if (type === 'reasoning-delta' && delta !== undefined) said.reasoning.push(delta);
  }
  return said;
}

/** The package's own `doStream`, read to its end. Packages are loaded by the name a row gives, past the layer check. */
export async function createPeer(
  { name, factory, model, method }: PeerPackage,
  recording: WireScript,
  expected: Said,
): Promise<Contestant<Said>> {
  const exported = (await import(name)) as Readonly<Record<string, PeerFactory | undefined>>;
  const create = exported[factory];
  if (create === undefined) throw new Error(`${name} has no ${factory}`);
  const opened = create({ apiKey: wireKey, fetch: playToPackage(recording) })[method ?? 'languageModel'](model);
  return { run: () => readStream(opened), check: (said) => checkSaid(said, expected) };
}
