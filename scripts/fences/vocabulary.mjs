/** Names that providers use on the wire. Whoever needs one outside an adapter lacks a field in the representation. */
const wireWords = [
  'budget_tokens',
  'cache_control',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
  'chat_template_kwargs',
  'completion_tokens',
  'content_block_delta',
  'content_block_start',
  'done_reason',
  'enable_thinking',
  'eval_count',
  'eval_duration',
  'image_url',
  'include_usage',
  'input_audio',
  'input_json_delta',
  'input_schema',
  'load_duration',
  'max_completion_tokens',
  'max_tokens',
  'message_delta',
  'num_ctx',
  'num_predict',
  'parallel_tool_calls',
  'prompt_cache_hit_tokens',
  'prompt_eval_count',
  'prompt_tokens',
  'reasoning_content',
  'reasoning_details',
  'reasoning_effort',
  'redacted_thinking',
  'response_format',
  'signature_delta',
  'stop_reason',
  'stop_sequences',
  'stream_options',
  'thinking_budget',
  'thinking_delta',
  'tool_call_id',
  'tool_choice',
  'tool_use_id',
];

/** Where wire words are at home: the adapters, and the tests that play a provider or probe this very fence. */
const wireHomes = [/^lib\/adapters\//, /^tests\/(arch|contract|support)\//, /^scripts\/fences\//];

/** Names that providers and our own representation or API share, with the places that may use them. */
const sharedWords = {
  finish_reason: [/^lib\/(ir|agent|client|server|db)\//, /^(components|prisma|tests)\//],
  tool_calls: [/^lib\/(ir|agent|client|server|db)\//, /^(components|prisma|tests)\//],
};

const homesByWord = {
  ...Object.fromEntries(wireWords.map((word) => [word, wireHomes])),
  ...Object.fromEntries(Object.entries(sharedWords).map(([word, homes]) => [word, [...wireHomes, ...homes]])),
};

// A word is whole when no other word character touches it: `image_url` is not in `preview_image_urls`.
const anyWord = new RegExp(`(?<![A-Za-z0-9_])(${Object.keys(homesByWord).join('|')})(?![A-Za-z0-9_])`, 'g');

/** The wire words in one file that may not stand there, each with its line. */
export function findVocabularyViolations({ path, text }) {
  return text
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(anyWord)]
        .filter(([word]) => !homesByWord[word].some((home) => home.test(path)))
        .map(([word]) => `${path}:${index + 1}: "${word}" is a provider's word; it belongs in lib/adapters`),
    );
}
