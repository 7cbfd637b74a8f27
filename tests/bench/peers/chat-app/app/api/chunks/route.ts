import { streamText } from 'ai';
import { model } from '../../model';
import { loadHistory, saveChunk, saveMessages } from '../../store';

export async function POST(request: Request): Promise<Response> {
  const { chat, text } = await request.json();
  const history = await loadHistory(chat);
  const result = streamText({
    model,
    messages: [...history, { role: 'user', content: text }],
    onChunk: async ({ chunk }) => {
      if (chunk.type === 'text-delta') await saveChunk(chat, chunk.text);
    },
    onFinish: (end) => saveMessages(chat, { question: text, answer: end.text }),
  });
  return result.toUIMessageStreamResponse();
}
