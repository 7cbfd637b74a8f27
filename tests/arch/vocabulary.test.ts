import { describe, expect, it } from 'vitest';
import { findVocabularyViolations } from '../../scripts/fences/vocabulary.mjs';

const wireWords = [
  'reasoning_content',
  'chat_template_kwargs',
  'prompt_eval_count',
  'image_url',
  'tool_call_id',
  'max_completion_tokens',
  'num_ctx',
  'cache_creation_input_tokens',
  'input_schema',
];

describe('the vocabulary fence', () => {
  it.each(wireWords)('keeps %s inside the adapters', (word) => {
    const text = `const first = 1;\nconst key = '${word}';\n`;
    for (const path of [
      'lib/agent/turn.ts',
      'lib/db/run-store.ts',
      'components/chat/message.tsx',
      'tests/e2e/chat.ts',
    ]) {
      expect(findVocabularyViolations({ path, text })).toEqual([expect.stringContaining(`${path}:2: "${word}"`)]);
    }
    expect(findVocabularyViolations({ path: 'lib/adapters/openai/types.ts', text })).toEqual([]);
    expect(findVocabularyViolations({ path: 'tests/support/wire-server.ts', text })).toEqual([]);
  });

  it.each(['finish_reason', 'tool_calls'])('lets the API use %s, but not every floor', (word) => {
    const text = `const key = '${word}';`;
    for (const path of [
      'lib/ir/run.ts',
      'lib/agent/turn.ts',
      'lib/server/runs.ts',
      'lib/db/runs.ts',
      'components/a.tsx',
    ]) {
      expect(findVocabularyViolations({ path, text })).toEqual([]);
    }
    expect(findVocabularyViolations({ path: 'lib/tools/calculate.ts', text })).toHaveLength(1);
    expect(findVocabularyViolations({ path: 'app/page.tsx', text })).toHaveLength(1);
  });

  it('looks at whole words only', () => {
    const text = 'const preview_image_urls = []; const imageUrl = 1; const max_tool_calls = 2;';
    expect(findVocabularyViolations({ path: 'lib/tools/calculate.ts', text })).toEqual([]);
  });
});
