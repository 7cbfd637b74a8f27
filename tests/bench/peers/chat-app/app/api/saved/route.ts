import { streamText } from 'ai';
import { model } from '../../model';
import { loadHistory, saveMessages } from '../../store';

export async function POST(request: Request): Promise<Response> {
  const { chat, text } = await request.json();
  const history = await loadHistory(chat);
  const result = streamText({
    model,
    messages: [...history, { role: 'user', content: text }],
    onFinish: (end) => saveMessages(chat, { question: text, answer: end.text }),
  });
  return result.toUIMessageStreamResponse();
}
