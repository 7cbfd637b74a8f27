import type { StreamRedactor } from '@/lib/crypto/redact';
import type { JsonObject, MetonaToolCallDelta } from '@/lib/ir';
import type { KeyRedaction } from './key-redaction';
import { parseToolArguments } from './tool-arguments';
import type { ToolNameCodec } from './tool-name-codec';

/** One piece of a call as the wire brought it; empty strings mean absent. */
export interface ToolCallFragment {
  readonly index?: number;
  readonly id?: string;
  readonly name?: string;
  readonly args?: string;
}

/** A call that is complete; `id` is minted, `providerCallId` the provider's. */
export interface BufferedToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
  readonly providerCallId?: string;
  readonly rawArgs?: string;
  readonly parseError?: string;
}

interface Slot {
  readonly position: number;
  readonly id: string;
  readonly redaction: StreamRedactor;
  readonly pieces: string[];
  providerCallId: string | undefined;
  wireName: string;
  isNameShown: boolean;
  hasArgs: boolean;
}

export interface ToolCallBufferContext {
  readonly mintId: () => string;
  readonly codec: ToolNameCodec;
  readonly redaction: KeyRedaction;
}

/** Puts calls together from fragments that come interleaved, without index, without id, or with both repeated. */
export class ToolCallBuffer {
  readonly #context: ToolCallBufferContext;
  readonly #slots: Slot[] = [];
  readonly #byIndex = new Map<number, Slot>();
  readonly #byId = new Map<string, Slot>();

  constructor(context: ToolCallBufferContext) {
    this.#context = context;
  }

  get size(): number {
    return this.#slots.length;
  }

  /** The entries of one wire delta, in order. */
  accept(fragments: readonly ToolCallFragment[]): MetonaToolCallDelta[] {
    const deltas: MetonaToolCallDelta[] = [];
    fragments.forEach((fragment, position) => {
      const slot = this.#findSlot(fragment, fragments.length > 1 ? position : undefined);
      const delta = this.#append(slot, fragment);
      if (delta !== undefined) deltas.push(delta);
    });
    return deltas;
  }

  /** A call that came in one piece and is never continued. */
  addWhole({ id, name, args }: ToolCallFragment): void {
    const slot = this.#open(id === undefined ? {} : { id });
    slot.wireName = name ?? '';
    slot.isNameShown = true;
    slot.pieces.push(slot.redaction.push(args ?? '') + slot.redaction.flush());
  }

  /** What was still held back; to be shown before the completed calls. */
  flush(): MetonaToolCallDelta[] {
    const deltas: MetonaToolCallDelta[] = [];
    for (const slot of this.#slots) {
      const rest = slot.redaction.flush();
      if (rest !== '') slot.pieces.push(rest);
      if (rest !== '' || !slot.isNameShown) deltas.push(this.#show(slot, rest));
    }
    return deltas;
  }

  complete(): BufferedToolCall[] {
    return this.#slots.map((slot) => ({
      id: slot.id,
      name: this.#context.codec.fromWire(slot.wireName),
      ...(slot.providerCallId !== undefined && { providerCallId: slot.providerCallId }),
      ...parseToolArguments(slot.pieces.join('')),
    }));
  }

  #open(fragment: ToolCallFragment): Slot {
    const slot: Slot = {
      position: this.#slots.length,
      id: this.#context.mintId(),
      redaction: this.#context.redaction.stream(),
      pieces: [],
      providerCallId: undefined,
      wireName: '',
      isNameShown: false,
      hasArgs: false,
    };
    this.#slots.push(slot);
    if (fragment.index !== undefined) this.#byIndex.set(fragment.index, slot);
    this.#remember(slot, fragment.id);
    return slot;
  }

  #remember(slot: Slot, id: string | undefined): void {
    if (id === undefined || id === '' || slot.providerCallId !== undefined) return;
    slot.providerCallId = id;
    this.#byId.set(id, slot);
  }

  #findSlot(fragment: ToolCallFragment, position: number | undefined): Slot {
    const slot = this.#findKnown(fragment, position);
    if (slot === undefined || this.#beginsAnother(slot, fragment)) return this.#open(fragment);
    this.#remember(slot, fragment.id);
    return slot;
  }

  #findKnown(fragment: ToolCallFragment, position: number | undefined): Slot | undefined {
    if (fragment.index !== undefined) return this.#byIndex.get(fragment.index);
    if (fragment.id) return this.#byId.get(fragment.id);
    return position === undefined ? this.#slots.at(-1) : this.#slots[position];
  }

  /** Some servers give every call index 0, or neither index nor id: then only a new id or a new name tells. */
  #beginsAnother(slot: Slot, { id, name }: ToolCallFragment): boolean {
    if (!name) return false;
    if (id && slot.providerCallId !== undefined) return id !== slot.providerCallId;
    return slot.hasArgs && parseToolArguments(slot.pieces.join('')).parseError === undefined;
  }

  #append(slot: Slot, { name, args }: ToolCallFragment): MetonaToolCallDelta | undefined {
    if (name && !slot.isNameShown) {
      // A full name sent again, a growing one, or the next part of one.
      slot.wireName = name.startsWith(slot.wireName) ? name : slot.wireName + name;
    }
    if (args) slot.hasArgs = true;
    const piece = args ? slot.redaction.push(args) : '';
    if (piece !== '') slot.pieces.push(piece);
    const isNameReady =
      !slot.isNameShown && slot.wireName !== '' && (slot.hasArgs || this.#context.codec.knows(slot.wireName));
    return piece !== '' || isNameReady ? this.#show(slot, piece) : undefined;
  }

  #show(slot: Slot, piece: string): MetonaToolCallDelta {
    const isFirst = !slot.isNameShown;
    slot.isNameShown = true;
    return {
      index: slot.position,
      id: slot.id,
      ...(isFirst && { name: this.#context.codec.fromWire(slot.wireName) }),
      ...(piece !== '' && { argsDelta: piece }),
    };
  }
}
