import { streamText } from 'ai';
import { model } from '../../model';

export async function POST(request: Request): Promise<Response> {
  const { text } = await request.json();
  const result = streamText({ model, messages: [{ role: 'user', content: text }] });
  return result.toUIMessageStreamResponse();
}
