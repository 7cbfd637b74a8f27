import { describe, expect, it } from 'vitest';
import { createBriefMemory } from './brief-memory';

function world() {
  const clock = { now: 0 };
  const row = { value: 'old', reads: 0 };
  const memory = createBriefMemory<string>(() => clock.now);
  const read = async () => {
    row.reads += 1;
    return row.value;
  };
  return { clock, row, memory, read };
}

describe('a brief memory', () => {
  it('reads once for all who ask within a second', async () => {
    const { clock, row, memory, read } = world();
    const asked = [memory.recall('anna', read), memory.recall('anna', read)];
    clock.now = 999;
    expect(await Promise.all([...asked, memory.recall('anna', read)])).toEqual(['old', 'old', 'old']);
    expect(row.reads).toBe(1);
    await memory.recall('ben', read);
    clock.now = 1_000;
    row.value = 'new';
    expect([await memory.recall('anna', read), row.reads]).toEqual(['new', 3]);
  });

  it('forgets with every write, also one that began to be read before it was done', async () => {
    const { row, memory, read } = world();
    await memory.recall('anna', read);
    await memory.around('anna', async () => {
      await memory.recall('anna', read);
      row.value = 'new';
    });
    expect(await memory.recall('anna', read)).toBe('new');
    const refused = memory.around('anna', async () => {
      row.value = 'newer';
      throw new Error('no answer');
    });
    await expect(refused).rejects.toThrow('no answer');
    expect(await memory.recall('anna', read)).toBe('newer');
  });

  it('keeps what was read for now, and nothing that could not be read', async () => {
    const { row, memory, read } = world();
    await memory.recall('anna', read);
    row.value = 'new';
    await memory.renew('anna', read);
    expect(await memory.recall('anna', read)).toBe('new');
    await expect(memory.renew('anna', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect([await memory.recall('anna', read), row.reads]).toEqual(['new', 3]);
  });
});
