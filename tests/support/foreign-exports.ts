/** Exports of other products as their owners get them, written for these tests. */

const node = (id: string, parent: string | null, message: object | null) => ({ id, parent, children: [], message });

const said = (
  role: string,
  text: string,
  more: { at?: number; name?: string; metadata?: object; recipient?: string } = {},
) => ({
  id: `m-${text}`,
  author: { role, name: more.name ?? null, metadata: {} },
  create_time: more.at ?? null,
  content: { content_type: 'text', parts: [text] },
  status: 'finished_successfully',
  weight: 1,
  recipient: more.recipient ?? 'all',
  metadata: more.metadata ?? {},
});

const holding = (
  role: string,
  content: object,
  more: { name?: string; recipient?: string; metadata?: object } = {},
) => ({
  ...said(role, ''),
  content,
  author: { role, name: more.name ?? null },
  recipient: more.recipient ?? 'all',
  metadata: more.metadata ?? {},
});

const citeMark = '\ue200cite\ue202turn0search0\ue201';

/** A question with two answers, of which the second is in use, and a turn with thoughts, a program and a source. */
export const chatGptConversation = {
  id: 'cg-1',
  conversation_id: 'cg-1',
  title: 'Weather <img src=x onerror=alert(1)>',
  create_time: 1_700_000_000.5,
  update_time: 1_700_000_900,
  current_node: 'n-final',
  default_model_slug: 'gpt-5',
  moderation_results: [],
  mapping: {
    root: node('root', null, null),
    hidden: node(
      'hidden',
      'root',
      said('system', 'secret house rules', { metadata: { is_visually_hidden_from_conversation: true } }),
    ),
    'n-ask': node(
      'n-ask',
      'hidden',
      said('user', 'How warm is it?', { at: 1_700_000_001, metadata: { attachments: [{ id: 'f', name: 'map.png' }] } }),
    ),
    'n-first': node(
      'n-first',
      'n-ask',
      said('assistant', 'Quite warm.', { at: 1_700_000_002, metadata: { model_slug: 'gpt-4o' } }),
    ),
    'n-think': node(
      'n-think',
      'n-ask',
      holding('assistant', { content_type: 'thoughts', thoughts: [{ summary: 'Looking', content: 'I compute it.' }] }),
    ),
    'n-recap': node(
      'n-recap',
      'n-think',
      holding('assistant', { content_type: 'reasoning_recap', content: 'Thought for 3 s' }),
    ),
    'n-code': node(
      'n-code',
      'n-recap',
      holding('assistant', { content_type: 'code', language: 'python', text: 'print(21)' }, { recipient: 'python' }),
    ),
    'n-out': node(
      'n-out',
      'n-code',
      holding('tool', { content_type: 'execution_output', text: '21' }, { name: 'python' }),
    ),
    'n-answer': node(
      'n-answer',
      'n-out',
      said('assistant', `It is 21 degrees${citeMark}.`, {
        at: 1_700_000_005,
        metadata: {
          model_slug: 'gpt-5-thinking',
          content_references: [
            {
              type: 'grouped_webpages',
              matched_text: citeMark,
              items: [{ title: 'Met [office]', url: 'https://met.example/now' }],
            },
            { type: 'sources_footnote', matched_text: ' ' },
          ],
        },
      }),
    ),
    'n-more': node(
      'n-more',
      'n-answer',
      holding('user', {
        content_type: 'multimodal_text',
        parts: [{ content_type: 'image_asset_pointer', asset_pointer: 'file-service://file-abc' }, 'And here?'],
      }),
    ),
    'n-final': node('n-final', 'n-more', said('assistant', 'The same.', { at: 1_700_000_800 })),
  },
};

export const claudeConversation = {
  uuid: 'cl-1',
  name: '季度报告',
  summary: '',
  created_at: '2025-03-01T08:00:00.123456Z',
  updated_at: '2025-03-01T08:05:00.000000Z',
  account: { uuid: 'acc' },
  chat_messages: [
    {
      uuid: 'cm-1',
      sender: 'human',
      text: 'Sum this up',
      content: [{ type: 'text', text: 'Sum this up', citations: [] }],
      created_at: '2025-03-01T08:00:01.000000Z',
      updated_at: '2025-03-01T08:00:01.000000Z',
      attachments: [{ file_name: 'q1.txt', file_size: 9, file_type: 'txt', extracted_content: 'Sales: 12' }],
      files: [{ file_name: 'chart.png' }],
    },
    {
      uuid: 'cm-2',
      sender: 'assistant',
      text: '',
      content: [
        { type: 'thinking', thinking: 'A short table.', summaries: [] },
        { type: 'tool_use', id: 't1', name: 'web_search', input: { query: 'sales' } },
        {
          type: 'tool_result',
          name: 'web_search',
          content: [{ type: 'knowledge', title: 'Sales page', url: 'https://sales.example' }],
        },
        { type: 'token_budget' },
        { type: 'text', text: 'Sales were 12.', citations: [{ title: 'Sales page', url: 'https://sales.example' }] },
      ],
      created_at: '2025-03-01T08:00:09.000000Z',
      attachments: [],
      files: [],
    },
  ],
};

const libreMessage = ([id, parent]: readonly [string, string], text: string, more: object = {}) => ({
  messageId: id,
  parentMessageId: parent,
  conversationId: 'lc-1',
  text,
  sender: 'User',
  isCreatedByUser: true,
  createdAt: '2025-05-01T10:00:00.000Z',
  error: false,
  ...more,
});

const libreAnswer = {
  isCreatedByUser: false,
  sender: 'Claude',
  model: 'claude-sonnet',
  createdAt: '2025-05-01T10:00:05.000Z',
};
const noParent = '00000000-0000-0000-0000-000000000000';
const libreHead = {
  conversationId: 'lc-1',
  endpoint: 'anthropic',
  title: 'Recipes',
  exportAt: '13:18:04 GMT',
  branches: true,
  options: { model: 'claude-sonnet' },
};

export const libreChatFlat = {
  ...libreHead,
  recursive: false,
  messages: [
    libreMessage(['l-1', noParent], 'A soup?'),
    libreMessage(['l-2', 'l-1'], ':::thinking\nLeeks.\n:::\nLeek soup.', libreAnswer),
    libreMessage(['l-3', 'l-1'], '', {
      ...libreAnswer,
      createdAt: '2025-05-01T10:01:00.000Z',
      content: [
        { type: 'think', think: 'Pumpkin.' },
        { type: 'tool_call', tool_call: { name: 'fridge', args: '{"look":true}', output: 'one pumpkin' } },
        { type: 'text', text: { value: 'Pumpkin soup.' } },
      ],
    }),
  ],
};

export const libreChatNested = {
  ...libreHead,
  conversationId: 'lc-2',
  title: 'Nested',
  recursive: true,
  messages: [
    {
      ...libreMessage(['r-1', noParent], 'Hello'),
      children: [
        { ...libreMessage(['r-2', 'r-1'], 'Hi.', libreAnswer), children: [] },
        {
          ...libreMessage(['r-3', 'r-1'], 'Hello to you.', { ...libreAnswer, createdAt: '2025-05-01T10:02:00.000Z' }),
          children: [],
        },
      ],
    },
  ],
};
